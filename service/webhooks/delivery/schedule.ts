import { hour, minute, second } from '../../times/durations.ts';

/**
 * How long to wait after the first, second, … failed attempt: the delays of Standard Webhooks, and
 * half a minute, in which most receivers restart.
 */
export const delays: readonly number[] = [
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const maxRetryAfterMs = 24 * hour;

/**
 * Returns when the next attempt starts, or undefined if there is none. Jitter of up to a fifth
 * either way spreads deliveries that failed together. The receiver can request another wait, up to
 * a day. With less than the previous delay, it could use up all attempts in a minute.
 */
export function nextAttempt(
  { attempt, now, retryAfterMs }: { attempt: number; now: Date; retryAfterMs: number | undefined },
  random: () => number = Math.random,
): Date | undefined {
  const delay = delays[attempt - 1];
  if (delay === undefined) return undefined;
  const asked = Math.min(retryAfterMs ?? 0, maxRetryAfterMs);
  const least = delays[attempt - 2] ?? delay;
  const jittered = delay * (0.8 + 0.4 * random());
  return new Date(now.getTime() + (asked >= least ? asked : Math.max(jittered, asked)));
}
