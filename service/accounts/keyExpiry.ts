import { limits } from '@textloom/shared/contract';

const day = 86_400_000;

/** Returns why a key cannot expire at this time, as a clause that continues the field's name. */
export function expiryProblem(at: Date, now: Date): string | undefined {
  if (at <= now) return 'has passed';
  return at.getTime() - now.getTime() > limits.keyDays * day
    ? `must be at most ${limits.keyDays} days ahead`
    : undefined;
}
