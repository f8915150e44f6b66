import { queueRuns, type RunLimit } from './queueRuns.ts';

/**
 * Returns a function that runs work under a key, such as an account ID. It refuses the work while
 * `max` runs with the same key are in progress in this process.
 */
export function limitRuns(limit: RunLimit): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const run = queueRuns(limit);
  return (key, work) => run(key, work, 0);
}
