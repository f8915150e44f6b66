import { splitIntoChunks } from '../../lib/splitIntoChunks.ts';
import type { FindAnswer } from '../carrier.ts';
import { unknown, type LookUps } from './createLookUps.ts';
import type { Outgoing } from './dialect.ts';
import { maxQuestionMs } from './engineSettings.ts';

/** In less time, no provider answers. */
const shortestQuestionMs = 100;

interface Options {
  /** The number of messages that the provider can be asked for at the same time. */
  readonly concurrency: number;
  readonly isExpired: (message: Outgoing) => boolean;
  /** Asks later about a message that already counts as sent. */
  readonly keepAsking: (message: Outgoing) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Creates a function that finds out which messages of a process that is gone have left. Messages
 * that the provider definitely does not know are not in the result, and can be sent again.
 */
export const createFind =
  (
    lookUps: LookUps | undefined,
    { concurrency, isExpired, keepAsking, report }: Options,
  ): ((messages: readonly Outgoing[]) => Promise<ReadonlyMap<string, FindAnswer>>) =>
  async (messages) => {
    const found = new Map<string, FindAnswer>();
    const end = performance.now() + maxQuestionMs;

    const findOne = async (message: Outgoing): Promise<void> => {
      const leftMs = end - performance.now();
      const isOver = leftMs < shortestQuestionMs;
      const asked = (!isOver && (await lookUps?.ask(message, leftMs))) || unknown;
      if (asked.kind === 'absent' && lookUps?.isConclusive) return;
      // An expired message may not wait for the provider, and is never sent again.
      const canWait = (isOver || lookUps?.isConclusive) && !isExpired(message);
      if (asked.kind === 'unknown' && canWait) {
        found.set(message.messageId, 'undecided');
        return;
      }
      const ref = asked.kind === 'found' ? asked.ref : null;
      found.set(message.messageId, [ref]);
      if (ref === null) keepAsking(message);
    };

    for (const some of splitIntoChunks(messages, concurrency)) await Promise.all(some.map(findOne));
    const undecided = [...found.values()].filter((answer) => answer === 'undecided').length;
    if (undecided > 0)
      report(
        new Error(
          `The provider could not be asked for ${undecided} of ${messages.length} messages`,
        ),
      );
    return found;
  };
