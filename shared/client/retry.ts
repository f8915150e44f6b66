import { ApiError } from './error.ts';

/** The host provides the time, because some hosts forbid timers and tests control them. */
export interface Clock {
  /** Resolves after the milliseconds, or rejects as soon as the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Returns the milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /**
   * The time limit for all attempts of a call together, in milliseconds. The client reads it once when the
   * call starts, so a host whose calls share a time may return what is left of it.
   */
  readonly budget: number;
  /** The time limit once the service may have carried out an attempt, if it is longer. */
  readonly settleBudget?: number | undefined;
  /** The time limit while no attempt finds a connection, if it is shorter. */
  readonly connectBudget?: number | undefined;
}

/** The attempts of a call before this one. */
export interface Earlier {
  /** Whether the service may have carried out one of them. */
  readonly mayHaveRun: boolean;
}

const firstDelay = 500;
const longestDelay = 8_000;

/**
 * Retries an attempt that failed for a temporary reason: no response, one of the `temporaryStatuses`,
 * or a first request with the same key that is still running. It waits as long as the service asks, or
 * otherwise twice as long each time with jitter, and gives up when the next attempt would start after
 * the budget. It then reports the first attempt that the service may have carried out, if there was
 * one, unless a retry failed with an error that settles what happened.
 */
export async function retrying<T>(
  clock: Clock,
  signal: AbortSignal | undefined,
  attempt: (earlier: Earlier) => Promise<T>,
  settles: (error: ApiError) => boolean,
): Promise<T> {
  const start = clock.now();
  const { budget, settleBudget = budget } = clock;
  let isReached = false;
  let unsettled: ApiError | undefined;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt({ mayHaveRun: unsettled !== undefined });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.retryable) throw settles(error) ? error : (unsettled ?? error);
      if (error.mayHaveRun) unsettled ??= error;
      if (signal?.aborted) throw aborted(unsettled ?? error);
      isReached ||= error.code !== 'network_error';
      const limit = isReached ? Infinity : (clock.connectBudget ?? Infinity);
      const delay = computeDelay(error, tries, clock.random());
      const time = unsettled ? settleBudget : Math.min(budget, limit);
      if (clock.now() + delay > start + time) throw unsettled ?? error;
      await clock.sleep(delay, signal).catch(() => {
        const last = unsettled ?? error;
        throw signal?.aborted ? aborted(last) : last;
      });
    }
  }
}

const computeDelay = ({ retryAfter }: ApiError, tries: number, random: number): number =>
  retryAfter === undefined
    ? Math.min(firstDelay * 2 ** tries, longestDelay) * (0.5 + random / 2)
    : retryAfter * 1000 * (1 + random / 10);

const aborted = (cause: ApiError): ApiError =>
  new ApiError({
    message: 'The call was canceled',
    code: 'aborted',
    status: 0,
    remedy: 'Call again if you still need the result.',
    mayHaveRun: cause.mayHaveRun,
    cause,
  });
