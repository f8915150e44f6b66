import { deliveryDelays, deliveryJitter } from '@textloom/shared/contract';
import { hour, second } from '../../times/durations.ts';

/** How long to wait after the first, second, … failed attempt. */
export const delays: readonly number[] = deliveryDelays.map((seconds) => seconds * second);
const maxRetryAfterMs = 24 * hour;

/**
 * Returns when the next attempt starts, or undefined if there is none. Jitter either way spreads
 * deliveries that failed together. The receiver can request another wait, up to a day. With less
 * than the previous delay, it could use up all attempts in a minute.
 */
export function nextAttempt(
  { attempt, now, retryAfterMs }: { attempt: number; now: Date; retryAfterMs: number | undefined },
  random: () => number = Math.random,
): Date | undefined {
  const delay = delays[attempt - 1];
  if (delay === undefined) return undefined;
  const asked = Math.min(retryAfterMs ?? 0, maxRetryAfterMs);
  const least = delays[attempt - 2] ?? delay;
  const jittered = delay * (1 + deliveryJitter * (2 * random() - 1));
  return new Date(now.getTime() + (asked >= least ? asked : Math.max(jittered, asked)));
}
