import { limits } from '@textloom/shared/contract';
import { day } from '../times/durations.ts';

/** Returns why a key cannot expire at this time, as a clause that continues the field's name. */
export function expiryProblem(at: Date, now: Date): string | undefined {
  if (at <= now) return 'has passed';
  return at.getTime() - now.getTime() > limits.keyDays * day
    ? `must be at most ${limits.keyDays} days ahead`
    : undefined;
}
