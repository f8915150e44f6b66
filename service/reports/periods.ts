import type { Report } from '@textloom/shared/contract';
import { day, hour, minute } from '../times/durations.ts';

export type Interval = NonNullable<Report['interval']>;

/** The offset of every current time zone is a multiple of a quarter hour. */
export const quarter = 15 * minute;

/**
 * Returns the beginnings of all hours, days, weeks, or months of a range in a time zone, oldest
 * first. The first one is at or before the start of the range. A day of 23 or 25 hours counts as
 * one day. An hour that the clocks repeat counts as two hours.
 */
export function listPeriods(interval: Interval, timeZone: string, start: Date, end: Date): Date[] {
  const offsetAt = createOffsetAt(timeZone);
  const begins =
    interval === 'hour' ? listHours(offsetAt, start) : listDates(offsetAt, interval, start);
  const found: Date[] = [];
  for (const begin of begins) {
    if (begin >= end.getTime()) return found;
    found.push(new Date(begin));
  }
  return found;
}

/** Returns the offset of a time zone from UTC in milliseconds. */
type OffsetAt = (instant: number) => number;

function createOffsetAt(timeZone: string): OffsetAt {
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

function* listHours(offsetAt: OffsetAt, start: Date): Generator<number> {
  const sinceFullHour = (instant: number) => (instant + offsetAt(instant)) % hour;
  let begin = start.getTime() - sinceFullHour(start.getTime());
  for (;;) {
    yield begin;
    begin += hour - sinceFullHour(begin);
  }
}

/**
 * Counts dates in UTC, which has no daylight saving time, and then converts them to the time zone.
 */
function* listDates(
  offsetAt: OffsetAt,
  interval: Exclude<Interval, 'hour'>,
  start: Date,
): Generator<number> {
  const local = new Date(start.getTime() + offsetAt(start.getTime()));
  const date = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()));
  if (interval === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (interval === 'month') date.setUTCDate(1);
  for (;;) {
    yield firstInstant(offsetAt, date.getTime());
    if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
    else date.setUTCDate(date.getUTCDate() + (interval === 'week' ? 7 : 1));
  }
}

/**
 * Returns the first time that the clocks show this midnight. If they are set back over it, they
 * show it twice. If they are set forward over it, they never show it, and the day begins at the
 * change.
 */
function firstInstant(offsetAt: OffsetAt, midnight: number): number {
  const byOldClock = midnight - offsetAt(midnight - day);
  const byNewClock = midnight - offsetAt(midnight + day);
  const shown = [byOldClock, byNewClock].find(
    (instant) => instant + offsetAt(instant) === midnight,
  );
  return shown ?? byOldClock;
}
