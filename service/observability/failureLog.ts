import { minute } from '../times/durations.ts';
import { writeFailure, type ErrorLog, type Failure } from './log.ts';

/** After an entry, the same failure gets no other entry for this time. */
const quietMs = minute;

/**
 * Logs failures of work that repeats. The first failure gets an entry with all details. While work
 * continues to fail in the same way, as it does until a database is back, one entry per minute
 * counts the failures.
 */
export function createFailureLog(log: ErrorLog): (failure: Failure, doing: string) => void {
  const repeated = new Map<string, { times: number; last: Failure }>();
  return (failure, doing) => {
    const key = JSON.stringify([doing, failure.name, failure.code ?? failure.reason]);
    const known = repeated.get(key);
    if (known) {
      known.times += 1;
      known.last = failure;
      return;
    }
    writeFailure(log, failure, doing);
    const repeats = { times: 0, last: failure };
    repeated.set(key, repeats);
    const timer = setInterval(() => {
      const { times, last } = repeats;
      if (times === 0) {
        repeated.delete(key);
        clearInterval(timer);
        return;
      }
      log.error({ ...last, stack: undefined, times }, `Failed again while ${doing}`);
      repeats.times = 0;
    }, quietMs);
    timer.unref();
  };
}
