import { workBriefly } from '../concurrency/workBriefly.ts';
import type { Db, Trx } from '../store/database.ts';

/** Works briefly on batches, each in a transaction. */
export const workInBatches = (db: Db, workOnBatch: (trx: Trx) => Promise<boolean>): Promise<void> =>
  workBriefly(() => db.transaction().execute(workOnBatch));
