import { sql, type RawBuilder } from 'kysely';
import { workBriefly } from '../concurrency/workBriefly.ts';
import type { Db } from './database.ts';

interface Fold {
  /** The table that the batches delete changes from. */
  readonly table: string;
  /** The maximum number of changes in one transaction. */
  readonly maxBatch: number;
  /** Adds the changes in `taken` to a tally, in the order of its key, as a part of a `with`. */
  readonly add: RawBuilder<unknown>;
}

/**
 * Adds changes to a tally in batches, and leaves the rest for later if there are many. Several
 * processes can run it at the same time, because each batch skips the changes that another has
 * locked, and writes in the order of the key.
 */
export const foldChanges = (db: Db, { table, maxBatch, add }: Fold): Promise<void> =>
  workBriefly(async () => {
    const changes = sql.table(table);
    const { rows } = await sql<{ folded: number }>`
      with taken as (
        delete from ${changes}
        where ctid = any(array(
          select ctid from ${changes} limit ${maxBatch} for update skip locked
        ))
        returning *
      ), ${add}
      select count(*)::int as folded from taken`.execute(db);
    const { folded } = rows[0]!;
    // Nothing else vacuums the embedded database, and rows are deleted at a high rate.
    if (folded > 0) await sql`vacuum (skip_locked) ${changes}`.execute(db);
    return folded === maxBatch;
  });
