import { limits } from '@textloom/shared/contract';
import { day, hour, second } from '../times/durations.ts';

/** The pause after the first code of an hour. Each further code doubles it. */
const firstPause = 30 * second;

/**
 * Returns when a phone number can get another code, from the times of its earlier codes, the newest
 * first. All times are in milliseconds.
 */
export function nextCodeAt(earlier: readonly number[]): number {
  const newest = earlier[0];
  if (newest === undefined) return 0;
  const inHour = earlier.filter((at) => at > newest - hour).length;
  const pause = newest + firstPause * 2 ** (inHour - 1);
  // The window of a limit opens when its oldest code leaves it.
  const afterHour = earlier[limits.codesPerHour - 1] ?? -Infinity;
  const afterDay = earlier[limits.codesPerDay - 1] ?? -Infinity;
  return Math.max(pause, afterHour + hour, afterDay + day);
}
