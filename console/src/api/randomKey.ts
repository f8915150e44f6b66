/**
 * Returns a random key. `crypto.randomUUID` exists only on secure origins, but a service in a local
 * network may not be one.
 */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
