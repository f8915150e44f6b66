import { createSignal, type Signal } from './signal.ts';

/** The pause after a failure, so that work that keeps failing does not burden the database. */
const failurePauseMs = 1_000;

/**
 * Runs work repeatedly: immediately if it reports that there is more, and otherwise after a rest
 * when it is woken or the interval ends. The returned function stops it and waits for the run in
 * progress.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  { signal, minPauseMs = 0 }: { readonly signal: Signal; readonly minPauseMs?: number },
): () => Promise<void> {
  let isEnded = false;
  const ended = createSignal();
  const run = async () => {
    await signal.wait(everyMs);
    while (!isEnded) {
      try {
        if ((await work()) === true) continue;
        await ended.wait(minPauseMs);
        await signal.wait(everyMs);
      } catch {
        await ended.wait(failurePauseMs);
      }
    }
  };
  const running = run();
  return async () => {
    isEnded = true;
    signal.raise();
    ended.raise();
    await running;
  };
}
