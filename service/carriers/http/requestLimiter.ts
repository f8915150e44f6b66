import type { Circuit } from '../carrier.ts';
import { createTokenBucket } from '../createTokenBucket.ts';
import { createCircuitBreaker, type Ending, type Probe } from './circuit.ts';

/** Limits how many requests run at the same time and per second, and pauses after failures. */
export interface RequestLimiter {
  /** Returns how many requests can start now. */
  readonly capacity: () => number;
  /** Starts a request. Returns false if none can start now. */
  readonly take: () => boolean;
  /** Ends a request. */
  readonly release: (ending: Ending, retryAfterMs?: number) => void;
  readonly circuit: () => Circuit;
  readonly inFlight: () => number;
  readonly stop: () => void;
}

interface RequestLimiterOptions {
  readonly concurrency: number;
  /** Requests per second. 0 means that there is no limit. */
  readonly throughput: number;
  readonly probe?: Probe | undefined;
}

export function createRequestLimiter(
  { concurrency, throughput, probe }: RequestLimiterOptions,
  onCapacity: () => void,
): RequestLimiter {
  let inFlight = 0;
  let timer: NodeJS.Timeout | undefined;
  const bucket = createTokenBucket(throughput);
  const breaker = createCircuitBreaker(probe, () => reportCapacity());

  const window = () => ({ all: concurrency, one: 1, none: 0 })[breaker.allows()];
  const capacity = () => Math.max(0, Math.floor(Math.min(window() - inFlight, bucket.level())));
  const reportCapacity = () => {
    if (capacity() > 0) {
      onCapacity();
      return;
    }
    const waitMs = Math.max(breaker.pauseMs(), bucket.waitMs());
    // Otherwise, the end of a request or of a probe reports the capacity again.
    if (waitMs <= 0) return;
    clearTimeout(timer);
    timer = setTimeout(reportCapacity, Math.max(waitMs, 1)).unref();
  };

  return {
    capacity,
    take: () => {
      if (capacity() < 1) return false;
      inFlight++;
      bucket.take();
      return true;
    },
    release: (ending, retryAfterMs) => {
      inFlight--;
      breaker.record(ending, retryAfterMs);
      reportCapacity();
    },
    circuit: breaker.circuit,
    inFlight: () => inFlight,
    stop: () => {
      clearTimeout(timer);
      breaker.stop();
    },
  };
}
