import { nextCodeAt } from '../../../service/verifications/cooldown.ts';
import {
  age,
  computePayment,
  pooledDigits,
  computePoolShare,
  splitIntoPrefixes,
} from '../../../service/verifications/prefixRules.ts';
import { createPrefixLedger } from '../../../service/verifications/prefixLedger.ts';

const second = 1_000;
const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Returns numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Numbers that begin with the same digits. */
export interface Range {
  readonly callingCode: string;
  /** The first digits after the calling code. */
  readonly start: string;
  /** How many digits follow them. */
  readonly open: number;
}

/** Somebody who asks for codes. */
export interface Person {
  readonly at: number;
  readonly range: Range;
  readonly isAttack: boolean;
  /** The number after the start of its range. */
  readonly suffix: string;
  /** Whether the person enters the code in the end. */
  readonly converts: boolean;
  /** How often the person asks for another code, although one arrived. */
  readonly resends: number;
}

export interface Figures {
  readonly attackRequests: number;
  readonly attackTexts: number;
  /** Real users from the first request of the attack on. */
  readonly users: number;
  /** Users who got their code only after a refusal. */
  readonly delayed: number;
  /** Users who gave up without a code. */
  readonly blocked: number;
}

/** A queue of work by time. */
function createAgenda() {
  const heap: { at: number; run: () => void }[] = [];
  const swap = (a: number, b: number) => ([heap[a], heap[b]] = [heap[b]!, heap[a]!]);
  return {
    add(at: number, run: () => void) {
      heap.push({ at, run });
      for (let child = heap.length - 1; child > 0;) {
        const parent = (child - 1) >> 1;
        if (heap[parent]!.at <= heap[child]!.at) break;
        swap(parent, child);
        child = parent;
      }
    },
    next() {
      const first = heap[0];
      const last = heap.pop();
      if (!first || heap.length === 0) return first;
      heap[0] = last!;
      for (let parent = 0; ;) {
        const left = 2 * parent + 1;
        const least = [left, left + 1].reduce(
          (best, child) => (child < heap.length && heap[child]!.at < heap[best]!.at ? child : best),
          parent,
        );
        if (least === parent) return first;
        swap(parent, least);
        parent = least;
      }
    },
  };
}

/** How often a user asks again after a refusal. */
const patience = 4;

/** Plays all people against the guard of one account. */
export function simulate(people: readonly Person[], random: () => number): Figures {
  const agenda = createAgenda();
  const codes = new Map<string, number[]>();
  const trusted = new Set<string>();
  const attackTimes = people.filter(({ isAttack }) => isAttack).map(({ at }) => at);
  // Without an attack, all users count.
  const attackStart = attackTimes.reduce((least, at) => Math.min(least, at), attackTimes[0] ?? 0);
  const figures = { attackRequests: 0, attackTexts: 0, users: 0, delayed: 0, blocked: 0 };
  const hours = new Map<number, { started: number; approved: number }>();
  const count = (at: number, name: 'started' | 'approved') => {
    const one = hours.get(Math.floor(at / hour)) ?? { started: 0, approved: 0 };
    one[name]++;
    hours.set(Math.floor(at / hour), one);
  };
  const usual = (now: number) => {
    const sum = { started: 0, approved: 0 };
    for (let back = 0; back < 24; back++) {
      const one = hours.get(Math.floor(now / hour) - back);
      sum.started += one?.started ?? 0;
      sum.approved += one?.approved ?? 0;
    }
    return sum;
  };
  const asked = new Set<string>();
  let ledger = createPrefixLedger(new Map(), 0);
  let readAt = 0;
  /** Lets old debts fade, as the service does for each transaction. */
  const reread = (now: number): void => {
    if (now < readAt + 2 * hour) return;
    readAt = now;
    const states = new Map([...asked].map((prefix) => [prefix, ledger.read(prefix)]));
    let used = 0;
    for (const state of states.values())
      if (state.digits === pooledDigits) used += computePoolShare(age(state, now));
    ledger = createPrefixLedger(states, used);
  };

  /** Returns 0 if the code goes out, or when to ask again. */
  const start = (
    phone: string,
    prefixes: ReturnType<typeof splitIntoPrefixes>,
    now: number,
  ): number => {
    reread(now);
    const earlier = codes.get(phone) ?? [];
    const next = nextCodeAt(earlier);
    if (next > now) return next;
    if (!trusted.has(phone)) {
      for (const { prefix } of prefixes) asked.add(prefix);
      const verdict = ledger.judge(prefixes, now);
      if (verdict.kind !== 'send')
        return verdict.kind === 'wait' ? Math.max(verdict.until, now + second) : now + 2 * minute;
    }
    codes.set(phone, [now, ...earlier]);
    count(now, 'started');
    return 0;
  };

  const visit = (person: Person): void => {
    const { range, isAttack, converts } = person;
    const phone = `+${range.callingCode}${range.start}${person.suffix}`;
    const prefixes = splitIntoPrefixes(phone, range.callingCode);
    if (isAttack) {
      figures.attackRequests++;
      if (start(phone, prefixes, person.at) === 0) figures.attackTexts++;
      return;
    }
    const counts = person.at >= attackStart;
    if (counts) figures.users++;
    const wasTrusted = trusted.has(phone);
    const approve = (now: number) => {
      if (!wasTrusted) ledger.approve(prefixes, computePayment(usual(now)), now);
      trusted.add(phone);
      count(now, 'approved');
    };
    const type = (now: number): void => {
      if (!converts) return;
      const typing = now + Math.min(9 * minute, logNormal(random, 22 * second, 0.8));
      agenda.add(typing, () => approve(typing));
    };
    const receive = (now: number, resends: number): void => {
      if (resends === 0) {
        type(now);
        return;
      }
      const again = now + (35 + 40 * random()) * second;
      agenda.add(again, () => {
        start(phone, prefixes, again);
        receive(again, resends - 1);
      });
    };
    const ask = (now: number, refusals: number): void => {
      const again = start(phone, prefixes, now);
      if (again === 0) {
        if (counts && refusals > 0) figures.delayed++;
        receive(now, person.resends);
      } else if (refusals < patience) {
        const pause = Math.max(again - now, 5 * second) * (1 + random());
        agenda.add(now + pause, () => ask(now + pause, refusals + 1));
      } else if (counts) figures.blocked++;
    };
    ask(person.at, 0);
  };

  for (const person of people) agenda.add(person.at, () => visit(person));
  for (let item = agenda.next(); item; item = agenda.next()) item.run();
  return figures;
}

function logNormal(random: () => number, median: number, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(sigma * normal);
}
