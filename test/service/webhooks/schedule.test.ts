import { describe, expect, it } from '@jest/globals';
import { delays, nextAttempt } from '../../../service/webhooks/delivery/schedule.ts';

const now = new Date('2026-01-01T00:00:00Z');
const seconds = (at: Date | undefined) => at && (at.getTime() - now.getTime()) / 1000;

describe('the schedule of deliveries', () => {
  it('follows Standard Webhooks with one more attempt after half a minute, give or take a fifth', () => {
    const middle = delays.map((_, at) =>
      seconds(nextAttempt({ attempt: at + 1, now, retryAfterMs: undefined }, () => 0.5)),
    );
    expect(middle).toEqual([5, 30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    const at = (random: number) =>
      seconds(nextAttempt({ attempt: 1, now, retryAfterMs: undefined }, () => random));
    expect([at(0), at(1)]).toEqual([4, 6]);
  });

  it('ends after the eleventh attempt', () => {
    expect(nextAttempt({ attempt: 10, now, retryAfterMs: undefined })).toBeDefined();
    expect(nextAttempt({ attempt: 11, now, retryAfterMs: undefined })).toBeUndefined();
  });

  it('waits as long as the receiver asks, up to a day', () => {
    const asked = (retryAfterMs: number) =>
      seconds(nextAttempt({ attempt: 1, now, retryAfterMs }, () => 0.5));
    expect([asked(0), asked(60_000), asked(7 * 86_400_000)]).toEqual([5, 60, 86_400]);
  });

  it('starts when the receiver asks, but not sooner than after the delay before the last attempt', () => {
    const asked = (retryAfter: number) =>
      delays.map((_, at) =>
        seconds(nextAttempt({ attempt: at + 1, now, retryAfterMs: retryAfter * 1_000 }, () => 0.5)),
      );
    const half = asked(1_470);
    expect(half.slice(0, 4)).toEqual([1_470, 1_470, 1_470, 1_470]);
    expect(half.slice(4)).toEqual([7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    const notSooner = nextAttempt({ attempt: 10, now, retryAfterMs: 71_000_000 }, () => 0);
    expect(seconds(notSooner)).toBe(71_000);
    expect(asked(1)).toEqual([5, 30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  });
});
