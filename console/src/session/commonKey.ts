/** Returns the key if all are the same. With tabs of several accounts, the user must choose. */
export const commonKey = (keys: readonly string[]): string | null =>
  new Set(keys).size === 1 ? keys[0]! : null;
