import { refuse } from '../errors/serviceError.ts';

/**
 * Converts a text in the format `date-time`. Returns undefined if it is not a time, such as a leap
 * second. In UTC, a time can be in the year 10000, which the embedded database does not parse.
 */
export function toTime(text: string): Date | undefined {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? time : undefined;
}

/** Parses a time of the API. */
export const parseTime = (text: string, pointer: string): Date =>
  toTime(text) ?? refuse(pointer, 'invalid_format', 'is not a valid time');

export const parseOptionalTime = (text: string | undefined, pointer: string): Date | undefined =>
  text === undefined ? undefined : parseTime(text, pointer);
