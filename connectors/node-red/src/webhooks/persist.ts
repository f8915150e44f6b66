import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@textloom/shared/client';

const longestPauseMs = 60_000;

/** Doubles the pause between two attempts, up to a minute. */
export const nextPause = (pause: number): number => Math.min(2 * pause, longestPauseMs);

/**
 * Repeats the work until it succeeds or the signal ends this, because the service may start later than
 * Node-RED. Throws an error that only the user can correct.
 *
 * @param onRetry gets the error before the first pause, and each error with another code
 */
export async function persist(
  work: () => Promise<void>,
  onRetry: (error: ApiError) => void,
  signal: AbortSignal,
): Promise<void> {
  const hasEnded = () => signal.aborted;
  let reported: string | undefined;
  for (let pause = 1_000; ; pause = nextPause(pause)) {
    try {
      await work();
      return;
    } catch (error) {
      if (hasEnded()) return;
      if (!(error instanceof ApiError) || !error.retryable) throw error;
      if (error.code !== reported) onRetry(error);
      reported = error.code;
      await wait(pause, undefined, { signal }).catch(() => undefined);
      if (hasEnded()) return;
    }
  }
}
