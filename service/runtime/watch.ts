import type { Pulse } from '../observability/pulse.ts';

type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** Reports the errors of background work, and notices work that makes no progress. */
export interface Watch {
  /** Does work once. Reports its error before it throws it. */
  readonly once: <T>(doing: string, work: () => Promise<T>) => Promise<T>;
  /** Watches a repeated task. */
  readonly loop: (doing: string) => Run;
  /** Watches tasks that run on demand and in parallel. */
  readonly jobs: (doing: string) => Run;
}

/**
 * A carrier can take 10 seconds for a query and 10 for a submit, and the database can take as long.
 */
const limitMs = 45_000;

export function createWatch(pulse: Pulse, onError: (error: unknown, doing: string) => void): Watch {
  const once: Watch['once'] = async (doing, work) => {
    try {
      return await work();
    } catch (error) {
      onError(error, doing);
      throw error;
    }
  };
  const watch =
    (doing: string, run: Run): Run =>
    (work) =>
      once(doing, () => run(work));
  return {
    once,
    loop: (doing) => watch(doing, pulse.loop(doing, limitMs)),
    jobs: (doing) => watch(doing, pulse.jobs(doing, limitMs)),
  };
}
