import { createBatcher, type RunBatch, type Waiting } from '../lib/batcher.ts';
import type { Db, Trx } from './database.ts';
import { OverdueError } from '../lib/inTime.ts';
import { classifyFailure, isRefusal, UnconfirmedError } from './databaseFailure.ts';

/** Defers work until after the commit. */
export type AfterCommit = (work: () => void) => void;

type Work<I, O> = (
  trx: Trx,
  items: readonly I[],
  afterCommit: AfterCommit,
) => Promise<readonly O[]>;

/**
 * Runs work in a separate transaction. If the outcome of the commit is unknown, throws an
 * `UnconfirmedError`.
 */
export async function commit<I, O>(
  db: Db,
  work: Work<I, O>,
  items: readonly I[],
): Promise<readonly O[]> {
  const callbacks: (() => void)[] = [];
  let isCommitting = false;
  const results = await db
    .transaction()
    .execute(async (trx) => {
      const results = await work(trx, items, (after) => callbacks.push(after));
      isCommitting = true;
      return results;
    })
    .catch((error: unknown) => {
      throw isCommitting && !isRefusal(error) ? new UnconfirmedError(error) : error;
    });
  for (const after of callbacks) after();
  return results;
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
  work: Work<I, O>,
): (group: string, item: I) => Promise<O> {
  const runAlone = async ({ item, resolve, reject }: Waiting<I, O>) => {
    try {
      resolve((await commit(db, work, [item]))[0]!);
    } catch (error) {
      reject(error);
    }
  };

  const runBatch: RunBatch<I, O> = async (batch, isOver) => {
    const state = { isCommitting: false };
    const markCommit: Work<I, O> = async (...args) => {
      const results = await work(...args);
      state.isCommitting = true;
      return results;
    };
    try {
      const results = await commit(
        db,
        markCommit,
        batch.map(({ item }) => item),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      const failsAll = state.isCommitting || batch.length === 1 || !mayConcernOneItem(error);
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
