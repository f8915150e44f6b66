import type { Db, Trx } from '../store/database.ts';

const maxWorkMs = 1_000;

/**
 * Works on a batch in each transaction, for a second at most, because longer work would hold up
 * everything else. `workOnBatch` returns whether there may be more.
 */
export async function workInBatches(
  db: Db,
  workOnBatch: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + maxWorkMs;
  for (let isMore = true; isMore && performance.now() < end;)
    isMore = await db.transaction().execute(workOnBatch);
}
