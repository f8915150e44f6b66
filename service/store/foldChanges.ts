import { sql } from 'kysely';
import { workBriefly } from '../concurrency/workBriefly.ts';
import type { Db } from './database.ts';

interface Fold {
  /** The table that the batches delete changes from. */
  readonly table: string;
  /** The maximum number of changes in one transaction. */
  readonly maxBatch: number;
  /** Adds a batch of changes to the tally, and returns how many there were. */
  readonly foldBatch: (db: Db, maxBatch: number) => Promise<number>;
}

/**
 * Adds changes to a tally in batches, and leaves the rest for later if there are many. Several
 * processes can run it at the same time if each batch skips the changes that another has locked,
 * and writes in the order of the key.
 */
export const foldChanges = (db: Db, { table, maxBatch, foldBatch }: Fold): Promise<void> =>
  workBriefly(async () => {
    const folded = await foldBatch(db, maxBatch);
    // Nothing else vacuums the embedded database, and rows are deleted at a high rate.
    if (folded > 0) await sql`vacuum (skip_locked) ${sql.table(table)}`.execute(db);
    return folded === maxBatch;
  });
