import { createHash } from 'node:crypto';
import type { Context } from '../core/context.ts';
import { recordSubmitResults } from './recordSubmitResults.ts';
import { takeReceipts } from './receipts.ts';
import { receive } from '../messages/receive.ts';
import { incoming } from '../observability/metrics.ts';
import type {
  Answer,
  Carrier,
  Inbox,
  IncomingText,
  Receipt,
  SubmitResult,
} from '../carriers/carrier.ts';
import { takeEach, takeTogether, type Fate } from '../carriers/takeEach.ts';

interface Events {
  /** Answers were taken, and what waited for them may go. */
  readonly onAnswers: () => void;
  readonly onCapacity: () => void;
  readonly onError: (error: unknown, doing: string) => void;
}

/**
 * Where everything enters that carriers bring. What the database cannot store is removed here, and
 * each answer, each receipt and each text has a fate of its own.
 */
export function openInbox(
  context: Context,
  carrier: Carrier,
  { onAnswers, onCapacity: onRoom, onError }: Events,
): Inbox {
  const taking = async (
    kind: 'answer' | 'receipt' | 'text',
    take: (onFailure: (fate: Fate, error: unknown) => void) => Promise<Fate[]>,
  ): Promise<Fate[]> => {
    const failed = new Set<Fate>();
    const fates = await take((fate, error) => {
      // Of many that must be brought again, one log entry is enough; of those that are lost, none is.
      if (fate === 'postponed' && failed.has(fate)) return;
      failed.add(fate);
      onError(
        error,
        fate === 'dropped' ? `storing one of the ${kind}s, which is dropped` : `taking ${kind}s`,
      );
    });
    for (const fate of fates) incoming.inc({ kind, result: fate });
    return fates;
  };
  return {
    answers: async (answers) => {
      const fates = await taking('answer', async (onFailure) => {
        const storables = answers.map(storableAnswer);
        const take = (some: readonly Answer[]) => recordSubmitResults(context, carrier, some);
        const fates = await takeTogether(storables, take, onFailure);
        // What became of the message counts for more than what the carrier calls it.
        const bare = storables.filter((_, at) => fates[at] === 'dropped').map(bareAnswer);
        const bareFates = await takeTogether(bare, take, onFailure);
        return fates.map((fate) =>
          fate === 'dropped' && bareFates.shift() === 'postponed' ? 'postponed' : fate,
        );
      });
      if (fates.some((fate) => fate !== 'postponed')) onAnswers();
      return fates;
    },
    receipts: (receipts) =>
      taking('receipt', (onFailure) =>
        takeTogether(
          receipts.map(storableReceipt),
          (some) => takeReceipts(context, carrier, some),
          onFailure,
        ),
      ),
    texts: (texts) =>
      taking('text', (onFailure) =>
        takeEach(
          texts.map(storableText),
          (text) => receive(context, carrier.name, text),
          onFailure,
        ),
      ),
    onCapacity: onRoom,
  };
}

const storableAnswer = ({ result, ...answer }: Answer): Answer => ({
  ...answer,
  result: storableResult(result),
});

function storableResult(result: SubmitResult): SubmitResult {
  switch (result.kind) {
    case 'accepted':
      // An id of which nothing is left would be that of many messages.
      return { ...result, refs: result.refs.map((ref) => (ref && storableRef(ref)) || null) };
    case 'refused':
      return { ...result, carrierCode: storable(result.carrierCode) };
    case 'throttled':
      return result;
  }
}

/** What an answer says without the carrier's own words. */
const bareAnswer = ({ result, ...answer }: Answer): Answer => ({
  ...answer,
  result: bareResult(result),
});

function bareResult(result: SubmitResult): SubmitResult {
  switch (result.kind) {
    case 'accepted':
      return { ...result, refs: result.refs.map(() => null) };
    case 'refused':
      return { ...result, carrierCode: 'UNKNOWN' };
    case 'throttled':
      return result;
  }
}

const storableText = ({ ref, from, to, text }: IncomingText): IncomingText => ({
  ref: storableRef(ref),
  from: storable(from),
  to: storable(to),
  text: storable(text),
});

const storableReceipt = ({ ref, code, about, ...receipt }: Receipt): Receipt => ({
  ...receipt,
  ref: storableRef(ref),
  code: storable(code),
  ...(about && {
    about: {
      ...about,
      from: about.from && storable(about.from),
      to: about.to && storable(about.to),
    },
  }),
});

/** The longest ref that is stored as it is. SMPP 3.4 allows 64 characters, and an index has room for 2.7 kB. */
const longestRef = 255;

/** A longer ref goes by its digest, which is the same for the answer and for the receipt. */
function storableRef(ref: string): string {
  const stored = storable(ref);
  return stored.length > longestRef ? createHash('sha256').update(stored).digest('hex') : stored;
}

/** PostgreSQL stores no U+0000, and half a character is none. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
