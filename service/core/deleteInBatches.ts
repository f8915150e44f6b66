import type { Db, Trx } from '../store/database.ts';

const maxDeletionMs = 1_000;

/**
 * Deletes a batch in each transaction, for a second at most, because a long deletion would hold up
 * everything else. `deleteBatch` returns whether it has deleted something.
 */
export async function deleteInBatches(
  db: Db,
  deleteBatch: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + maxDeletionMs;
  for (let isMore = true; isMore && performance.now() < end;)
    isMore = await db.transaction().execute(deleteBatch);
}
