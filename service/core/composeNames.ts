/** Names that people read and search. An identifier stays as its system writes it. */
const names = new Set(['first_name', 'last_name', 'name', 'search']);

/**
 * Returns the fields of a request with each letter of a name as one character, as most keyboards
 * write it. Otherwise, a search does not find a name from a program that stores accents separately.
 */
export function composeNames<T>(fields: T): T;
export function composeNames(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && names.has(name) ? value.normalize('NFC') : value,
    ]),
  );
}
