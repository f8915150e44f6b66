const day = 24 * 60 * 60 * 1000;

/** In the viewer's language, zone and habits. */
export const timeOf = (at: string): string => format(at, { hour: 'numeric', minute: '2-digit' });

export const dateAndTimeOf = (at: string): string =>
  format(at, { dateStyle: 'full', timeStyle: 'medium' });

/** Today, yesterday, a weekday within the last week, or a date. */
export function dayOf(at: string, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(Date.parse(at))) / day);
  if (days === 0 || days === 1) return capitalize(relative.format(-days, 'day'));
  if (days > 1 && days < 7) return format(at, { weekday: 'long' });
  const thisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format(at, { day: 'numeric', month: 'short', ...(!thisYear && { year: 'numeric' }) });
}

/** The time for today, else the day. */
export function timeOrDayOf(at: string, now: number): string {
  return startOfDay(Date.parse(at)) === startOfDay(now) ? timeOf(at) : dayOf(at, now);
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

const format = (at: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(undefined, options).format(new Date(at));

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
