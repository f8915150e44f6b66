const day = 24 * 60 * 60 * 1000;

/** Formats a time in the language, time zone and format of the user. */
export const formatTime = (at: string): string =>
  format(at, { hour: 'numeric', minute: '2-digit' });

export const formatDateTime = (at: string): string =>
  format(at, { dateStyle: 'full', timeStyle: 'medium' });

/** Returns today, yesterday, a weekday of the last week, or a date. */
export function formatDay(at: string, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(Date.parse(at))) / day);
  if (days === 0 || days === 1) return capitalize(relative.format(-days, 'day'));
  if (days > 1 && days < 7) return format(at, { weekday: 'long' });
  return formatDate(at, now);
}

/** Returns the time for today, or the day. */
export function formatTimeOrDay(at: string, now: number): string {
  return isToday(at, now) ? formatTime(at) : formatDay(at, now);
}

/** Returns the time, with the date if it is not today. */
export function formatShortTime(at: string, now: number): string {
  return isToday(at, now) ? formatTime(at) : `${formatDate(at, now)}, ${formatTime(at)}`;
}

/** Returns the time to the second, with the date if it is not today. */
export function formatExactTime(at: string, now: number): string {
  const time = format(at, { timeStyle: 'medium' });
  return isToday(at, now) ? time : `${formatDate(at, now)}, ${time}`;
}

/**
 * Returns how far away a time is, such as "in 5 minutes" and "2 hours ago", in English, because it
 * is part of a sentence.
 */
export function formatDistance(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return always.format(Math.round(seconds / size), unit);
}

/** Replaces the times in a text of the service, such as 2026-01-02T10:00:00.000Z. */
export const localizeTimes = (text: string, now: number): string =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (at) => formatExactTime(at, now));

/** Returns the time zone of the user as an IANA name. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Compares times of the service, which are in UTC and so sort like text. */
export const compareTimes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Formats a time for an `<input type="datetime-local">`, which has no time zone. */
export function toLocalInput(at: string): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return '';
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Returns a time on the clock of the user with its offset, such as 2026-01-02T10:00+01:00. */
export function toLocalTime(at: string): string {
  const offset = -new Date(at).getTimezoneOffset();
  const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map((part) =>
    String(Math.trunc(part)).padStart(2, '0'),
  );
  return `${toLocalInput(at)}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** Converts the value of this input to RFC 3339 in UTC, or to an empty text if there is no time. */
export function fromLocalInput(input: string): string {
  const time = new Date(input);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/**
 * The value of a field in which part of a time is missing. It is not empty, so that no request
 * passes for one without the time: the service refuses it.
 */
export const incompleteTime = 'incomplete';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const always = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

const isToday = (at: string, now: number): boolean =>
  startOfDay(Date.parse(at)) === startOfDay(now);

function formatDate(at: string, now: number): string {
  const thisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format(at, { day: 'numeric', month: 'short', ...(!thisYear && { year: 'numeric' }) });
}

const format = (at: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(undefined, options).format(new Date(at));

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
