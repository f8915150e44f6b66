const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after the first, second, … failed attempt the next one starts: the times of Standard Webhooks. */
export const delays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const longestRetryAfter = 24 * hour;

/**
 * When the next attempt starts, or undefined where there is none. Jitter of a fifth either way
 * spreads what failed together; a receiver that names a time gets it, up to a day.
 */
export function nextAttempt(
  { attempt, now, retryAfterMs }: { attempt: number; now: Date; retryAfterMs: number | undefined },
  random: () => number = Math.random,
): Date | undefined {
  const delay = delays[attempt - 1];
  if (delay === undefined) return undefined;
  const jittered = delay * (0.8 + 0.4 * random());
  return new Date(
    now.getTime() + Math.max(jittered, Math.min(retryAfterMs ?? 0, longestRetryAfter)),
  );
}
