import type { Report } from '@textloom/shared/contract';

export type Interval = NonNullable<Report['interval']>;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Every time zone of today is whole quarters of an hour away from UTC. */
export const quarter = 15 * minute;

/**
 * When the hours, days, weeks or months begin in a time zone that a range is in, oldest first; the
 * first one begins at the start of the range or before. A day of 23 or 25 hours is one; an hour
 * that the clocks go through twice is two.
 */
export function periodsOf(interval: Interval, timeZone: string, start: Date, end: Date): Date[] {
  const offsetAt = offsetsOf(timeZone);
  const begins =
    interval === 'hour' ? hoursOf(offsetAt, start) : datesOf(offsetAt, interval, start);
  const found: Date[] = [];
  for (const begin of begins) {
    if (begin >= end.getTime()) return found;
    found.push(new Date(begin));
  }
  return found;
}

/** Milliseconds that a time zone's clocks are ahead of UTC. */
type OffsetAt = (instant: number) => number;

function offsetsOf(timeZone: string): OffsetAt {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (instant) => {
    const [month, date, year, hours, minutes] = clock.format(instant).match(/\d+/g)!.map(Number);
    const shown = Date.UTC(year!, month! - 1, date, hours, minutes);
    return Math.round((shown - instant) / quarter) * quarter;
  };
}

function* hoursOf(offsetAt: OffsetAt, start: Date): Generator<number> {
  const sinceFullHour = (instant: number) => (instant + offsetAt(instant)) % hour;
  let begin = start.getTime() - sinceFullHour(start.getTime());
  for (;;) {
    yield begin;
    begin += hour - sinceFullHour(begin);
  }
}

/** Dates are counted as if they were of UTC, which has no summer time, and only then looked up. */
function* datesOf(
  offsetAt: OffsetAt,
  interval: Exclude<Interval, 'hour'>,
  start: Date,
): Generator<number> {
  const local = new Date(start.getTime() + offsetAt(start.getTime()));
  const date = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()));
  if (interval === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (interval === 'month') date.setUTCDate(1);
  for (;;) {
    yield firstInstantOf(offsetAt, date.getTime());
    if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
    else date.setUTCDate(date.getUTCDate() + (interval === 'week' ? 7 : 1));
  }
}

/**
 * When the clocks first show this midnight. Where they are set back over it they show it twice; where
 * they are set forward over it they never do, and the day begins when they are set.
 */
function firstInstantOf(offsetAt: OffsetAt, midnight: number): number {
  const byOldClock = midnight - offsetAt(midnight - day);
  const byNewClock = midnight - offsetAt(midnight + day);
  const shown = [byOldClock, byNewClock].find(
    (instant) => instant + offsetAt(instant) === midnight,
  );
  return shown ?? byOldClock;
}
