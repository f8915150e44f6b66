/** Limits a rate. It allows bursts of a twentieth of a second, and at least of one. */
export interface TokenBucket {
  /** Returns how many tokens are available, including the fraction of the next one. */
  readonly level: () => number;
  readonly take: () => void;
  /** Returns the milliseconds until a token is available. */
  readonly waitMs: () => number;
}

/** Without a rate, the bucket never limits anything in practice. */
const unlimited = 1_000_000;

export function createTokenBucket(perSecond: number | undefined): TokenBucket {
  const rate = perSecond || unlimited;
  const burst = Math.max(1, rate / 20);
  let tokens = burst;
  // Uses a monotonic clock, because a clock that is set back would leave no capacity for a while.
  let refilledAt = performance.now();
  const level = () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * rate);
    refilledAt = now;
    return tokens;
  };
  return {
    level,
    take: () => {
      tokens--;
    },
    waitMs: () => ((1 - tokens) / rate) * 1000,
  };
}
