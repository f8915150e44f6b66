import { refuse } from './errors.ts';

/** A time of the wire; refuses what has the form of one and is none, such as a leap second. */
export function parseTime(text: string, pointer: string): Date {
  const time = new Date(text);
  const isTime = !Number.isNaN(time.getTime()) && time.getUTCFullYear() >= 1970;
  return isTime ? time : refuse(pointer, 'invalid_format', 'is not a time that can be');
}
