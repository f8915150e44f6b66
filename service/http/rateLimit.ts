import { headers } from '@textloom/shared/contract';

export interface RateLimit {
  /** Requests per second over time. */
  readonly perSecond: number;
  /** Requests in a burst after a pause. */
  readonly burst: number;
}

interface RateLimitResult {
  readonly allowed: boolean;
  readonly headers: Record<string, string>;
  /** The time to wait, in seconds. */
  readonly retryAfter: number;
}

const maxCallers = 10_000;

/**
 * Keeps a token bucket for each caller in this process. Each request takes a token, and the bucket
 * refills over time.
 */
export function createRateLimiter({
  perSecond,
  burst,
}: RateLimit): (caller: string, nowMs: number) => RateLimitResult {
  const buckets = new Map<string, { tokens: number; at: number }>();
  // A bucket that was full has all its requests again after this window.
  const policy = `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`;
  return (caller, nowMs) => {
    const bucket = buckets.get(caller) ?? { tokens: burst, at: nowMs };
    const elapsed = Math.max(0, nowMs - bucket.at);
    const tokens = Math.min(burst, bucket.tokens + (elapsed / 1000) * perSecond);
    const allowed = tokens >= 1;
    // Delete and set the bucket, so that the map is ordered by the time of the last request.
    buckets.delete(caller);
    const left = allowed ? tokens - 1 : tokens;
    buckets.set(caller, { tokens: left, at: nowMs });
    if (buckets.size > maxCallers) buckets.delete(buckets.keys().next().value!);
    const secondsUntilFull = Math.ceil((burst - left) / perSecond);
    return {
      allowed,
      retryAfter: Math.max(1, Math.ceil((1 - tokens) / perSecond)),
      headers: {
        [headers.rateLimitPolicy]: policy,
        [headers.rateLimit]: `"default";r=${Math.floor(left)};t=${secondsUntilFull}`,
      },
    };
  };
}
