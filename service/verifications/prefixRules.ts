import { hour, minute, second } from '../times/durations.ts';

/*
 * Protects an account against SMS pumping: somebody has codes sent to numbers that they earn money
 * with, and enters none of them.
 *
 * Every prefix has a debt. A code that is sent adds 1 to the debts of the prefixes of its number,
 * and a code that is entered pays for several codes. So the debt of real users stays near 0, and
 * the debt of an attack grows with each code. A prefix whose debt reaches its credit sends only a
 * few more codes, so that real users can still prove themselves, and is then blocked for a time
 * that doubles.
 *
 * All prefixes of an account share one pool of credit. A prefix can use part of the credit that the
 * others leave, as in the shared buffer of a network switch (Choudhury and Hahne, 1998). So one
 * prefix can start quickly, and an attack on fifty prefixes gets about as few codes as an attack on
 * three.
 *
 * Everything here is pure, so that tests can simulate attacks.
 */

export const guardRules = {
  /** The debt that all prefixes of an account may have together. */
  pool: 110,
  /** The part of the remaining pool that a prefix may use, by its digits after the country code. */
  share: { 3: 0.35, 4: 0.25, 5: 0.18, 6: 0.12, 7: 0.08 } as Readonly<Record<number, number>>,
  /** Credit that every prefix has, even while others attack. It does not count against the pool. */
  freeCredit: 3,
  /** A prefix is proven once people have entered this many codes in the last day. */
  provenCodes: 2,
  /** Credit for each of these codes, up to a limit. */
  proven: { each: 1, most: 12 },
  /** The share of a day's codes that are on their way at the same time at a peak. */
  inFlight: 0.006,
  debtHalfLife: 24 * hour,
  historyHalfLife: 24 * hour,
  /** How many codes a limited prefix sends before its block: with full trust, and with none. */
  probes: { most: 4, least: 1 },
  probeEvery: 20 * second,
  /** How long a person may take to enter a code. */
  probeAnswer: 3 * minute,
  /** How long the first block takes: at least, and without trust. */
  block: { least: 15 * minute, most: 12 * hour },
  longestBlock: { proven: hour, other: 24 * hour },
} as const;

/** The state of all numbers with one prefix. All times are in milliseconds. */
export interface PrefixState {
  readonly prefix: string;
  /** How many digits follow the country code. */
  readonly digits: number;
  readonly status: 'open' | 'limited' | 'blocked';
  readonly debt: number;
  /** How many codes people entered lately. Older ones count less. */
  readonly history: number;
  /** The codes that a limited prefix may still send. */
  readonly probes: number;
  /** How often the prefix was blocked since the last entered code. */
  readonly strikes: number;
  /** When a limited prefix may send the next code, or when a block ends. */
  readonly until: number;
  readonly updatedAt: number;
}

/** The account at the time of a decision. */
export interface Situation {
  readonly now: number;
  /** The debt of all prefixes together, without their free credit. */
  readonly poolUsed: number;
}

export type Verdict =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'blocked'; readonly until: number };

export const newPrefix = (prefix: string, digits: number, now: number): PrefixState => ({
  prefix,
  digits,
  status: 'open',
  debt: 0,
  history: 0,
  probes: 0,
  strikes: 0,
  until: 0,
  updatedAt: now,
});

/** Decides whether a code goes out. The prefixes must be settled. All of them must agree. */
export function decide(prefixes: readonly PrefixState[], { now }: Situation): Verdict {
  const closed = prefixes.filter(({ status, probes, until }) =>
    status === 'limited' ? probes === 0 || now < until : status === 'blocked',
  );
  if (closed.length === 0) return { kind: 'send' };
  const until = Math.max(...closed.map((one) => one.until));
  const kind = closed.some(({ status }) => status === 'blocked') ? 'blocked' : 'wait';
  return { kind, until };
}

/** Returns a prefix as it is now. */
export function advanceToNow(state: PrefixState, situation: Situation): PrefixState {
  const { now } = situation;
  const aged = age(state, now);
  if (aged.status === 'open')
    return aged.debt < computeCredit(aged, situation) ? aged : limit(aged, situation);
  if (now < aged.until) return aged;
  if (aged.status === 'blocked') return limit(aged, situation);
  if (aged.probes > 0) return aged;
  const trust = computeTrust(aged, situation);
  const { block, longestBlock } = guardRules;
  const length = between(block.most, block.least, trust) * 2 ** aged.strikes;
  const longest = between(longestBlock.other, longestBlock.proven, trust);
  return {
    ...aged,
    status: 'blocked',
    strikes: aged.strikes + 1,
    until: now + Math.min(length, longest),
  };
}

/** Returns how much to trust a prefix, from 0 to 1: as much as the pool, or its own history. */
const computeTrust = ({ history }: PrefixState, situation: Situation): number =>
  Math.max(poolLeft(situation), Math.min(1, history / guardRules.provenCodes));

/** Returns which part of the pool is left, from 0 to 1. */
const poolLeft = ({ poolUsed }: Situation): number =>
  Math.max(0, guardRules.pool - poolUsed) / guardRules.pool;

const between = (none: number, full: number, trust: number): number => none + (full - none) * trust;

/** Returns the credit of a prefix, which its debt must not reach. */
function computeCredit({ digits, history }: PrefixState, situation: Situation): number {
  const { pool, share, freeCredit, proven, inFlight } = guardRules;
  const trust = Math.min(proven.most, proven.each * history) + inFlight * history;
  return freeCredit + share[digits]! * pool * poolLeft(situation) + trust;
}

function limit(state: PrefixState, situation: Situation): PrefixState {
  const { most, least } = guardRules.probes;
  const probes = state.strikes > 0 ? least : between(least, most, computeTrust(state, situation));
  return { ...state, status: 'limited', probes: Math.round(probes), until: situation.now };
}

/**
 * Lets a debt and a history fade with time. A state from a clock that was ahead counts from now on,
 * so that its block does not last until the clock catches up.
 */
export const age = (state: PrefixState, now: number): PrefixState => ({
  ...state,
  until: state.until - Math.max(0, state.updatedAt - now),
  debt: state.debt * fade(now - state.updatedAt, guardRules.debtHalfLife),
  history: state.history * fade(now - state.updatedAt, guardRules.historyHalfLife),
  updatedAt: now,
});

const fade = (elapsed: number, halfLife: number): number =>
  0.5 ** (Math.max(0, elapsed) / halfLife);

/** Returns a settled prefix after a code went out. */
export function countSent(state: PrefixState): PrefixState {
  const sent = { ...state, debt: state.debt + 1 };
  if (state.status !== 'limited') return sent;
  const probes = state.probes - 1;
  const pause = probes > 0 ? guardRules.probeEvery : guardRules.probeAnswer;
  return { ...sent, probes, until: state.updatedAt + pause };
}

/** Returns a prefix after a person entered a code. */
export const countApproved = (state: PrefixState, payment: number, now: number): PrefixState => {
  const aged = age(state, now);
  return {
    ...aged,
    debt: Math.max(0, aged.debt - payment),
    history: aged.history + 1,
    status: 'open',
    strikes: Math.max(0, aged.strikes - 1),
  };
};

/** Returns what a prefix adds to the used part of the pool. */
export const computePoolShare = ({ debt }: Pick<PrefixState, 'debt'>): number =>
  Math.max(0, debt - guardRules.freeCredit);

/**
 * Returns how many codes an entered code pays for. The account's own usual conversion decides, so
 * that users who often give up do not count as an attack. Half of it is enough to stay open.
 */
export function computePayment(sums: {
  readonly started: number;
  readonly approved: number;
}): number {
  // Counts a typical account at first.
  const usual = (sums.approved + 35) / (sums.started + 50);
  return 1 / Math.min(0.4, Math.max(0.15, usual / 2));
}

/** The digits after the country code of the shortest prefixes, which use up the pool. */
export const pooledDigits = 3;
const longest = 7;
/** A prefix that leaves fewer digits open describes single phones rather than a range. */
const openDigits = 2;

export interface PhonePrefix {
  readonly prefix: string;
  /** Its digits after the country code. */
  readonly digits: number;
}

/** Returns the prefixes of a number in E.164 form, from the shortest to the longest. */
export function splitIntoPrefixes(phone: string, callingCode: string): readonly PhonePrefix[] {
  const start = 1 + callingCode.length;
  const last = Math.max(pooledDigits, Math.min(longest, phone.length - start - openDigits));
  return Array.from({ length: last - pooledDigits + 1 }, (_, index) => pooledDigits + index).map(
    (digits) => ({ prefix: phone.slice(0, start + digits), digits }),
  );
}
