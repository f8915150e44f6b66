import { setImmediate as turn } from 'node:timers/promises';
import { inTime } from './inTime.ts';

/** An item that waits for a batch, with the callbacks for its result. */
export interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Processes a batch, and resolves or rejects each item. Once `isOver` returns true, nothing waits
 * for the batch any more, so it must not start new work.
 */
export type RunBatch<I, O> = (
  batch: readonly Waiting<I, O>[],
  isOver: () => boolean,
) => Promise<void>;

export interface BatcherOptions {
  /** The maximum number of items in a batch. */
  readonly maxItems: number;
  /** How long a batch may take. By default, there is no limit. */
  readonly timeoutMs?: number;
}

/**
 * Processes items of one group that arrive at the same time in one batch. While one batch runs, the
 * next one gathers. A single item starts immediately. Every item settles: items that a batch leaves
 * out fail when the batch ends, throws, or runs out of time.
 */
export function createBatcher<I, O>(
  { maxItems, timeoutMs }: BatcherOptions,
  runBatch: RunBatch<I, O>,
): (group: string, item: I) => Promise<O> {
  const groups = new Map<string, Waiting<I, O>[]>();
  const settleBatch = async (batch: readonly Waiting<I, O>[]) => {
    let isOver = false;
    const rejectAll = (error: unknown) => batch.forEach(({ reject }) => reject(error));
    try {
      // The function turns an error before the first promise into a rejection.
      const running = (async () => runBatch(batch, () => isOver))();
      await (timeoutMs === undefined ? running : inTime(timeoutMs, running));
      rejectAll(new Error('A batch ended without a result for each of its items'));
    } catch (error) {
      rejectAll(error);
    } finally {
      isOver = true;
    }
  };
  const run = async (group: string, waiting: Waiting<I, O>[]) => {
    do {
      // Items that arrive at the same moment are added in the same turn of the event loop.
      await turn();
      await settleBatch(waiting.splice(0, maxItems));
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

/** Creates a batcher whose items each have a result. `runBatch` returns the results in order. */
export function batchEach<I, O>(
  maxItems: number,
  runBatch: (items: readonly I[]) => Promise<readonly O[]>,
): (item: I, group?: string) => Promise<O> {
  const add = createBatcher<I, O>({ maxItems }, async (batch) => {
    const results = await runBatch(batch.map(({ item }) => item));
    for (const [at, { resolve }] of batch.entries()) resolve(results[at]!);
  });
  return (item, group = 'all') => add(group, item);
}

/** Creates a batcher whose items all share the outcome of their batch. */
export const batchAll = <T>(
  maxItems: number,
  runBatch: (items: readonly T[]) => Promise<void>,
): ((item: T, group?: string) => Promise<undefined>) =>
  batchEach<T, undefined>(maxItems, async (items) => {
    await runBatch(items);
    return [];
  });
