import type { FieldError } from '../errors/serviceError.ts';
import { escapePointer } from '../errors/fieldErrors.ts';

/**
 * Finds strings that no database can store: strings with a null character or with half of a
 * surrogate pair.
 */
export function findUnstorable(value: unknown, pointer = ''): FieldError[] {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed()
      ? [
          {
            pointer,
            code: 'invalid_format',
            detail: 'contains a character that is not valid Unicode text',
          },
        ]
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    ...findUnstorable(name, pointer || '/'),
    ...findUnstorable(item, `${pointer}/${escapePointer(name)}`),
  ]);
}
