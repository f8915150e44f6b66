/** Returns a field of a callback. Throws unless it is a text with content. */
export function requireText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`The callback has no ${name}`);
  return value;
}

const maxAgeSeconds = 300;

/**
 * Returns whether the time of a signature is at most five minutes ago or ahead, so that nobody can
 * replay a callback later.
 *
 * @param timestamp In seconds since 1970.
 */
export const isRecent = (timestamp: string, now: Date): boolean =>
  /^\d{10}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= maxAgeSeconds;
