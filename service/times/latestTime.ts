import { hour } from './durations.ts';

/**
 * Returns the latest time that another process can have stored by now. A time further ahead comes
 * from a clock that was wrong. If it counted, somebody would wait until the clock catches up.
 */
export const latestTime = (now: Date): Date => new Date(now.getTime() + hour);
