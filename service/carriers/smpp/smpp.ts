import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '../../times/durations.ts';
import type { Carrier, Inbox, Submission } from '../carrier.ts';
import { startStopwatch } from '../lease.ts';
import { recordResults } from '../recordResults.ts';
import { isLatin1, type DefaultAlphabet } from './alphabet.ts';
import { compose, type LongMessages } from './compose.ts';
import type { IncomingOptions } from './incoming.ts';
import { createLink } from './link/link.ts';
import type { LinkOptions } from './link/linkOptions.ts';
import { offer } from '../offer.ts';
import { rejectionReceipt } from './partResult.ts';
import { alternateIds } from './receiptId.ts';
import { createReceiver, type ReceiverDependencies } from './receiver.ts';
import type { Fields } from './session.ts';
import { createSubmitPart, type OnLateResult, type SubmitOptions } from './submitPart.ts';

export interface SmppOptions extends LinkOptions, IncomingOptions, SubmitOptions {
  readonly name: string;
  /** The senders that the carrier accepts. */
  readonly numbers: readonly string[];
  readonly alphabet: DefaultAlphabet;
  readonly longMessages: LongMessages;
}

/** How long the rest of a valid long message waits after the carrier accepts its first part. */
const partRetryMs = 10 * minute;

/**
 * Creates a carrier over SMPP 3.4, with one transceiver bind per process.
 *
 * Each part is submitted once. If the response never arrives because the link breaks or the process
 * dies, it is unknown whether the carrier accepted the part. SMPP can look up a part only by the ID
 * from that response. So the part counts as sent and is not sent again. A receipt makes the message
 * delivered or undelivered if it names our reference, or if this is the only such message between
 * its two addresses. Otherwise, the message becomes unconfirmed.
 *
 * The first part of a long message goes alone, so that the carrier can refuse or throttle the
 * message as a whole. The other parts follow once the carrier accepts the first one. If it refuses
 * one of them, the whole message is undelivered.
 */
export function smppCarrier(
  options: SmppOptions,
  { db, clock, onError }: ReceiverDependencies,
): Carrier {
  const { name, numbers } = options;
  /** Maps submits to promises that resolve once their results are stored. */
  const pending = new Map<Submission, Promise<void>>();
  const stopping = new AbortController();
  /** Aborts once the link is closed. */
  const closed = new AbortController();
  /** The number of messages of which the carrier may have some parts, but not all. */
  let partlySent = 0;
  let inbox: Inbox;
  let nextReference = Math.floor(Math.random() * 256);

  const report = (error: unknown) => onError(error, `keeping the link to the carrier ${name}`);
  const composeParts = ({ text, encoding }: Submission) =>
    compose(text, encoding, options, nextReference++ & 0xff);

  const record = recordResults(() => inbox, stopping.signal);
  const receiver = createReceiver(options, () => inbox, { db, clock, onError });
  const link = createLink(options, {
    onRequest: receiver.onRequest,
    onCapacity: () => inbox.onCapacity(),
    onError: report,
  });

  /**
   * Handles a late result, which arrives after its part already counts as sent. While other parts
   * are in progress, it must not release the claim or settle the message.
   */
  const recordLateResult: OnLateResult = async (message, part, late) => {
    const { messageId, claim } = message;
    await pending.get(message);
    const isRefused = typeof late === 'object' && late !== null;
    const before = Array.from({ length: part }, () => null);
    const result = { kind: 'accepted', refs: [...before, isRefused ? null : late] } as const;
    await record({
      response: { messageId, claim, result },
      receipts: isRefused ? [rejectionReceipt(messageId, part, late)] : [],
    });
  };

  const submitPart = createSubmitPart(link, options, {
    clock,
    onLateResult: recordLateResult,
    report,
  });

  /**
   * Submits a further part of a message after the carrier accepts the first one. This needs no
   * lease: no process sends a part again whose message has a part at the carrier.
   */
  const retryPart = async (message: Submission, part: number, fields: Fields) => {
    const validMs = (message.expiresAt?.getTime() ?? Infinity) - clock().getTime();
    const limitMs = Math.min(partRetryMs, validMs);
    const deadline = performance.now() + limitMs;
    const elapsedMs = startStopwatch();
    const mayLeave = () => elapsedMs() < limitMs;
    for (;;) {
      const result = await submitPart(message, part, fields, { deadline, mayLeave });
      if (typeof result === 'string' || result === null) return result;
      const leftMs = limitMs - elapsedMs();
      if (result.kind === 'refused' || leftMs <= 0) return result;
      const waitMs = Math.min(result.retryAfterMs, leftMs);
      await sleep(waitMs, undefined, { signal: closed.signal }).catch(() => undefined);
      if (closed.signal.aborted) return result;
    }
  };

  const submitMessage = async (message: Submission): Promise<void> => {
    const { messageId, claim } = message;
    const [firstFields, ...others] = composeParts(message);
    const start = { deadline: undefined, mayLeave: message.lease.isFresh };
    const first = await submitPart(message, 0, firstFields!, start);
    if (typeof first === 'object' && first !== null) {
      await record({ response: { messageId, claim, result: first }, receipts: [] });
      return;
    }
    partlySent++;
    const rest = await Promise.all(
      others.map((fields, index) => retryPart(message, index + 1, fields)),
    ).finally(() => partlySent--);
    const receipts = rest.flatMap((result, index) =>
      typeof result === 'object' && result !== null
        ? [rejectionReceipt(messageId, index + 1, result)]
        : [],
    );
    const refs = [first, ...rest.map((result) => (typeof result === 'string' ? result : null))];
    await record({ response: { messageId, claim, result: { kind: 'accepted', refs } }, receipts });
  };

  return {
    name,
    numbers: offer(numbers),
    takesMedia: false,
    circuit: link.circuit,
    findRefusal: () => undefined,
    ...(options.alphabet === 'latin1' && { hasCharacters: isLatin1 }),
    capacity: link.capacity,
    serializesPerRecipient: true,
    pending: () => [...pending.keys()],
    alternateIds: options.receiptIds === 'auto' ? alternateIds : () => [],

    async submit(messages) {
      for (const message of messages) {
        const stored = submitMessage(message);
        pending.set(message, stored);
        stored.catch(report).finally(() => pending.delete(message));
      }
      return messages.map(() => ({ kind: 'pending' }));
    },

    /** SMPP has no lookup, and any submitted message may have been sent. */
    find: (messages) =>
      Promise.resolve(
        new Map(
          messages.map((message) => [message.messageId, composeParts(message).map(() => null)]),
        ),
      ),

    async start(destination) {
      inbox = destination;
      link.start();
      receiver.start();
    },

    async stop() {
      stopping.abort();
      await link.stop(() => partlySent > 0);
      closed.abort();
      await receiver.stop();
      while (pending.size > 0) await sleep(20);
    },
  };
}
