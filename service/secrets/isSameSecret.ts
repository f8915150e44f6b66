import { timingSafeEqual } from 'node:crypto';

/** Compares without revealing by its duration how much is the same. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
