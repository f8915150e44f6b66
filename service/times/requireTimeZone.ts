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

export function isTimeZone(name: string): boolean {
  // Intl also accepts an offset such as +01:00, which has no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
