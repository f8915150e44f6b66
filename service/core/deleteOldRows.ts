import { sql } from 'kysely';
import type { Context } from './context.ts';
import { workInBatches } from './workInBatches.ts';

/** The tables, and the column with the time that counts. Each has an index on it. */
const timeColumns = {
  audit_log: 'created_at',
  automatic_reply: 'replied_at',
  idempotency: 'created_at',
  released_number: 'created_at',
} as const;

/**
 * Deletes the rows from before the time that `findStart` returns, for a second at most.
 * `permission` is the setting of a transaction that a table requires for deletions.
 */
export function deleteOldRows(
  { db, batch, clock }: Pick<Context, 'db' | 'batch' | 'clock'>,
  table: keyof typeof timeColumns,
  findStart: (now: Date) => Date,
  permission?: string,
): Promise<void> {
  const rows = sql.table(table);
  const time = sql.ref(timeColumns[table]);
  return workInBatches(db, async (trx) => {
    if (permission !== undefined)
      await sql`select set_config(${permission}, 'on', true)`.execute(trx);
    const { numAffectedRows } = await sql`
      delete from ${rows} where ctid = any(array(
        select ctid from ${rows} where ${time} < ${findStart(clock())}
        order by ${time} limit ${batch()} for update skip locked
      ))`.execute(trx);
    return (numAffectedRows ?? 0n) > 0n;
  });
}
