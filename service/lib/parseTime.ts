import { refuse } from './errors.ts';

/**
 * Parses a time of the API. Refuses a text in the right format that is not a time, such as a leap
 * second.
 */
export function parseTime(text: string, pointer: string): Date {
  const time = new Date(text);
  const isTime = !Number.isNaN(time.getTime()) && time.getUTCFullYear() >= 1970;
  return isTime ? time : refuse(pointer, 'invalid_format', 'is not a valid time');
}

export const parseOptionalTime = (text: string | undefined, pointer: string): Date | undefined =>
  text === undefined ? undefined : parseTime(text, pointer);
