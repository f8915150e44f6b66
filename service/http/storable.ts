import type { FieldError } from '../lib/errors.ts';

/** The strings in a value that no database can hold: with a zero character, or with half a character. */
export function unstorable(value: unknown, pointer = ''): FieldError[] {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed()
      ? [
          {
            pointer,
            code: 'invalid_format',
            detail: 'holds a character that is not valid Unicode text',
          },
        ]
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    ...unstorable(name, pointer || '/'),
    ...unstorable(item, `${pointer}/${name}`),
  ]);
}
