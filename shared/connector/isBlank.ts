/**
 * Returns true for a value that says nothing: none, only spaces, the result of a calculation that
 * failed, or a list of such values.
 */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'number' && !Number.isFinite(value)) ||
  (Array.isArray(value) && value.every(isBlank));
