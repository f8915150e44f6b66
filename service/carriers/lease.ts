/**
 * The permission of this process to submit a message. Once another process may take the message
 * over, the lease is over, and the message must not leave from here.
 */
export interface Lease {
  /** Check it immediately before a message leaves for its carrier. */
  readonly isFresh: () => boolean;
  /** Starts the lease again. `elapsedMs` began before the database confirmed it. */
  readonly renew: (elapsedMs: Stopwatch) => void;
  /** Ends the lease, because another process took the message over. */
  readonly end: () => void;
}

/** Returns the milliseconds since it was started. */
export type Stopwatch = () => number;

/**
 * Starts a stopwatch that also counts while this process does not run. The monotonic clock
 * counts while the process is stopped, but not while the computer sleeps. The wall clock counts
 * both, but somebody can set it back. So the larger of the two counts. If somebody sets the wall
 * clock ahead, messages only return to their queue.
 */
export function startStopwatch(): Stopwatch {
  const startedAt = performance.now();
  const startedOn = Date.now();
  return () => Math.max(performance.now() - startedAt, Date.now() - startedOn);
}

/** Creates a lease that starts now. Call it before the database stores the claim. */
export function createLease(durationMs: number): Lease {
  let elapsedMs = startStopwatch();
  let isOver = false;
  return {
    isFresh: () => !isOver && elapsedMs() < durationMs,
    renew: (renewed) => {
      elapsedMs = renewed;
    },
    end: () => {
      isOver = true;
    },
  };
}
