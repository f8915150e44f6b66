import { quarter } from './periods.ts';

/** A time span that is added up from bins of one width. */
export interface Span {
  /** The width of a bin in minutes. */
  readonly width: 15 | 60;
  readonly begins: Date;
  readonly ends: Date;
}

const hour = 4 * quarter;

/**
 * Splits a range into spans of whole hours, and of quarter hours where the start, the end, or the
 * beginning of a period is within an hour. All times are on quarter hours.
 */
export function splitIntoSpans(start: Date, end: Date, periods: readonly Date[]): Span[] {
  const cuts = [start, ...periods.filter((begin) => begin > start), end].map((cut) =>
    cut.getTime(),
  );
  const spans: { width: 15 | 60; begins: number; ends: number }[] = [];
  const add = (width: 15 | 60, begins: number, ends: number) => {
    if (begins >= ends) return;
    const last = spans.at(-1);
    if (last?.width === width && last.ends === begins) last.ends = ends;
    else spans.push({ width, begins, ends });
  };
  for (const [index, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[index + 1]!;
    const firstHour = Math.min(Math.ceil(from / hour) * hour, to);
    const lastHour = Math.max(Math.floor(to / hour) * hour, firstHour);
    add(15, from, firstHour);
    add(60, firstHour, lastHour);
    add(15, lastHour, to);
  }
  return spans.map(({ width, begins, ends }) => ({
    width,
    begins: new Date(begins),
    ends: new Date(ends),
  }));
}
