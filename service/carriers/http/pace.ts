import type { Circuit } from '../carrier.ts';

/** How a request to the provider ended. */
export type Ending =
  /** The provider responded: the message is accepted or refused. */
  | 'responded'
  /** The provider asked for a pause. */
  | 'throttled'
  /** The provider cannot be reached, does not respond, or does not serve the account. */
  | 'failed';

/** Limits how many requests run at the same time and per second, and pauses after failures. */
export interface Pace {
  /** Returns how many requests can start now. */
  readonly capacity: () => number;
  /** Starts a request. Returns false if none can start now. */
  readonly take: () => boolean;
  /** Ends a request. */
  readonly release: (ending: Ending, retryAfterMs?: number) => void;
  /** Returns the milliseconds until the next attempt. */
  readonly pauseMs: () => number;
  readonly circuit: () => Circuit;
  readonly inFlight: () => number;
  readonly stop: () => void;
}

interface PaceOptions {
  readonly concurrency: number;
  /** Requests per second. */
  readonly throughput: number;
}

const pauses = { throttled: { first: 500, max: 10_000 }, failed: { first: 500, max: 30_000 } };

export function createPace({ concurrency, throughput }: PaceOptions, onCapacity: () => void): Pace {
  let inFlight = 0;
  let pausedUntil = 0;
  const times = { throttled: 0, failed: 0 };
  let timer: NodeJS.Timeout | undefined;
  const burst = Math.max(1, throughput / 20);
  let tokens = burst;
  // Uses a monotonic clock, because a clock that is set back would leave no capacity for a while.
  let refilledAt = performance.now();

  /** One request at a time probes a provider that failed. */
  const window = () => (times.failed > 0 ? 1 : concurrency);
  const capacity = () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * throughput);
    refilledAt = now;
    if (now < pausedUntil) return 0;
    return Math.max(0, Math.floor(Math.min(window() - inFlight, tokens)));
  };
  const reportCapacity = () => {
    if (capacity() > 0) {
      onCapacity();
      return;
    }
    // The end of a request reports the capacity again.
    if (inFlight >= window()) return;
    const waitMs = Math.max(pausedUntil - performance.now(), ((1 - tokens) / throughput) * 1000, 1);
    clearTimeout(timer);
    timer = setTimeout(reportCapacity, waitMs).unref();
  };
  const pause = (kind: 'throttled' | 'failed', retryAfterMs: number | undefined) => {
    const { first, max } = pauses[kind];
    // Requests that fail together count once.
    const isNew = performance.now() >= pausedUntil;
    const waitMs = retryAfterMs ?? (isNew ? Math.min(first * 2 ** times[kind], max) : 0);
    if (isNew) times[kind]++;
    pausedUntil = Math.max(pausedUntil, performance.now() + waitMs);
  };

  return {
    capacity,
    take: () => {
      if (capacity() < 1) return false;
      inFlight++;
      tokens--;
      return true;
    },
    release: (ending, retryAfterMs) => {
      inFlight--;
      if (ending === 'responded') times.throttled = times.failed = 0;
      else pause(ending, retryAfterMs);
      if (ending === 'throttled') times.failed = 0;
      reportCapacity();
    },
    pauseMs: () => Math.max(pausedUntil - performance.now(), pauses.failed.first),
    circuit: () => ({
      isOpen: times.failed > 0,
      retryInMs: Math.max(0, pausedUntil - performance.now()),
    }),
    inFlight: () => inFlight,
    stop: () => clearTimeout(timer),
  };
}
