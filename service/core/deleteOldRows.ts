import { sql } from 'kysely';
import type { Context } from './context.ts';

const maxDeletionMs = 1_000;

/**
 * Deletes the rows that were created before a time, for a second at most. Deletes a batch at a
 * time, because the rows of a busy day would hold up everything else. `permission` is the setting
 * of a transaction that a table requires for deletions.
 */
export async function deleteOldRows(
  { db, batch }: Pick<Context, 'db' | 'batch'>,
  table: 'audit_log' | 'idempotency',
  before: Date,
  permission?: string,
): Promise<void> {
  const rows = sql.table(table);
  const end = performance.now() + maxDeletionMs;
  for (let isMore = true; isMore && performance.now() < end;)
    isMore = await db.transaction().execute(async (trx) => {
      if (permission !== undefined)
        await sql`select set_config(${permission}, 'on', true)`.execute(trx);
      const { numAffectedRows } = await sql`
        delete from ${rows} where ctid = any(array(
          select ctid from ${rows} where created_at < ${before}
          order by created_at limit ${batch()} for update skip locked
        ))`.execute(trx);
      return (numAffectedRows ?? 0n) > 0n;
    });
}
