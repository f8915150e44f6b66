import { setTimeout as sleep } from 'node:timers/promises';
import { gatherAll } from '../../lib/batcher.ts';
import {
  ownRef,
  referenceOf,
  type Answer,
  type Carrier,
  type Inbox,
  type Receipt,
  type Submission,
  type SubmitResult,
} from '../carrier.ts';
import { destinationOf, sourceOf, type AddressKind } from './address.ts';
import type { DefaultAlphabet } from './alphabet.ts';
import { compose, type LongMessages } from './compose.ts';
import type { IncomingOptions } from './incoming.ts';
import { createLink, type LinkOptions } from './link.ts';
import { offer } from './offer.ts';
import { alternateIds, plainId } from './receiptId.ts';
import { createReceiver, type ReceiverDependencies } from './receiver.ts';
import { SessionLostError, UnsentError, type Fields } from './session.ts';
import { status, statusName, verdictOf } from './status.ts';

export interface SmppOptions extends LinkOptions, IncomingOptions {
  readonly name: string;
  /** The numbers that it lets messages leave from. */
  readonly numbers: readonly string[];
  readonly source?: AddressKind | undefined;
  readonly destination?: AddressKind | undefined;
  readonly alphabet: DefaultAlphabet;
  readonly longMessages: LongMessages;
}

/** How long the rest of a long message is tried for, once its first part was taken. */
const persistMs = 600_000;
const retryMs = { first: 1_000, most: 60_000 };
const mostAtOnce = 500;

/**
 * A carrier over SMPP 3.4, with a transceiver bind of this process.
 *
 * The submit of a part is sent once. Where its answer never comes (the link breaks, the process dies)
 * the carrier may have taken it or not, and SMPP has no way to ask by anything but the id that was in
 * the answer. Then it counts as sent and is not sent again: it becomes delivered or undelivered by a
 * receipt that names our reference, or the only such message between its two addresses, and else
 * unconfirmed.
 *
 * The first part of a long message goes alone. So one that is refused or that there is no room for is
 * so as a whole; the others follow when it was taken, and one of them that is refused makes the whole
 * message undelivered.
 */
export function smppCarrier(
  options: SmppOptions,
  { db, clock, onError }: ReceiverDependencies,
): Carrier {
  const { name, numbers } = options;
  const pending = new Set<string>();
  const stopping = new AbortController();
  let inbox: Inbox;
  let longTexts = Math.floor(Math.random() * 256);

  const report = (error: unknown) => onError(error, `keeping the link to the carrier ${name}`);
  const composed = ({ text, encoding }: Submission) =>
    compose(text, encoding, options, longTexts++ & 0xff);

  interface Outcome {
    readonly answer: Answer;
    /** What is known already of parts for which no receipt will come. */
    readonly receipts: readonly Receipt[];
  }
  /** Nothing else knows of an answer, so it is brought until it is taken. */
  const bring = gatherAll<Outcome>(mostAtOnce, async (outcomes) => {
    for (let left = outcomes; ;) {
      try {
        const fates = await inbox.receipts(left.flatMap(({ receipts }) => receipts));
        if (fates.includes('postponed')) throw new Error('A receipt is not stored yet');
        const answered = await inbox.answers(left.map(({ answer }) => answer));
        left = left.filter((_, at) => answered[at] === 'postponed');
        if (left.length === 0) return;
        if (stopping.signal.aborted) throw new Error('An answer is not stored yet');
      } catch (error) {
        if (stopping.signal.aborted) throw error;
      }
      await sleep(retryMs.first);
    }
  });
  const receiver = createReceiver(options, () => inbox, { db, clock, onError });
  const link = createLink(options, {
    onRequest: receiver.onRequest,
    onCapacity: () => inbox.onCapacity(),
    onError: report,
  });

  const fieldsOf = (message: Submission, part: number, fields: Fields): Fields => ({
    ...sourceOf(message.from, options.source, options.country),
    ...destinationOf(message.to, options.destination, options.country),
    ...fields,
    ...(message.expiresAt && { validity_period: validityOf(message.expiresAt, clock()) }),
    registered_delivery: 1,
    user_message_reference: referenceOf(ownRef(message.messageId, part)),
  });

  /** The id of a part that was taken, null where that is not known, or why it was not taken. */
  type PartResult = string | null | Exclude<SubmitResult, { kind: 'accepted' }>;

  const submitPart = async (
    message: Submission,
    part: number,
    fields: Fields,
  ): Promise<PartResult> => {
    const late = Promise.withResolvers<null>();
    let isLate = false;
    const submitted = link.submit({
      fields: fieldsOf(message, part, fields),
      isBegun: part > 0,
      onLate: () => {
        isLate = true;
        late.resolve(null);
      },
    });
    const answered = submitted.then(
      ({ command_status: code, message_id: id }): PartResult => {
        const verdict = verdictOf(code);
        if (verdict === 'taken') return id ? plainId(id) : null;
        if (verdict === 'full') return { kind: 'throttled', retryAfterMs: link.pauseMs() };
        if (verdict === 'later')
          return {
            kind: 'throttled',
            retryAfterMs: Math.min(retryMs.first * 2 ** message.attempts, retryMs.most),
          };
        return { kind: 'refused', error: verdict.refused, carrierCode: statusName(code) };
      },
      (error: unknown): PartResult => {
        if (error instanceof SessionLostError) return null;
        if (error instanceof UnsentError)
          return { kind: 'throttled', retryAfterMs: link.pauseMs() };
        throw error;
      },
    );
    answered
      .then((result) => (isLate ? concludeLate(message, part, result) : undefined))
      .catch(report);
    return Promise.race([answered, late.promise]);
  };

  /** Where the answer comes after all, to a message that has been sent as far as anyone knows. */
  const concludeLate = async (
    { messageId, claim }: Submission,
    part: number,
    late: PartResult,
  ): Promise<void> => {
    const isRefused = typeof late === 'object' && late !== null;
    const before = Array.from({ length: part }, () => null);
    const result = { kind: 'accepted', refs: [...before, isRefused ? null : late] } as const;
    await bring({
      answer: { messageId, claim, result },
      receipts: isRefused ? [refusalOf(messageId, part, late)] : [],
    });
  };

  const refusalOf = (
    messageId: string,
    part: number,
    result: Exclude<PartResult, string | null>,
  ): Receipt => ({
    ref: ownRef(messageId, part),
    outcome: 'rejected',
    code: result.kind === 'refused' ? result.carrierCode : statusName(status.throttled),
  });

  /** The further parts of a message that the carrier has begun to take. */
  const persist = async (message: Submission, part: number, fields: Fields) => {
    for (const deadline = performance.now() + persistMs; ;) {
      const result = await submitPart(message, part, fields);
      if (typeof result === 'string' || result === null) return result;
      if (result.kind === 'refused' || performance.now() > deadline || stopping.signal.aborted)
        return result;
      await sleep(result.retryAfterMs);
    }
  };

  const hand = async (message: Submission): Promise<void> => {
    const { messageId, claim } = message;
    const [firstFields, ...others] = composed(message);
    const first = await submitPart(message, 0, firstFields!);
    if (typeof first === 'object' && first !== null) {
      await bring({ answer: { messageId, claim, result: first }, receipts: [] });
      return;
    }
    const rest = await Promise.all(
      others.map((fields, index) => persist(message, index + 1, fields)),
    );
    const receipts = rest.flatMap((result, index) =>
      typeof result === 'object' && result !== null
        ? [refusalOf(messageId, index + 1, result)]
        : [],
    );
    const refs = [first, ...rest.map((result) => (typeof result === 'string' ? result : null))];
    await bring({ answer: { messageId, claim, result: { kind: 'accepted', refs } }, receipts });
  };

  return {
    name,
    numbers: offer(numbers),
    route: () => undefined,
    capacity: link.capacity,
    serializesPerRecipient: true,
    pending: () => [...pending],
    alternateIds: options.receiptIds === 'auto' ? alternateIds : () => [],

    async submit(messages) {
      for (const message of messages) {
        pending.add(message.messageId);
        hand(message)
          .catch(report)
          .finally(() => pending.delete(message.messageId));
      }
      return messages.map(() => ({ kind: 'pending' }));
    },

    /** It cannot be asked, and what was handed over may have been sent. */
    find: (messages) =>
      Promise.resolve(
        new Map(messages.map((message) => [message.messageId, composed(message).map(() => null)])),
      ),

    async start(destination) {
      inbox = destination;
      link.start();
      receiver.start();
    },

    async stop() {
      stopping.abort();
      await link.stop();
      await receiver.stop();
      while (pending.size > 0) await sleep(20);
    },
  };
}

/** The time that is left, in the relative form of SMPP 3.4, 7.1.1.2: it takes no clock in common. */
function validityOf(expiresAt: Date, now: Date): string {
  const seconds = Math.max(60, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000));
  const fields = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60];
  return `0000${fields.map((value) => String(Math.floor(value)).padStart(2, '0')).join('')}000R`;
}
