/** Pauses that grow until the carrier takes a message again. */
export interface Backoff {
  /** Pauses for longer than the time before, and at least for as long as the carrier asks. */
  readonly add: (askedMs?: number) => void;
  /** Ends the pause, but the next one still grows. */
  readonly end: () => void;
  /** Starts to count from zero again. A pause still lasts until its end. */
  readonly reset: () => void;
  /** Returns the milliseconds until the pause ends. Negative without a pause. */
  readonly leftMs: () => number;
  readonly count: () => number;
  /** Whether the carrier has been pausing for so long that it does not work. */
  readonly isLasting: () => boolean;
}

const firstMs = 500;
const lastingMs = 30_000;
/** After this time without a pause, an earlier one says nothing about now. */
const forgottenMs = 10_000;

/** Creates pauses that double up to the maximum. */
export function createBackoff(maxMs: number): Backoff {
  // All times are of a monotonic clock, because a clock that is set back would prolong a pause.
  let until = 0;
  let since: number | undefined;
  let count = 0;
  const leftMs = () => until - performance.now();
  return {
    add: (askedMs = 0) => {
      if (leftMs() < -forgottenMs) since = undefined;
      since ??= performance.now();
      // Requests that fail together count once.
      const isNew = leftMs() <= 0;
      const grownMs = isNew ? Math.min(firstMs * 2 ** count, maxMs) : 0;
      const waitMs = Math.max(askedMs, grownMs);
      if (isNew) count++;
      until = Math.max(until, performance.now() + waitMs);
    },
    end: () => {
      until = 0;
    },
    reset: () => {
      count = 0;
      since = undefined;
    },
    leftMs,
    count: () => count,
    isLasting: () => since !== undefined && until - since > lastingMs,
  };
}

const retryMs = { first: 1_000, max: 60_000 };

/**
 * Returns how long to wait with a message that the carrier refuses now, while it accepts others.
 *
 * @param attempts How often the service submitted the message before.
 */
export const computeRetryMs = (attempts: number): number =>
  Math.min(retryMs.first * 2 ** attempts, retryMs.max);
