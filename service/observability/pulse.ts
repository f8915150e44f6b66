import { classifyFailure } from '../store/databaseFailure.ts';

type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** Finds the parts of the process that no longer make progress. */
export interface Pulse {
  /** Watches a repeated task. Each run must end within the limit. */
  readonly loop: (part: string, limitMs: number) => Run;
  /** Watches tasks that run on demand and in parallel. Each must end within the limit. */
  readonly jobs: (part: string, limitMs: number) => Run;
  /** Watches a part that reports since when it is due, if it is due. */
  readonly add: (part: string, limitMs: number, since: () => number | undefined) => void;
  /** Returns the parts that exceed their limit. */
  readonly stuck: () => readonly string[];
}

/** Creates a pulse. It uses a monotonic clock. */
export function createPulse(now: () => number = () => performance.now()): Pulse {
  const parts: { part: string; limitMs: number; since: () => number | undefined }[] = [];
  const add: Pulse['add'] = (part, limitMs, since) => void parts.push({ part, limitMs, since });
  return {
    add,
    loop: (part, limitMs) => {
      let ended = now();
      add(part, limitMs, () => ended);
      return async (work) => {
        try {
          const result = await work();
          ended = now();
          return result;
        } catch (error) {
          // Only failures of the database count as a standstill, because a restart does not fix
          // other failures.
          if (isProgress(error)) ended = now();
          throw error;
        }
      };
    },
    jobs: (part, limitMs) => {
      // A set keeps the order in which the jobs started.
      const running = new Set<{ readonly at: number }>();
      add(part, limitMs, () => running.values().next().value?.at);
      return async (work) => {
        const job = { at: now() };
        running.add(job);
        try {
          return await work();
        } finally {
          running.delete(job);
        }
      };
    },
    stuck: () =>
      parts
        .filter(({ limitMs, since }) => now() - (since() ?? Infinity) > limitMs)
        .map(({ part }) => part),
  };
}

const isProgress = (error: unknown): boolean => {
  const failure = classifyFailure(error);
  return failure === undefined || failure === 'conflict';
};
