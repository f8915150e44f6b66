import type { Person, Range } from './simulation.ts';

type Random = () => number;

interface Country {
  readonly callingCode: string;
  /** Makes the digits after the calling code that a range starts with. */
  readonly start: (random: Random) => string;
  readonly open: number;
  readonly weight: number;
  readonly conversion: number;
}

const digit = (random: Random): string => String(Math.floor(10 * random()));
export const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => digit(random)).join('');
const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(list.length * random())]!;

/** Few ranges have most of the numbers. */
const skewed = (random: Random, count: number): number => Math.floor(count * random() ** 2);

const countries: readonly Country[] = [
  {
    callingCode: '1',
    start: (random) => String(201 + 2 * skewed(random, 150)),
    open: 7,
    weight: 40,
    conversion: 0.82,
  },
  {
    callingCode: '44',
    start: (random) => `7${400 + skewed(random, 500)}`,
    open: 6,
    weight: 20,
    conversion: 0.85,
  },
  {
    callingCode: '49',
    start: (random) =>
      pick(random, ['151', '152', '157', '160', '162', '170', '171', '172', '175', '176', '179']),
    open: 8,
    weight: 10,
    conversion: 0.9,
  },
  {
    callingCode: '33',
    start: (random) => `6${10 + skewed(random, 80)}`,
    open: 6,
    weight: 10,
    conversion: 0.8,
  },
  {
    callingCode: '91',
    start: (random) => `9${100 + skewed(random, 800)}`,
    open: 6,
    weight: 10,
    conversion: 0.65,
  },
  {
    callingCode: '55',
    start: (random) => `${11 + skewed(random, 80)}9`,
    open: 8,
    weight: 5,
    conversion: 0.6,
  },
  {
    callingCode: '234',
    start: (random) => pick(random, ['803', '805', '806', '810', '703', '905']),
    open: 7,
    weight: 4,
    conversion: 0.6,
  },
  // A small country, whose users all share one prefix.
  { callingCode: '685', start: () => '72', open: 5, weight: 1, conversion: 0.75 },
];
export const smallCountry: Range = { callingCode: '685', start: '72', open: 5 };

function chooseCountry(random: Random): Country {
  let left = random() * countries.reduce((sum, { weight }) => sum + weight, 0);
  return countries.find(({ weight }) => (left -= weight) < 0) ?? countries[0]!;
}

interface Users {
  readonly from: number;
  readonly until: number;
  readonly count: number;
  /** If set, all users share this range. */
  readonly range?: Range;
}

/** Makes real users. Some ask for a second or third code, and some never enter one. */
export function users(random: Random, { from, until, count, range }: Users): Person[] {
  return Array.from({ length: count }, () => {
    const country = chooseCountry(random);
    const chosen = range ?? { ...country, start: country.start(random) };
    return {
      at: from + (until - from) * random(),
      range: chosen,
      suffix: digits(random, chosen.open),
      isAttack: false,
      converts: random() < (range ? 0.75 : country.conversion),
      resends: random() < 0.12 ? (random() < 0.3 ? 2 : 1) : 0,
    };
  });
}

interface Attack {
  readonly from: number;
  readonly until: number;
  readonly requests: number;
  readonly numbers: number;
  readonly ranges: readonly Range[];
  /** Whether the numbers follow each other. */
  readonly isSequential?: boolean;
}

/** Makes the requests of an attack. Nobody enters a code. */
export function attack(
  random: Random,
  { from, until, requests, numbers, ranges, isSequential = false }: Attack,
): Person[] {
  const targets = Array.from({ length: numbers }, (_, index) => {
    const range = ranges[index % ranges.length]!;
    const order = Math.floor(index / ranges.length) % 10 ** range.open;
    const suffix = isSequential
      ? String(order).padStart(range.open, '0')
      : digits(random, range.open);
    return { range, suffix };
  });
  return Array.from({ length: requests }, () => ({
    ...pick(random, targets),
    at: from + (until - from) * random(),
    isAttack: true,
    converts: false,
    resends: 0,
  }));
}

/** Returns ranges of countries whose numbers attackers rent. */
export function rentedRanges(random: Random, count: number, open = 5): Range[] {
  const codes = [
    '94',
    '216',
    '220',
    '224',
    '235',
    '252',
    '257',
    '263',
    '371',
    '373',
    '375',
    '993',
    '992',
    '880',
    '670',
  ];
  return Array.from({ length: count }, () => {
    const callingCode = pick(random, codes);
    return { callingCode, start: `7${digits(random, 3)}`, open };
  });
}
