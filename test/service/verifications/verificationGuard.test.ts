import { describe, expect, it } from '@jest/globals';
import { nextCodeAt } from '../../../service/verifications/cooldown.ts';
import {
  advanceToNow,
  computePayment,
  splitIntoPrefixes,
  newPrefix,
} from '../../../service/verifications/prefixRules.ts';
import { attack, digits, rentedRanges, smallCountry, users } from './people.ts';
import { day, hour, seeded, simulate, type Figures, type Person } from './simulation.ts';

type Random = () => number;

const start = Date.parse('2031-03-04T00:00:00Z');
const at = (days: number, hours = 0): number => start + days * day + hours * hour;
const flood = { requests: 20_000, numbers: 5_000 };

/** Two days of users before an attack at ten o'clock on the third day, and the day after it. */
const established = (random: Random) => users(random, { from: at(0), until: at(3), count: 9_000 });
const during = (hours: number) => ({ ...flood, from: at(2, 10), until: at(2, 10 + hours) });

/** The attacks, with the people that each account has. */
const variants: Readonly<Record<string, (random: Random) => Person[]>> = {
  'three prefixes in an hour': (random) => [
    ...established(random),
    ...attack(random, { ...during(1), ranges: rentedRanges(random, 3) }),
  ],
  'five prefixes in four minutes': (random) => [
    ...established(random),
    ...attack(random, { ...during(1 / 15), ranges: rentedRanges(random, 5) }),
  ],
  'five prefixes with consecutive numbers': (random) => [
    ...established(random),
    ...attack(random, { ...during(2), ranges: rentedRanges(random, 5), isSequential: true }),
  ],
  'four prefixes in three days': (random) => [
    ...users(random, { from: at(0), until: at(5), count: 12_000 }),
    ...attack(random, { ...flood, from: at(2), until: at(5), ranges: rentedRanges(random, 4) }),
  ],
  'fifty prefixes in six hours': (random) => [
    ...established(random),
    ...attack(random, { ...during(6), ranges: rentedRanges(random, 50) }),
  ],
  'fifty prefixes in a day': (random) => [
    ...established(random),
    ...attack(random, { ...flood, from: at(2), until: at(3), ranges: rentedRanges(random, 50) }),
  ],
  'four ranges among the users of a country': (random) => [
    ...established(random),
    ...attack(random, {
      ...during(2),
      ranges: Array.from({ length: 4 }, () => ({
        callingCode: '44',
        start: `7${400 + Math.floor(100 * random())}${digits(random, 2)}`,
        open: 4,
      })),
    }),
  ],
  'a new account': (random) => [
    ...users(random, { from: at(0), until: at(1), count: 5_000 }),
    ...attack(random, { ...flood, from: at(0), until: at(0, 2), ranges: rentedRanges(random, 4) }),
  ],
  'a launch': (random) => [
    ...users(random, { from: at(0), until: at(1), count: 1_000 }),
    ...users(random, { from: at(1), until: at(1, 0.25), count: 3_000 }),
    ...attack(random, { ...flood, from: at(1), until: at(1, 1), ranges: rentedRanges(random, 4) }),
  ],
};

/** Two variants in which nothing tells some of the users from the attack. */
const hardVariants: typeof variants = {
  'a third of the numbers of a small country': (random) => [
    ...established(random),
    ...users(random, { from: at(0), until: at(3), count: 600, range: smallCountry }),
    ...attack(random, {
      ...during(2),
      ranges: Array.from({ length: 3 }, () => ({
        callingCode: '685',
        start: `72${digits(random, 1)}`,
        open: 4,
      })),
    }),
  ],
  'fifty prefixes on the first day of an account': (random) => [
    ...users(random, { from: at(0), until: at(1), count: 5_000 }),
    ...attack(random, { ...flood, from: at(0), until: at(0, 6), ranges: rentedRanges(random, 50) }),
  ],
};

const calm: typeof variants = {
  'three days': established,
  'a small account': (random) => users(random, { from: at(0), until: at(20), count: 2_000 }),
  'a launch without history': (random) =>
    users(random, { from: at(0), until: at(0, 0.25), count: 3_000 }),
  'a launch in a small country': (random) =>
    users(random, { from: at(0), until: at(0, 0.25), count: 1_000, range: smallCountry }),
};

const percent = (part: number, whole: number): number => (100 * part) / Math.max(1, whole);

/** Plays a variant, and prints its figures. */
function play(name: string, make: (random: Random) => Person[]): Figures {
  const random = seeded(20_310_304);
  const figures = simulate(make(random), random);
  const { attackTexts, attackRequests, blocked, delayed, users: count } = figures;
  process.stdout.write(
    `Pumping, ${name}: ${percent(attackTexts, attackRequests).toFixed(2)} % of ${attackRequests} ` +
      `requests get a text, ${percent(blocked, count).toFixed(3)} % of ${count} users are blocked, ` +
      `${percent(delayed, count).toFixed(3)} % wait\n`,
  );
  return figures;
}

describe('the guard against pumping', () => {
  it.each(Object.entries(variants))(
    'sends few texts of an attack, and blocks almost no users: %s',
    (name, make) => {
      const { attackTexts, attackRequests, blocked, users: count } = play(name, make);
      expect(attackRequests).toBe(20_000);
      expect(percent(attackTexts, attackRequests)).toBeLessThan(2);
      expect(percent(blocked, count)).toBeLessThan(0.1);
    },
  );

  it.each(Object.entries(hardVariants))(
    'sends few texts of an attack that looks like its users: %s',
    (name, make) => {
      const { attackTexts, attackRequests, blocked, users: count } = play(name, make);
      expect(percent(attackTexts, attackRequests)).toBeLessThan(2);
      expect(percent(blocked, count)).toBeLessThan(1);
    },
  );

  it.each(Object.entries(calm))('blocks no users without an attack: %s', (name, make) => {
    const { blocked, users: count, delayed } = play(name, make);
    expect(count).toBeGreaterThan(900);
    expect(blocked).toBe(0);
    expect(percent(delayed, count)).toBeLessThan(0.5);
  });

  it('counts several prefixes of a number, but no single phones', () => {
    const prefixes = (phone: string, callingCode: string) =>
      splitIntoPrefixes(phone, callingCode).map(({ prefix }) => prefix);
    expect(prefixes('+12025550123', '1')).toEqual([
      '+1202',
      '+12025',
      '+120255',
      '+1202555',
      '+12025550',
    ]);
    expect(prefixes('+6857212345', '685')).toEqual(['+685721', '+6857212', '+68572123']);
    expect(prefixes('+2902123', '290')).toEqual(['+290212']);
  });

  it('lets each code pay for more codes if users of the account often give up', () => {
    expect(computePayment({ started: 0, approved: 0 })).toBeCloseTo(2.86, 2);
    expect(computePayment({ started: 10_000, approved: 9_000 })).toBe(2.5);
    expect(computePayment({ started: 10_000, approved: 4_000 })).toBeCloseTo(5, 1);
    expect(computePayment({ started: 10_000, approved: 100 })).toBeCloseTo(6.67, 2);
  });

  it('ends a block from a clock that was ahead in the time that was left', () => {
    const ahead = at(400);
    const blocked = {
      ...newPrefix('+1202', 3, ahead),
      status: 'blocked' as const,
      until: ahead + hour,
    };
    const first = advanceToNow(blocked, { now: at(0), poolUsed: 0 });
    expect(first).toMatchObject({ status: 'blocked', until: at(0, 1) });
    expect(advanceToNow(first, { now: at(0, 1), poolUsed: 0 }).status).toBe('limited');
  });

  it('lets a phone number wait longer after each code of an hour', () => {
    const times: number[] = [];
    const waits: number[] = [];
    for (let count = 0; count < 10; count++) {
      times.unshift(Math.max(start, nextCodeAt(times)));
      waits.push((nextCodeAt(times) - times[0]!) / 1_000);
    }
    expect(waits.slice(0, 4)).toEqual([30, 60, 120, 240]);
    expect(waits[4]).toBe(3_600 - 450);
    expect((nextCodeAt(times) - times.at(-1)!) / hour).toBe(24);
  });
});
