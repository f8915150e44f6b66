import { ApiError } from './error.ts';

/** The host provides the time, because some hosts forbid timers and tests control them. */
export interface Clock {
  /** Resolves after the milliseconds, or rejects as soon as the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Returns the milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** The time limit for all attempts of a call together, in milliseconds. */
  readonly budget: number;
}

const firstDelay = 500;
const longestDelay = 8_000;

/**
 * Retries an attempt that failed for a temporary reason: no response, a 429, a 502 to 504, or a first
 * request with the same key that is still running. It waits as long as the service asks, or otherwise
 * twice as long each time with jitter, and gives up when the next attempt would start after the
 * budget. It then reports the first attempt without a response, if there was one, because the service
 * may have carried that attempt out whatever happened to the retries.
 */
export async function retrying<T>(
  clock: Clock,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  const deadline = clock.now() + clock.budget;
  let unanswered: ApiError | undefined;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : networkError(cause);
      if (!error.retryable) throw error;
      if (error.code === 'network_error' || error.code === 'unexpected_response')
        unanswered ??= error;
      if (signal?.aborted) throw aborted(cause);
      const delay = delayOf(error, tries, clock.random());
      if (clock.now() + delay > deadline) throw unanswered ?? error;
      await clock.sleep(delay, signal).catch(() => {
        throw signal?.aborted ? aborted(error) : error;
      });
    }
  }
}

const delayOf = ({ retryAfter }: ApiError, tries: number, random: number): number =>
  retryAfter === undefined
    ? Math.min(firstDelay * 2 ** tries, longestDelay) * (0.5 + random / 2)
    : retryAfter * 1000 * (1 + random / 10);

const aborted = (cause: unknown): ApiError =>
  new ApiError({
    message: 'The call was canceled',
    code: 'aborted',
    status: 0,
    remedy:
      'Call again if you still need the result. The service may have carried out the first call.',
    cause,
  });

const networkError = (cause: unknown): ApiError =>
  new ApiError({
    message: 'The service could not be reached',
    code: 'network_error',
    status: 0,
    remedy: 'Check the base URL, and that the service is running.',
    retryable: true,
    cause,
  });
