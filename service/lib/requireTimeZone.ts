import { refuse } from './errors.ts';

/** Refuses the field at the pointer where it is not the IANA name of a time zone. */
export function requireTimeZone(name: string, pointer: string): void {
  if (isTimeZone(name)) return;
  refuse(
    pointer,
    'invalid_format',
    'must be the IANA name of a time zone, such as America/New_York',
  );
}

export function isTimeZone(name: string): boolean {
  // An offset such as +01:00 is known to Intl, too, and knows no summer.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
