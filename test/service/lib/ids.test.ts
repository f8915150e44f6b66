import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { decodeTime } from 'ulid';
import type * as ids from '../../../service/lib/ids.ts';

// This file moves the clock, and an ID never sorts before an earlier one. With its own copy of the
// module, no other test file of the worker affects it or is affected.
const ownCopy = new URL('../../../service/lib/ids.ts?own', import.meta.url).href;
const { newId } = (await import(ownCopy)) as typeof ids;

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
function toValue(text: string): bigint {
  let value = 0n;
  for (const digit of text) value = value * 32n + BigInt(digits.indexOf(digit));
  return value;
}
const body = (id: string) => id.slice(4);

describe('an ID', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Creates IDs while the clock shows the given times. */
  const idsAt = (times: readonly number[]): string[] => {
    const clock = jest.spyOn(Date, 'now');
    return times.map((time) => {
      clock.mockReturnValue(time);
      return newId('msg');
    });
  };

  it('contains its kind and its creation time', () => {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const id = newId('con');
    expect(id).toMatch(/^con_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(decodeTime(body(id))).toBe(now);
  });

  it('sorts after all earlier IDs, no matter how the clock moves', () => {
    let time = Date.now();
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constant(0),
            fc.integer({ min: -3, max: 3 }),
            fc.integer({ min: -86_400_000, max: 3_600_000 }),
          ),
          { minLength: 2, maxLength: 200 },
        ),
        (steps) => {
          const ids = idsAt(steps.map((step) => (time += step)));
          expect(ids).toEqual([...new Set(ids)].sort());
        },
      ),
    );
  });

  it('sorts in order even if one millisecond has more IDs than its counter holds', () => {
    const ids = idsAt(Array<number>(40_000).fill(Date.now()));
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('reveals nothing about the IDs before and after it', () => {
    const tails = idsAt(Array<number>(10_000).fill(Date.now())).map((id) => body(id).slice(13));
    // At each position of the random part, each digit is as frequent as any other, and so is each
    // step from the digit before it. Each of the 32 occurs about 312 times in 10,000.
    const tally = (places: readonly number[]): number[] => {
      const counts = Array<number>(32).fill(0);
      for (const place of places) counts[(place + 32) % 32]!++;
      return counts;
    };
    for (let at = 0; at < 13; at++) {
      const places = tails.map((tail) => digits.indexOf(tail[at]!));
      const steps = places.slice(1).map((place, index) => place - places[index]!);
      for (const count of [...tally(places), ...tally(steps)]) {
        expect(count).toBeGreaterThan(200);
        expect(count).toBeLessThan(440);
      }
    }
    const sorted = tails.map(toValue).sort((a, b) => (a < b ? -1 : 1));
    const gaps = sorted.slice(1).map((value, at) => value - sorted[at]!);
    // 10,000 draws of 65 bits come this close to each other once in ten million runs.
    expect(gaps.every((gap) => gap > 2n ** 15n)).toBe(true);
  });
});
