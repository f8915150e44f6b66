import { createBatcher, type RunBatch, type Waiting } from '../concurrency/batcher.ts';
import type { Db, Trx } from './database.ts';
import { OverdueError } from '../concurrency/inTime.ts';
import { classifyFailure, isRefusedCommit, UnconfirmedError } from './databaseFailure.ts';

/** Defers work until after the commit. */
export type AfterCommit = (work: () => void) => void;

/**
 * Runs work in a separate transaction. If the outcome of the commit is unknown, throws an
 * `UnconfirmedError`.
 */
export async function commit<T>(
  db: Db,
  work: (trx: Trx, afterCommit: AfterCommit) => Promise<T>,
): Promise<T> {
  const callbacks: (() => void)[] = [];
  let isCommitting = false;
  const result = await db
    .transaction()
    .execute(async (trx) => {
      const result = await work(trx, (after) => callbacks.push(after));
      isCommitting = true;
      return result;
    })
    .catch((error: unknown) => {
      throw isCommitting && !isRefusedCommit(error) ? new UnconfirmedError(error) : error;
    });
  for (const after of callbacks) after();
  return result;
}

/** Is longer than the limit of a transaction, which normally ends the batch first. */
const timeoutMs = 30_000;

/**
 * Runs items of one group that arrive at the same time in one transaction, because the commit takes
 * most of the time. While one transaction runs, the next items gather. A single item starts
 * immediately.
 *
 * If the work fails for a batch, each item runs again in a separate transaction, so that one faulty
 * item does not fail the others. The items do not run again after a failed commit, which may still
 * take effect, or while the database is away, because each item would wait in turn.
 */
export function createGroupCommit<I, O>(
  db: Db,
  maxItems: number,
  work: (trx: Trx, items: readonly I[], afterCommit: AfterCommit) => Promise<readonly O[]>,
): (group: string, item: I) => Promise<O> {
  const runAlone = async ({ item, resolve, reject }: Waiting<I, O>) => {
    try {
      const results = await commit(db, (trx, afterCommit) => work(trx, [item], afterCommit));
      resolve(results[0]!);
    } catch (error) {
      reject(error);
    }
  };

  const runBatch: RunBatch<I, O> = async (batch, isOver) => {
    const items = batch.map(({ item }) => item);
    const state = { isDone: false };
    try {
      const results = await commit(db, async (trx, afterCommit) => {
        const results = await work(trx, items, afterCommit);
        state.isDone = true;
        return results;
      });
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      const failsAll = state.isDone || batch.length === 1 || !mayConcernOneItem(error);
      if (failsAll) throw error;
      for (const one of batch) if (!isOver()) await runAlone(one);
    }
  };

  const run = createBatcher({ maxItems, timeoutMs }, runBatch);
  return (group, item) =>
    run(group, item).catch((error: unknown) => {
      // The transaction may still be committed after the time limit.
      throw error instanceof OverdueError ? new UnconfirmedError(error) : error;
    });
}

const mayConcernOneItem = (error: unknown): boolean => {
  const failure = classifyFailure(error);
  return failure === undefined || failure === 'conflict';
};
