import fc from 'fast-check';
import type { ReceiptOutcome } from '../../../service/store/tables/messageTables.ts';

/** Lists how a question to the carrier can end for the process that asked. */
export type Ending =
  | 'answered'
  /** Nothing is known. The carrier may have accepted all messages, or none. */
  | 'failed'
  /** The process is gone before it gets the answer. */
  | 'process gone'
  /** The process is gone after it stores the answer and before it acts on it. */
  | 'process gone after one transaction';

/** Lists what the carrier can do with a message that reaches it. */
type Arrival = 'accepted' | 'refused' | 'throttled';

/** Describes what one run encounters. */
export interface Way {
  readonly find: Ending | 'held' | 'forgotten';
  readonly reaches: boolean;
  /** Applies in order, and starts over if there are more messages. */
  readonly arrivals: readonly Arrival[];
  readonly submit: Ending | 'held';
}

/**
 * One step of a run. A number that selects something wraps around the number of candidates at that
 * time.
 */
export type Step =
  | {
      readonly does: 'send';
      readonly to: number;
      readonly parts: number;
      readonly ttl: number;
      readonly inSeconds: number;
    }
  | { readonly does: 'dispatch' | 'recover'; readonly way: Way }
  | { readonly does: 'respond'; readonly which: number; readonly ending: Ending }
  | {
      readonly does: 'receipts';
      readonly receipts: readonly { readonly which: number; readonly outcome: ReceiptOutcome }[];
      readonly isCutOff: boolean;
    }
  | { readonly does: 'cancel'; readonly which: number }
  | { readonly does: 'text'; readonly from: number; readonly text: string }
  | { readonly does: 'sweep' }
  | { readonly does: 'wait'; readonly seconds: number };

/** Matches the reference of no message. */
export const unknownRef = 15;

/** Lets everything succeed. */
export const goodWay: Way = {
  find: 'answered',
  reaches: true,
  arrivals: ['accepted'],
  submit: 'answered',
};

const pick = <T>(...choices: readonly (readonly [weight: number, T])[]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
const which = fc.nat(15);

const send = fc.record({
  does: fc.constant('send' as const),
  to: fc.nat(1),
  parts: pick([3, 1], [2, 2], [1, 3], [1, 4]),
  ttl: pick([6, 86_400], [1, 3_600], [1, 90], [1, 20]),
  inSeconds: pick([6, 0], [1, 30], [1, 3_600]),
});

const arrival = pick<Arrival>([5, 'accepted'], [1, 'refused'], [2, 'throttled']);

/** One step leaves `held` questions open, and another step ends them. */
const chooseWay = (canHold: boolean): fc.Arbitrary<Way> => {
  const held = canHold ? ([[4, 'held']] as const) : [];
  return fc.record({
    find: pick<Way['find']>(
      [6, 'answered'],
      [1, 'failed'],
      [1, 'process gone'],
      [1, 'process gone after one transaction'],
      [2, 'forgotten'],
      ...held,
    ),
    reaches: pick([5, true], [1, false]),
    arrivals: fc.array(arrival, { minLength: 1, maxLength: 3 }),
    submit: pick<Way['submit']>(
      [5, 'answered'],
      [1, 'failed'],
      [1, 'process gone'],
      [1, 'process gone after one transaction'],
      ...held,
    ),
  });
};

const ending = pick<Ending>(
  [5, 'answered'],
  [1, 'failed'],
  [1, 'process gone'],
  [1, 'process gone after one transaction'],
);

const outcome = pick<ReceiptOutcome>(
  [5, 'delivered'],
  [2, 'undelivered'],
  [1, 'expired'],
  [1, 'rejected'],
  [1, 'discarded'],
);

const receipts = fc.record({
  does: fc.constant('receipts' as const),
  receipts: fc.array(fc.record({ which, outcome }), { minLength: 1, maxLength: 5 }),
  isCutOff: pick([4, false], [1, true]),
});

const recoverStaleClaims = (canHold: boolean) =>
  fc.record({ does: fc.constant('recover' as const), way: chooseWay(canHold) });

const other = (canHold: boolean): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ does: fc.constant('dispatch' as const), way: chooseWay(canHold) }),
    },
    { weight: 2, arbitrary: recoverStaleClaims(canHold) },
    { weight: 7, arbitrary: receipts },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), which }) },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('text' as const),
        from: fc.nat(1),
        text: pick([2, 'STOP'], [1, 'START']),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ does: 'sweep' as const }) },
  );

const chooseWait = (...choices: readonly (readonly [number, number])[]) =>
  fc.record({ does: fc.constant('wait' as const), seconds: pick(...choices) });
// Two of the shortest waits are longer than a claim or a full carrier lasts, and one is shorter.
const wait = chooseWait([6, 12], [6, 30], [2, 7_200], [1, 288_000]);
const response = fc.record({ does: fc.constant('respond' as const), which, ending });

/** Generates a run that may be overtaken. */
const slow = (does: 'dispatch' | 'recover'): fc.Arbitrary<Step> =>
  fc.record({
    does: fc.constant(does),
    way: fc.tuple(chooseWay(true), fc.boolean()).map(([way, isHeld]): Way => ({
      ...way,
      find: isHeld ? 'held' : 'answered',
      submit: 'held',
    })),
  });

/**
 * Lists the outcomes, in turn, of parts that still have no receipt when everything else is over.
 */
export type LateOutcome = ReceiptOutcome | 'none';
export const lateOutcomes: fc.Arbitrary<LateOutcome[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: outcome }, { weight: 1, arbitrary: fc.constant('none') }),
  { minLength: 1, maxLength: 4 },
);

/** Generates steps one after another, for up to four messages. */
export const oneByOne: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(send, { minLength: 1, maxLength: 2 }),
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: send.map((step): Step[] => [step]) },
        { weight: 18, arbitrary: other(true).map((step) => [step]) },
        { weight: 6, arbitrary: response.map((step) => [step]) },
        { weight: 3, arbitrary: wait.map((step) => [step]) },
        // This is long enough for an interrupted claim and for a full carrier.
        { weight: 4, arbitrary: fc.tuple(chooseWait([1, 30]), recoverStaleClaims(true)) },
        {
          weight: 2,
          arbitrary: fc.tuple(
            slow('dispatch'),
            chooseWait([1, 30]),
            recoverStaleClaims(true),
            response,
          ),
        },
        {
          weight: 1,
          arbitrary: fc.tuple(
            ...[
              slow('dispatch'),
              chooseWait([1, 30]),
              slow('recover'),
              chooseWait([2, 12], [1, 30]),
            ],
            ...[response, chooseWait([2, 12], [1, 30]), recoverStaleClaims(true), response],
          ),
        },
        { weight: 3, arbitrary: fc.tuple(slow('dispatch'), other(false), response) },
        { weight: 2, arbitrary: fc.tuple(slow('dispatch'), receipts, response) },
      ),
      { maxLength: 20, size: 'max' },
    ),
  )
  .map(([first, others]) => [...first, ...others.flat()]);

/** A step of a round, with its delay in milliseconds after the start of the round. */
export interface Timed {
  readonly afterMs: number;
  readonly step: Step;
}
const timed = (step: fc.Arbitrary<Step>, latestMs: number): fc.Arbitrary<Timed> =>
  fc.record({ afterMs: fc.nat(latestMs), step });

/**
 * Generates rounds of steps. The steps of a round happen at the same time, and rounds happen one
 * after another.
 */
export const atOnce: fc.Arbitrary<Timed[][]> = fc
  .tuple(
    fc.array(timed(send, 0), { minLength: 1, maxLength: 3 }),
    fc.array(
      fc.oneof(
        { weight: 1, arbitrary: timed(wait, 0).map((step) => [step]) },
        {
          weight: 3,
          arbitrary: fc.array(
            timed(
              fc.oneof({ weight: 1, arbitrary: send }, { weight: 9, arbitrary: other(true) }),
              8,
            ),
            { minLength: 2, maxLength: 7 },
          ),
        },
      ),
      { maxLength: 8, size: 'max' },
    ),
  )
  .map(([first, rounds]) => [first, ...rounds]);
