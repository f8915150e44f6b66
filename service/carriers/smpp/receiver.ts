import { setTimeout as sleep } from 'node:timers/promises';
import { gatherEach } from '../../lib/batcher.ts';
import { incoming } from '../../observability/metrics.ts';
import type { Db } from '../../store/database.ts';
import type { Inbox, Receipt } from '../carrier.ts';
import { takeTogether, type Fate } from '../takeEach.ts';
import { read, type DefaultAlphabet } from './alphabet.ts';
import {
  readIncoming,
  type Incoming,
  type IncomingOptions,
  type IncomingPart,
} from './incoming.ts';
import { createJoiner, keyOf, type Joined } from './joinParts.ts';
import type { OnRequest } from './session.ts';
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

const mostAtOnce = 500;
/** How often to look for long texts with missing parts. */
const lookMs = 10_000;

/** Receives receipts, short texts, and the parts of long texts from the carrier. */
export function createReceiver(
  options: ReceiverOptions,
  inboxOf: () => Inbox,
  { db, clock, onError }: ReceiverDependencies,
): Receiver {
  const { name } = options;
  const stopping = new AbortController();
  const joiner = createJoiner(db, name, options.alphabet);
  const refs = createTextRefs();
  const receive = gatherEach<Receipt, Fate>(mostAtOnce, (receipts) => inboxOf().receipts(receipts));
  const receiveShort = gatherEach<IncomingPart, Fate>(mostAtOnce, async (parts) => {
    const texts = parts.map((part) => ({
      ref: refs.of(part),
      from: part.from,
      to: part.to,
      text: read(part.octets, part.dataCoding, options.alphabet),
    }));
    const fates = await inboxOf().texts(texts);
    for (const [at, part] of parts.entries())
      if (fates[at] === 'postponed') refs.keep(part, texts[at]!.ref);
    return fates;
  });
  const receiveLong = gatherEach<IncomingPart, Fate>(mostAtOnce, async (parts) => {
    const stored = await takeTogether(parts, (some) => joiner.store(some, clock()), onPartFailure);
    const joined = await joiner.whole(parts.filter((_, at) => stored[at] === 'taken'));
    const postponed = await bringJoined(joined);
    return parts.map((part, at) => (postponed.has(keyOf(part)) ? 'postponed' : stored[at]!));
  });
  /** Returns the keys of the texts that the carrier must deliver again. */
  const bringJoined = async (joined: readonly Joined[]): Promise<ReadonlySet<string>> => {
    const fates = await inboxOf().texts(joined.map(({ text }) => text));
    await joiner.forget(joined.filter((_, at) => fates[at] !== 'postponed'));
    return new Set(joined.flatMap(({ key }, at) => (fates[at] === 'postponed' ? [key] : [])));
  };
  const onPartFailure = (fate: Fate, error: unknown) => {
    incoming.inc({ kind: 'text', result: fate });
    onError(error, `storing a part of a text, which is ${fate}`);
  };

  const onRequest: OnRequest = (request, answer) => {
    if (request.command !== 'deliver_sm' && request.command !== 'data_sm') {
      answer(status.invalidCommand);
      return;
    }
    takeIncoming(readIncoming(request, options)).then(
      // A postponed item stays with the carrier, which delivers it again.
      (fate) => answer(fate === 'postponed' ? status.temporary : status.ok),
      (error: unknown) => {
        answer(status.temporary);
        onError(error, `receiving from the carrier ${name}`);
      },
    );
  };
  const takeIncoming = async (brought: Incoming): Promise<Fate> => {
    switch (brought.kind) {
      case 'receipt':
        return receive(brought.receipt);
      case 'text':
        return brought.text.long ? receiveLong(brought.text) : receiveShort(brought.text);
      case 'note':
        return 'taken';
    }
  };

  const lookForLeft = async () => {
    while (!stopping.signal.aborted) {
      try {
        await bringJoined(await joiner.giveUp(clock()));
      } catch (error) {
        onError(error, `joining texts of the carrier ${name}`);
      }
      await sleep(lookMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  let looking = Promise.resolve();

  return {
    onRequest,
    start: () => {
      looking = lookForLeft();
    },
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}
