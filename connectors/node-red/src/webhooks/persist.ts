import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@textloom/shared/client';

const longestPauseMs = 60_000;

/**
 * Repeats the work until it succeeds or the signal ends this, because the service may start later than
 * Node-RED. Throws an error that only the user can correct.
 *
 * @param onRetry runs before a pause, with the error
 */
export async function persist(
  work: () => Promise<void>,
  onRetry: (error: ApiError) => void,
  signal: AbortSignal,
): Promise<void> {
  const hasEnded = () => signal.aborted;
  for (let pause = 1_000; ; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      await work();
      return;
    } catch (error) {
      if (hasEnded()) return;
      if (!(error instanceof ApiError) || !error.retryable) throw error;
      onRetry(error);
      await wait(pause, undefined, { signal }).catch(() => undefined);
      if (hasEnded()) return;
    }
  }
}
