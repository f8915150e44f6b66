import { plainPhone, type Schema } from '@textloom/shared/contract';
import { incompleteTime } from '../dates.ts';

/** Returns true if the text can be a whole phone number, and not only the beginning of one. */
function isWholeNumber(text: string): boolean {
  const plain = plainPhone(text);
  return plain !== undefined && plain.length >= (plain.startsWith('+') ? 9 : 10);
}

/** Returns true if a filter has a value that the service can compare. */
export function isComplete(schema: Schema, text: string): boolean {
  if (text === incompleteTime) return false;
  if (!('type' in schema) || schema.type !== 'string') return true;
  if (schema.format === 'email') return /^\S+@\S+\.\S{2,}$/.test(text);
  if (schema.pattern === undefined) return true;
  const matches = (value: string) => new RegExp(schema.pattern!, 'u').test(value);
  // Every beginning of a number matches the pattern of a phone number.
  if (matches('+12025550123') && /^\W*\d/.test(text)) return isWholeNumber(text);
  return matches(text);
}
