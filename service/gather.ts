import { setImmediate as turn } from 'node:timers/promises';

/** What waits to be taken, and is told what became of it. */
export interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Takes items of one group that come in at the same time together: while one batch is being taken, the
 * next one gathers. One that comes alone starts at once. `take` tells each what became of it, and
 * never rejects.
 */
export function gather<I, O>(
  most: number,
  take: (batch: readonly Waiting<I, O>[]) => Promise<void>,
): (group: string, item: I) => Promise<O> {
  const groups = new Map<string, Waiting<I, O>[]>();
  const run = async (group: string, waiting: Waiting<I, O>[]) => {
    do {
      // What has arrived in the same moment is read in the same turn of the event loop.
      await turn();
      await take(waiting.splice(0, most));
    } while (waiting.length > 0);
    groups.delete(group);
  };
  return (group, item) =>
    new Promise<O>((resolve, reject) => {
      const one = { item, resolve, reject };
      const waiting = groups.get(group);
      if (waiting) {
        waiting.push(one);
        return;
      }
      const first = [one];
      groups.set(group, first);
      void run(group, first);
    });
}

/** The same, for what becomes of all of a batch alike. */
export function gatherAll<T>(
  most: number,
  take: (items: readonly T[]) => Promise<void>,
): (item: T) => Promise<void> {
  const add = gather<T, undefined>(most, async (batch) => {
    try {
      await take(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve(undefined);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  });
  return (item) => add('all', item);
}
