import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@textloom/shared/client';

const longestPauseMs = 60_000;

/**
 * Repeats the work until it succeeds, because the service may start later than Node-RED. Gives up after
 * an error that only the user can correct.
 */
export async function persist(
  work: () => Promise<void>,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = 1_000; !signal.aborted; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      await work();
      return;
    } catch (error) {
      onError(error);
      if (!(error instanceof ApiError) || !error.retryable) return;
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
