import { createBatcher, type RunBatch, type Waiting } from '../lib/batcher.ts';
import type { Db, Trx } from './database.ts';
import { troubleOf } from './databaseTrouble.ts';

/** Defers work until after the commit. */
export type AfterCommit = (work: () => void) => void;

type Work<I, O> = (
  trx: Trx,
  items: readonly I[],
  afterCommit: AfterCommit,
) => Promise<readonly O[]>;

/** Runs work in a separate transaction. */
export async function commit<I, O>(
  db: Db,
  work: Work<I, O>,
  items: readonly I[],
): Promise<readonly O[]> {
  const later: (() => void)[] = [];
  const results = await db
    .transaction()
    .execute((trx) => work(trx, items, (after) => later.push(after)));
  for (const after of later) after();
  return results;
}

/** Is longer than the limit of a transaction, which normally ends the batch first. */
const limitMs = 30_000;

/**
 * Runs items of one group that arrive at the same time in one transaction, because the commit takes
 * most of the time. While one transaction runs, the next items gather. A single item starts immediately.
 *
 * If the work fails for a batch, each item runs again in a separate transaction, so that one faulty item
 * does not fail the others. The items do not run again after a failed commit, which may still take
 * effect, or while the database is away, because each item would wait in turn.
 */
export function createGroupCommit<I, O>(
  db: Db,
  most: number,
  work: Work<I, O>,
): (group: string, item: I) => Promise<O> {
  const runAlone = async ({ item, resolve, reject }: Waiting<I, O>) => {
    try {
      resolve((await commit(db, work, [item]))[0]!);
    } catch (error) {
      reject(error);
    }
  };

  const runTogether: RunBatch<I, O> = async (batch, isOver) => {
    const state = { isCommitting: false };
    const marked: Work<I, O> = async (...args) => {
      const results = await work(...args);
      state.isCommitting = true;
      return results;
    };
    try {
      const results = await commit(
        db,
        marked,
        batch.map(({ item }) => item),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      const isOfAll = state.isCommitting || batch.length === 1 || !mayBeOfOne(error);
      if (isOfAll) throw error;
      for (const one of batch) if (!isOver()) await runAlone(one);
    }
  };

  return createBatcher({ most, limitMs }, runTogether);
}

const mayBeOfOne = (error: unknown): boolean => {
  const trouble = troubleOf(error);
  return trouble === undefined || trouble === 'conflict';
};
