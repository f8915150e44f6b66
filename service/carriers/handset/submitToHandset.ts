import type { Insertable } from 'kysely';
import { newId } from '../../lib/ids.ts';
import type { Jobs } from '../../store/jobs.ts';
import type { HandsetTextTable } from '../../store/tables/messageTables.ts';
import type { Receipt, Submission, SubmitResult } from '../carrier.ts';
import { getBehavior, type HandsetBehavior } from '@textloom/shared/handsets';

/** Matches NPA-555-0100 to 0199 in every area code, which are reserved numbers without owners. */
const handsetPattern = /^\+1[2-9]\d{2}55501\d{2}$/;

export const isHandset = (e164: string): boolean => handsetPattern.test(e164);

interface HandsetSubmission {
  readonly result: SubmitResult;
  readonly text?: Omit<Insertable<HandsetTextTable>, 'at'>;
  /**
   * Receipts that arrive before the submit result. They are also due again, in case a crash loses
   * them.
   */
  readonly early: readonly Receipt[];
  readonly due: readonly DueAction[];
}

export interface DueAction {
  readonly afterMs: number;
  readonly receipts?: readonly Receipt[];
  readonly texts?: Jobs['handset']['texts'];
}

const nothing = { early: [], due: [] };

/**
 * Submits messages. After a throttled text, later texts of the same conversation are throttled too.
 */
export function submitToHandset(messages: readonly Submission[]): HandsetSubmission[] {
  const throttled = new Map<string, HandsetSubmission>();
  return messages.map((message) => {
    const conversationKey = `${message.from} ${message.to}`;
    const submission = throttled.get(conversationKey) ?? submitOne(message);
    if (submission.result.kind === 'unsent') throttled.set(conversationKey, submission);
    return submission;
  });
}

function submitOne(message: Submission): HandsetSubmission {
  const outcome = getBehavior(message.to);
  if (outcome.refused)
    return {
      ...nothing,
      result: { kind: 'refused', error: 'carrier_rejected', carrierCode: 'ESME_RSUBMITFAIL' },
    };
  if (message.attempts < (outcome.throttles ?? 0))
    return {
      ...nothing,
      result: { kind: 'unsent', retryAfterMs: 500, attempt: { result: 'throttled' } },
    };
  const id = newId('txt');
  const refs = partRefs(id, message.segments);
  const failsInPart = outcome.failingPart !== undefined && outcome.failingPart < refs.length;
  const receipts = outcome.receipts.map(({ afterMs, ...receipt }) => ({
    afterMs,
    receipts: refs.map((ref, part) =>
      failsInPart && part === outcome.failingPart
        ? { ref, outcome: 'undelivered' as const, code: 'UNDELIV' }
        : { ref, ...receipt },
    ),
  }));
  const replyText = chooseReply(outcome, message);
  const reply = {
    accountId: message.accountId,
    handset: message.to,
    to: message.from,
    text: replyText ?? '',
    ref: `${id}-answer`,
  };
  return {
    result: { kind: 'accepted', refs },
    text: {
      id,
      account_id: message.accountId,
      handset: message.to,
      direction: 'to_handset',
      sender: message.from,
      recipient: message.to,
      text: message.text,
      media:
        message.media.length > 0 ? JSON.stringify(message.media.map((url) => ({ url }))) : null,
      message_id: message.messageId,
      parts: message.segments,
      is_shown: !outcome.lost && !failsInPart,
    },
    early: receipts.flatMap(({ afterMs, receipts }) => (afterMs === 0 ? receipts : [])),
    due: [
      ...receipts.map(({ afterMs, receipts }) => ({ afterMs: afterMs || 1000, receipts })),
      ...(replyText === undefined ? [] : [{ afterMs: 600, texts: [reply] }]),
    ],
  };
}

/**
 * Returns the reply of a handset. A handset that sent STOP does not send it again after an
 * automatic reply.
 */
function chooseReply(
  { answers }: HandsetBehavior,
  { text, isAutomatic }: Submission,
): string | undefined {
  if (answers === 'STOP') return isAutomatic ? undefined : 'STOP';
  return answers && text;
}

export const partRefs = (id: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => `${id}-${part + 1}`);
