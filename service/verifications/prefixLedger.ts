import {
  countApproved,
  countSent,
  decide,
  newPrefix,
  pooledDigits,
  computePoolShare,
  advanceToNow,
  type PhonePrefix,
  type PrefixState,
  type Situation,
  type Verdict,
} from './prefixRules.ts';

/** The prefixes of an account while codes start one after the other. */
export interface PrefixLedger {
  /** Decides whether a code to a number with these prefixes goes out, and counts it if it does. */
  readonly judge: (prefixes: readonly PhonePrefix[], now: number) => Verdict;
  /** Counts an entered code, which pays for several codes. */
  readonly approve: (prefixes: readonly PhonePrefix[], payment: number, now: number) => void;
  /** Returns the state of a prefix after all this. */
  readonly read: (prefix: string) => PrefixState;
}

/** Keeps the states of prefixes, beginning with these. */
export function createPrefixLedger(
  known: ReadonlyMap<string, PrefixState>,
  poolUsed: number,
): PrefixLedger {
  const states = new Map(known);
  let used = poolUsed;
  const find = ({ prefix, digits }: PhonePrefix, now: number): PrefixState =>
    states.get(prefix) ?? newPrefix(prefix, digits, now);
  const replace = (before: PrefixState, after: PrefixState): void => {
    states.set(after.prefix, after);
    if (after.digits === pooledDigits) used += computePoolShare(after) - computePoolShare(before);
  };
  return {
    judge(prefixes, now) {
      const situation: Situation = { now, poolUsed: used };
      const before = prefixes.map((one) => find(one, now));
      const settled = before.map((state) => advanceToNow(state, situation));
      const verdict = decide(settled, situation);
      const after = verdict.kind === 'send' ? settled.map(countSent) : settled;
      before.forEach((state, index) => replace(state, after[index]!));
      return verdict;
    },
    approve(prefixes, payment, now) {
      for (const one of prefixes) {
        const state = find(one, now);
        replace(state, countApproved(state, payment, now));
      }
    },
    read: (prefix) => states.get(prefix)!,
  };
}
