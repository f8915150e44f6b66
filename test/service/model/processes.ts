import type { Carrier, SubmitResult } from '../../../service/carriers/carrier.ts';
import { createCarriers } from '../../../service/carriers/carriers.ts';
import type { Context } from '../../../service/core/context.ts';
import type { Db } from '../../../service/store/database.ts';
import type { ReceiptOutcome } from '../../../service/store/messageTables.ts';
import { unknownRef, type Ending, type LateOutcome, type Way } from './steps.ts';

/** The network behind the carrier, which outlives every process. */
export interface FarSide {
  /** The refs of each time that a message was taken. */
  readonly taken: Map<string, string[][]>;
  /** Each time that it said of a message that it had not got it, though it had. */
  readonly forgotten: string[];
  /** Every message that reached it, with when, and when the hand-over began that brought it. */
  readonly reached: {
    readonly messageId: string;
    readonly at: number;
    readonly since: number;
    readonly now: number;
  }[];
  /** Counts up, so that of two things it can be told which came first. */
  readonly tick: () => number;
}

/** One question to the carrier, and what there is to answer. */
export type Question = {
  readonly messageIds: readonly string[];
  /** Undefined while it is open. */
  ending: Ending | undefined;
} & (
  | { readonly about: 'find'; readonly answer: ReadonlyMap<string, readonly string[]> }
  | { readonly about: 'submit'; readonly answer: ReadonlyMap<string, SubmitResult> }
);

/** A hand-over at work in a process of its own. */
export interface HandOver {
  readonly questions: readonly Question[];
  /** Whether it waits for an open question to be ended. */
  readonly isHeld: () => boolean;
  /** Ends the open question, and resolves when there is another or the hand-over is over. */
  readonly end: (ending: Ending) => Promise<void>;
}

export function createFarSide(): FarSide {
  let ticks = 0;
  return { taken: new Map(), forgotten: [], reached: [], tick: () => ++ticks };
}

const refsOf = ({ taken }: FarSide): string[] => [...taken.values()].flat(2);

/** The ref of a part that the carrier has taken, or of none that the service has heard of. */
export function refOf(farSide: FarSide, which: number): string {
  const refs = refsOf(farSide);
  return (which !== unknownRef && refs[which % refs.length]) || 'unknown';
}

/** Receipts for all that the carrier has taken. */
export const lateReceipts = (
  farSide: FarSide,
  outcomes: readonly LateOutcome[],
): { which: number; outcome: ReceiptOutcome }[] =>
  refsOf(farSide).flatMap((_, which) => {
    const outcome = outcomes[which % outcomes.length]!;
    return outcome === 'none' ? [] : [{ which, outcome }];
  });

/** How long the carrier that is full asks to wait. */
const roomAfterMs = 20_000;

/** What a process meets whose carrier or database is out of reach for it. */
class GoneError extends Error {
  override readonly name = 'GoneError';
}

/** A process is gone once it begins one transaction too many, and has no effect any more. */
export interface Life {
  transactionsLeft: number;
  isGone: boolean;
}

export const lifeOf = (transactions: number): Life => ({
  transactionsLeft: transactions,
  isGone: false,
});

/** The service's own context for one process, which may be cut off from the database for ever. */
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

/** Starts a hand-over, and resolves when it is held by a question or over. */
export async function startHandOver(
  context: Context,
  farSide: FarSide,
  way: Way,
  work: (context: Context) => Promise<unknown>,
): Promise<HandOver> {
  const life = lifeOf(Infinity);
  const since = farSide.tick();
  const questions: Question[] = [];
  let answer: ((ending: Ending) => void) | undefined;
  let onHeld: () => void = () => undefined;

  const ask = async (question: Question, planned: Ending | 'held'): Promise<void> => {
    if (life.isGone) throw new GoneError();
    questions.push(question);
    const said =
      planned === 'held'
        ? await new Promise<Ending>((resolve) => {
            answer = resolve;
            onHeld();
          })
        : planned;
    question.ending = canAnswer(question, said);
    if (question.ending === 'process gone') life.isGone = true;
    if (question.ending === 'process gone after one transaction') life.transactionsLeft = 1;
    if (question.ending === 'failed' || question.ending === 'process gone') throw new GoneError();
  };
  const canAnswer = ({ about }: Question, ending: Ending): Ending => {
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
      const known = messageIds.filter((id) => farSide.taken.has(id));
      if (way.find === 'forgotten') farSide.forgotten.push(...known);
      const answer = new Map(
        way.find === 'forgotten'
          ? []
          : known.map((id) => [id, farSide.taken.get(id)!.at(-1)!] as const),
      );
      await ask(
        { about: 'find', messageIds, ending: undefined, answer },
        way.find === 'forgotten' ? 'answered' : way.find,
      );
      return answer;
    },
    async submit(messages) {
      const messageIds = messages.map(({ messageId }) => messageId);
      const answer = new Map<string, SubmitResult>();
      const question: Question = { about: 'submit', messageIds, ending: undefined, answer };
      const full = new Set<string>();
      if (way.reaches)
        for (const [index, { messageId, to, segments }] of messages.entries()) {
          farSide.reached.push({
            messageId,
            at: farSide.tick(),
            since,
            now: context.clock().getTime(),
          });
          const planned = full.has(to) ? 'no room' : way.arrivals[index % way.arrivals.length]!;
          if (planned === 'no room') full.add(to);
          answer.set(messageId, resultOf(farSide, planned, messageId, segments));
        }
      await ask(question, way.submit);
      return messageIds.map((id) => answer.get(id)!);
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
      await untilHeldOrOver(() => answer!(ending));
    },
  };
}

function resultOf(
  { taken }: FarSide,
  arrival: Way['arrivals'][number],
  messageId: string,
  segments: number,
): SubmitResult {
  switch (arrival) {
    case 'refused':
      return { kind: 'refused', error: 'carrier_rejected', carrierCode: 'ESME_RSUBMITFAIL' };
    case 'no room':
      return { kind: 'throttled', retryAfterMs: roomAfterMs };
    case 'taken': {
      const before = taken.get(messageId) ?? [];
      const refs = Array.from(
        { length: segments },
        (_, part) => `${messageId}-${before.length + 1}-${part + 1}`,
      );
      taken.set(messageId, [...before, refs]);
      return { kind: 'accepted', refs };
    }
  }
}
