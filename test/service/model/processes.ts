import type { Carrier, SubmitResult } from '../../../service/carriers/carrier.ts';
import { createCarriers } from '../../../service/carriers/carriers.ts';
import type { Context } from '../../../service/core/context.ts';
import type { Db } from '../../../service/store/database.ts';
import type { ReceiptOutcome } from '../../../service/store/tables/messageTables.ts';
import { unknownRef, type Ending, type LateOutcome, type Way } from './steps.ts';

/** Simulates the network behind the carrier, which outlives every process. */
export interface CarrierSide {
  /** Stores the references for each time that the carrier accepted a message. */
  readonly accepted: Map<string, string[][]>;
  /** Lists each time that the carrier denied a message that it had received. */
  readonly forgotten: string[];
  /** Lists every message that reached the carrier, with its time and the start of its run. */
  readonly reached: {
    readonly messageId: string;
    readonly at: number;
    readonly since: number;
    readonly now: number;
  }[];
  /** Counts up, so that the order of two events is known. */
  readonly tick: () => number;
}

/** Stores one question to the carrier and the available answer. */
export type Question = {
  readonly messageIds: readonly string[];
  /** Undefined while the question is open. */
  ending: Ending | undefined;
} & (
  | { readonly about: 'find'; readonly response: ReadonlyMap<string, readonly string[]> }
  | { readonly about: 'submit'; readonly response: ReadonlyMap<string, SubmitResult> }
);

/** A dispatch run in a separate process. */
export interface Processing {
  readonly questions: readonly Question[];
  /** Returns whether the run waits for the end of an open question. */
  readonly isHeld: () => boolean;
  /** Ends the open question, and resolves when there is another one or the run is over. */
  readonly end: (ending: Ending) => Promise<void>;
}

export function createCarrierSide(): CarrierSide {
  let ticks = 0;
  return { accepted: new Map(), forgotten: [], reached: [], tick: () => ++ticks };
}

const listRefs = ({ accepted }: CarrierSide): string[] => [...accepted.values()].flat(2);

/**
 * Returns the reference of a part that the carrier accepted, or one that the service does not know.
 */
export function getRef(carrierSide: CarrierSide, which: number): string {
  const refs = listRefs(carrierSide);
  return (which !== unknownRef && refs[which % refs.length]) || 'unknown';
}

/** Returns receipts for everything that the carrier accepted. */
export const lateReceipts = (
  carrierSide: CarrierSide,
  outcomes: readonly LateOutcome[],
): { which: number; outcome: ReceiptOutcome }[] =>
  listRefs(carrierSide).flatMap((_, which) => {
    const outcome = outcomes[which % outcomes.length]!;
    return outcome === 'none' ? [] : [{ which, outcome }];
  });

/** Sets how long a full carrier asks to wait. */
const roomAfterMs = 20_000;

/** Signals that the carrier or the database is unreachable for a process. */
class GoneError extends Error {
  override readonly name = 'GoneError';
}

/**
 * Tracks a process, which is gone once it begins one transaction too many and then has no effect.
 */
export interface Life {
  transactionsLeft: number;
  isGone: boolean;
}

export const createLife = (transactions: number): Life => ({
  transactionsLeft: transactions,
  isGone: false,
});

/** Returns the service's own context for one process, which may lose the database forever. */
export function mortal(context: Context, life: Life): Context {
  const cutOff = () => {
    throw new GoneError();
  };
  const db = new Proxy<Db>(context.db, {
    get(target, name) {
      if (name === 'transaction' && life.transactionsLeft-- <= 0) life.isGone = true;
      if (life.isGone) return cutOff;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...context, db };
}

/** Starts a dispatch run, and resolves when a question holds it or it is over. */
export async function startProcessing(
  context: Context,
  carrierSide: CarrierSide,
  way: Way,
  work: (context: Context) => Promise<unknown>,
): Promise<Processing> {
  const life = createLife(Infinity);
  const since = carrierSide.tick();
  const questions: Question[] = [];
  let response: ((ending: Ending) => void) | undefined;
  let onHeld: () => void = () => undefined;

  const ask = async (question: Question, planned: Ending | 'held'): Promise<void> => {
    if (life.isGone) throw new GoneError();
    questions.push(question);
    const ending =
      planned === 'held'
        ? await new Promise<Ending>((resolve) => {
            response = resolve;
            onHeld();
          })
        : planned;
    question.ending = canRespond(question, ending);
    if (question.ending === 'process gone') life.isGone = true;
    if (question.ending === 'process gone after one transaction') life.transactionsLeft = 1;
    if (question.ending === 'failed' || question.ending === 'process gone') throw new GoneError();
  };
  const canRespond = ({ about }: Question, ending: Ending): Ending => {
    if (about === 'find' || way.reaches) return ending;
    return ending === 'answered'
      ? 'failed'
      : ending.startsWith('process')
        ? 'process gone'
        : ending;
  };

  const carrier: Carrier = {
    ...context.carriers.all[0]!,
    async find(messages) {
      const messageIds = messages.map(({ messageId }) => messageId);
      const known = messageIds.filter((id) => carrierSide.accepted.has(id));
      if (way.find === 'forgotten') carrierSide.forgotten.push(...known);
      const response = new Map(
        way.find === 'forgotten'
          ? []
          : known.map((id) => [id, carrierSide.accepted.get(id)!.at(-1)!] as const),
      );
      await ask(
        { about: 'find', messageIds, ending: undefined, response },
        way.find === 'forgotten' ? 'answered' : way.find,
      );
      return response;
    },
    async submit(messages) {
      const messageIds = messages.map(({ messageId }) => messageId);
      const response = new Map<string, SubmitResult>();
      const question: Question = { about: 'submit', messageIds, ending: undefined, response };
      const full = new Set<string>();
      if (way.reaches)
        for (const [index, { messageId, to, segments }] of messages.entries()) {
          carrierSide.reached.push({
            messageId,
            at: carrierSide.tick(),
            since,
            now: context.clock().getTime(),
          });
          const planned = full.has(to) ? 'throttled' : way.arrivals[index % way.arrivals.length]!;
          if (planned === 'throttled') full.add(to);
          response.set(messageId, toResult(carrierSide, planned, messageId, segments));
        }
      await ask(question, way.submit);
      return messageIds.map((id) => response.get(id)!);
    },
  };

  let isOver = false;
  const running = work(mortal({ ...context, carriers: createCarriers([{ carrier }]) }, life))
    .catch((error: unknown) => {
      if (!(error instanceof GoneError)) throw error;
    })
    .finally(() => (isOver = true));
  const untilHeldOrOver = (begin: () => void): Promise<unknown> => {
    const held = new Promise<void>((resolve) => (onHeld = resolve));
    begin();
    return Promise.race([running, held]);
  };

  await untilHeldOrOver(() => undefined);
  return {
    questions,
    isHeld: () => !isOver,
    end: async (ending) => {
      await untilHeldOrOver(() => response!(ending));
    },
  };
}

function toResult(
  { accepted }: CarrierSide,
  arrival: Way['arrivals'][number],
  messageId: string,
  segments: number,
): SubmitResult {
  switch (arrival) {
    case 'refused':
      return { kind: 'refused', error: 'carrier_rejected', carrierCode: 'ESME_RSUBMITFAIL' };
    case 'throttled':
      return { kind: 'unsent', retryAfterMs: roomAfterMs };
    case 'accepted': {
      const before = accepted.get(messageId) ?? [];
      const refs = Array.from(
        { length: segments },
        (_, part) => `${messageId}-${before.length + 1}-${part + 1}`,
      );
      accepted.set(messageId, [...before, refs]);
      return { kind: 'accepted', refs };
    }
  }
}
