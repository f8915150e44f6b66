import { troubleOf } from '../store/databaseTrouble.ts';

type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** Tells which parts of the process make no progress any more. */
export interface Pulse {
  /** Something that is done again and again, and comes to an end within this time. */
  readonly loop: (part: string, limitMs: number) => Run;
  /** Something that is done when there is cause, several at a time, each within this time. */
  readonly jobs: (part: string, limitMs: number) => Run;
  /** Something that says itself since when it is due, if it is. */
  readonly add: (part: string, limitMs: number, since: () => number | undefined) => void;
  /** The parts that are over their time. */
  readonly stuck: () => readonly string[];
}

/** By a clock that nobody sets. */
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
          // What fails for another reason than the database is no standstill: starting anew would not mend it.
          if (isProgress(error)) ended = now();
          throw error;
        }
      };
    },
    jobs: (part, limitMs) => {
      // In the order in which they have started.
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
  const trouble = troubleOf(error);
  return trouble === undefined || trouble === 'conflict';
};
