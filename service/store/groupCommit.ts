import { createBatcher, type RunBatch, type Waiting } from '../lib/batcher.ts';
import type { Db, Trx } from './database.ts';
import { troubleOf } from './databaseTrouble.ts';

/** Puts off to after the commit what is only right then. */
export type AfterCommit = (work: () => void) => void;

type Work<I, O> = (
  trx: Trx,
  items: readonly I[],
  afterCommit: AfterCommit,
) => Promise<readonly O[]>;

/** Runs work in a transaction of its own. */
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

/** Longer than the limit of a transaction, which normally ends the batch first. */
const limitMs = 30_000;

/**
 * Gives items of one group that come in at the same time one transaction, because to commit is what
 * takes the time: while one runs, the next ones gather. One that comes alone starts immediately. Where
 * the work fails for all, each is done again in a transaction of its own, so that what fails fails
 * alone. Not so where it is the commit that failed, which may have been done all the same, and not
 * where the database is away, which would keep each of them waiting in turn.
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
