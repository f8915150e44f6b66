import { setTimeout as sleep } from 'node:timers/promises';
import { batchEach } from '../../concurrency/batcher.ts';
import { incoming } from '../../observability/metrics.ts';
import type { Db } from '../../store/database.ts';
import type { Inbox, Receipt } from '../carrier.ts';
import { storeBatch, type InboxOutcome } from '../storeEach.ts';
import { decodeText, type DefaultAlphabet } from './alphabet.ts';
import {
  readIncoming,
  type Incoming,
  type IncomingOptions,
  type IncomingPart,
} from './incoming.ts';
import { createJoiner, textKey, type Joined } from './joinParts.ts';
import { isMalformed, type OnRequest } from './session.ts';
import { status } from './status.ts';
import { createTextRefs } from './textRefs.ts';

export interface ReceiverOptions extends IncomingOptions {
  readonly name: string;
  readonly alphabet: DefaultAlphabet;
}

export interface ReceiverDependencies {
  /** Stores the parts of long incoming texts. */
  readonly db: Db;
  readonly clock: () => Date;
  readonly onError: (error: unknown, doing: string) => void;
}

export interface Receiver {
  readonly onRequest: OnRequest;
  /** Starts to look for long texts whose missing parts no longer come. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

const maxBatch = 500;
/** How often to look for long texts with missing parts. */
const abandonedCheckMs = 10_000;

/** Receives receipts, short texts, and the parts of long texts from the carrier. */
export function createReceiver(
  options: ReceiverOptions,
  getInbox: () => Inbox,
  { db, clock, onError }: ReceiverDependencies,
): Receiver {
  const { name } = options;
  const stopping = new AbortController();
  const joiner = createJoiner(db, name, options.alphabet);
  const refs = createTextRefs();
  const receiveReceipt = batchEach<Receipt, InboxOutcome>(maxBatch, (receipts) =>
    getInbox().receipts(receipts),
  );
  const receiveShortText = batchEach<IncomingPart, InboxOutcome>(maxBatch, async (parts) => {
    const texts = parts.map((part) => ({
      ref: refs.of(part),
      from: part.from,
      to: part.to,
      text: decodeText(part.octets, part.dataCoding, options.alphabet),
      receivedAt: clock(),
    }));
    const outcomes = await getInbox().texts(texts);
    for (const [at, part] of parts.entries())
      if (outcomes[at] === 'postponed') refs.keep(part, texts[at]!.ref);
    return outcomes;
  });
  const receivePart = batchEach<IncomingPart, InboxOutcome>(maxBatch, async (parts) => {
    const outcomes = new Map<IncomingPart, InboxOutcome>();
    const getOutcome = (part: IncomingPart) => outcomes.get(part) ?? 'postponed';
    /** Keys of texts whose parts the carrier must deliver again, in the same order. */
    const postponed = new Set<string>();
    for (const turn of takeTurns(parts)) {
      const next = turn.filter((part) => !postponed.has(textKey(part)));
      const left = await receiveTurn(next, outcomes);
      for (const part of await receiveTurn(left, outcomes)) outcomes.set(part, 'postponed');
      for (const part of turn) if (getOutcome(part) === 'postponed') postponed.add(textKey(part));
    }
    return parts.map(getOutcome);
  });
  /** Receives at most one part of each text. Returns parts that must be received again. */
  const receiveTurn = async (
    parts: readonly IncomingPart[],
    outcomes: Map<IncomingPart, InboxOutcome>,
  ): Promise<IncomingPart[]> => {
    if (parts.length === 0) return [];
    const stored = await storeBatch(parts, (some) => joiner.store(some, clock()), onPartFailure);
    const { joined, left } = await joiner.complete(
      parts.filter((_, at) => stored[at] === 'accepted'),
    );
    const postponed = await deliverJoined(joined);
    for (const [at, part] of parts.entries())
      outcomes.set(part, postponed.has(textKey(part)) ? 'postponed' : stored[at]!);
    return left.filter((part) => !postponed.has(textKey(part)));
  };
  /** Returns the keys of the texts that the carrier must deliver again. */
  const deliverJoined = async (joined: readonly Joined[]): Promise<ReadonlySet<string>> => {
    const outcomes = await getInbox().texts(joined.map(({ text }) => text));
    const stored = joined.filter((_, at) => outcomes[at] !== 'postponed');
    await joiner.markJoined(stored, clock());
    return new Set(joined.flatMap(({ key }, at) => (outcomes[at] === 'postponed' ? [key] : [])));
  };
  const onPartFailure = (outcome: InboxOutcome, error: unknown) => {
    incoming.inc({ kind: 'text', outcome });
    onError(error, `storing a part of a text, which is ${outcome}`);
  };

  const onRequest: OnRequest = (request, respond) => {
    if (request.command !== 'deliver_sm' && request.command !== 'data_sm') {
      respond(status.invalidCommand);
      return;
    }
    if (isMalformed(request)) {
      incoming.inc({ kind: 'text', outcome: 'dropped' });
      onError(
        new Error('A text or a receipt has malformed fields, and is dropped'),
        `receiving from the carrier ${name}`,
      );
      respond(status.ok);
      return;
    }
    handleIncoming(readIncoming(request, options)).then(
      // A postponed item stays with the carrier, which delivers it again.
      (outcome) => respond(outcome === 'postponed' ? status.temporary : status.ok),
      (error: unknown) => {
        respond(status.temporary);
        onError(error, `receiving from the carrier ${name}`);
      },
    );
  };
  const handleIncoming = async (item: Incoming): Promise<InboxOutcome> => {
    switch (item.kind) {
      case 'receipt':
        return receiveReceipt(item.receipt);
      case 'text':
        return item.text.long ? receivePart(item.text) : receiveShortText(item.text);
      case 'note':
        return 'accepted';
    }
  };

  const deliverAbandoned = async () => {
    while (!stopping.signal.aborted) {
      try {
        await deliverJoined(await joiner.abandoned(clock()));
      } catch (error) {
        onError(error, `joining texts of the carrier ${name}`);
      }
      await sleep(abandonedCheckMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  let delivering = Promise.resolve();

  return {
    onRequest,
    start: () => {
      delivering = deliverAbandoned();
    },
    stop: async () => {
      stopping.abort();
      await delivering;
    },
  };
}

/**
 * Separates the parts of each text, and keeps their order, because the next text of a sender can
 * have the same reference.
 */
function takeTurns(parts: readonly IncomingPart[]): IncomingPart[][] {
  const turns: IncomingPart[][] = [];
  for (const some of Map.groupBy(parts, textKey).values())
    for (const [at, part] of some.entries()) (turns[at] ??= []).push(part);
  return turns;
}
