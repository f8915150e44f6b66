import { refuse } from './errors.ts';

/**
 * Parses a time of the API. Refuses a text in the right format that is not a time, such as a leap
 * second. In UTC, a time can be in the year 10000, which the embedded database does not parse.
 */
export function parseTime(text: string, pointer: string): Date {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  const isTime = year >= 1970 && year <= 9999;
  return isTime ? time : refuse(pointer, 'invalid_format', 'is not a valid time');
}

export const parseOptionalTime = (text: string | undefined, pointer: string): Date | undefined =>
  text === undefined ? undefined : parseTime(text, pointer);
