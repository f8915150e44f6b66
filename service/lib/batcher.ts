import { setImmediate as turn } from 'node:timers/promises';
import { inTime } from './inTime.ts';

/** What waits to be taken, and is told what became of it. */
export interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Takes a batch, and tells each item what became of it. Once `isOver`, nobody waits for the batch any
 * more: it must begin nothing new.
 */
export type RunBatch<I, O> = (
  batch: readonly Waiting<I, O>[],
  isOver: () => boolean,
) => Promise<void>;

export interface BatcherOptions {
  /** Items in one batch. */
  readonly most: number;
  /** How long a batch may take; for ever if left out. */
  readonly limitMs?: number;
}

/**
 * Takes items of one group that come in at the same time together: while one batch is being taken, the
 * next one gathers. One that comes alone starts immediately. Every item hears what became of it: those
 * that a batch leaves out fail when it ends, when it throws and when its time is over.
 */
export function createBatcher<I, O>(
  { most, limitMs }: BatcherOptions,
  take: RunBatch<I, O>,
): (group: string, item: I) => Promise<O> {
  const groups = new Map<string, Waiting<I, O>[]>();
  const takeOne = async (batch: readonly Waiting<I, O>[]) => {
    let isOver = false;
    const rejectAll = (error: unknown) => batch.forEach(({ reject }) => reject(error));
    try {
      // In a function, so that what throws before it returns a promise rejects as well.
      const taken = (async () => take(batch, () => isOver))();
      await (limitMs === undefined ? taken : inTime(limitMs, taken));
      rejectAll(new Error('A batch ended without an answer to each of its items'));
    } catch (error) {
      rejectAll(error);
    } finally {
      isOver = true;
    }
  };
  const run = async (group: string, waiting: Waiting<I, O>[]) => {
    do {
      // What has arrived in the same moment is read in the same turn of the event loop.
      await turn();
      await takeOne(waiting.splice(0, most));
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
  const add = createBatcher<T, undefined>({ most }, async (batch) => {
    await take(batch.map(({ item }) => item));
    for (const { resolve } of batch) resolve(undefined);
  });
  return (item) => add('all', item);
}

/** The same, for a batch whose items each have a result of their own. `take` returns them in order. */
export function gatherEach<I, O>(
  most: number,
  take: (items: readonly I[]) => Promise<readonly O[]>,
): (item: I) => Promise<O> {
  const add = createBatcher<I, O>({ most }, async (batch) => {
    const results = await take(batch.map(({ item }) => item));
    for (const [at, { resolve }] of batch.entries()) resolve(results[at]!);
  });
  return (item) => add('all', item);
}
