import { refuse } from '../errors/serviceError.ts';

/** Refuses the field at the pointer unless it is the IANA name of a time zone. */
export function requireTimeZone(name: string, pointer: string): void {
  if (isTimeZone(name)) return;
  refuse(
    pointer,
    'invalid_format',
    'must be the IANA name of a time zone, such as America/New_York',
  );
}

export const isTimeZone = (name: string): boolean => findZone(name) !== undefined;

/** Returns true for two names of one zone: in another case, or its old and its new name. */
export const isSameTimeZone = (one: string, other: string): boolean =>
  one === other || (isTimeZone(one) && findZone(one) === findZone(other));

/** Caches the zones by their names in lowercase, because Intl takes long to find one. */
const zones = new Map<string, string>();

/** Returns the name that Intl gives the zone, or undefined if there is no zone with the name. */
function findZone(name: string): string | undefined {
  // Intl also accepts an offset such as +01:00, which has no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  const key = name.toLowerCase();
  const known = zones.get(key);
  if (known !== undefined) return known;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    zones.set(key, timeZone);
    return timeZone;
  } catch {
    return undefined;
  }
}
