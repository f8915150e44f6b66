import { sql } from 'kysely';
import type { Context } from './context.ts';
import { deleteInBatches } from './deleteInBatches.ts';

/**
 * Deletes the rows that were created before a time, for a second at most. `permission` is the
 * setting of a transaction that a table requires for deletions.
 */
export function deleteOldRows(
  { db, batch }: Pick<Context, 'db' | 'batch'>,
  table: 'audit_log' | 'idempotency' | 'released_number',
  before: Date,
  permission?: string,
): Promise<void> {
  const rows = sql.table(table);
  return deleteInBatches(db, async (trx) => {
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
