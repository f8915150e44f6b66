import type { Report } from '@textloom/shared/contract';
import type { Query } from '../route.ts';

export type Interval = NonNullable<Report['interval']>;

/** Lists common time ranges for reports, with their intervals. */
export const presets = {
  today: { label: 'Today', interval: 'hour' },
  '7d': { label: '7 days', interval: 'day' },
  '30d': { label: '30 days', interval: 'day' },
  '90d': { label: '90 days', interval: 'week' },
  '12m': { label: '12 months', interval: 'month' },
} as const satisfies Record<string, { label: string; interval: Interval }>;
export type Preset = keyof typeof presets;

const isPreset = (name: string | undefined): name is Preset =>
  name !== undefined && Object.hasOwn(presets, name);

/** Returns the start of a preset in the time zone of the user. The preset ends now. */
export function startOfPeriod(preset: Preset, now: Date): Date {
  const start = startOfDay(now);
  if (preset === '12m') start.setMonth(start.getMonth() - 11, 1);
  if (preset !== 'today' && preset !== '12m')
    start.setDate(start.getDate() - Number.parseInt(preset) + 1);
  return start;
}

/**
 * Returns the time range in the URL. Without a valid start it begins a week ago, and without a
 * valid end it ends now.
 */
export function parseRange({ range, start, end }: Query, now = new Date()) {
  if (range === 'own') {
    const own = { start: parseTime(start) ?? startOfPeriod('7d', now), end: parseTime(end) };
    return { name: range, ...own, interval: parseInterval(own.start, own.end ?? now) };
  }
  const name = isPreset(range) ? range : '7d';
  const { interval } = presets[name];
  return { name, start: startOfPeriod(name, now), end: undefined, interval };
}

function parseTime(text: string | undefined): Date | undefined {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Returns the interval for a custom time range, so that its chart is readable. */
export function parseInterval(start: Date, end: Date): Interval {
  const days = (end.getTime() - start.getTime()) / 86_400_000;
  if (days <= 2) return 'hour';
  if (days <= 62) return 'day';
  return days <= 366 ? 'week' : 'month';
}

/**
 * Returns the start of each period of a range in the time zone of the user, including empty
 * periods.
 */
export function listPeriods(interval: Interval, start: Date, end: Date): string[] {
  const at = new Date(start);
  if (interval === 'hour') at.setMinutes(0, 0, 0);
  else at.setHours(0, 0, 0, 0);
  if (interval === 'week') at.setDate(at.getDate() - ((at.getDay() + 6) % 7));
  if (interval === 'month') at.setDate(1);
  const periods: string[] = [];
  while (at < end) {
    periods.push(at.toISOString());
    // In UTC, so that an hour that the local clock repeats counts twice.
    if (interval === 'hour') at.setTime(at.getTime() + 3_600_000);
    else if (interval === 'month') at.setMonth(at.getMonth() + 1);
    else at.setDate(at.getDate() + (interval === 'week' ? 7 : 1));
  }
  return periods;
}

/** Returns the label of a period for an axis or a row. */
export function periodLabel(interval: Interval, at: string): string {
  const formats: Record<Interval, Intl.DateTimeFormatOptions> = {
    hour: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
    day: { day: 'numeric', month: 'short' },
    week: { day: 'numeric', month: 'short', year: '2-digit' },
    month: { month: 'short', year: 'numeric' },
  };
  return new Intl.DateTimeFormat(undefined, formats[interval]).format(new Date(at));
}

function startOfDay(time: Date): Date {
  const start = new Date(time);
  start.setHours(0, 0, 0, 0);
  return start;
}
