import { sql } from 'kysely';
import type { Database } from '../store/tables/tables.ts';
import type { AccountChange } from './lockAccount.ts';

type Table = keyof Database & ('broadcast' | 'erasure' | 'list' | 'number' | 'registration');

/** Counts the rows of an account in a table that match a condition, to compare with a limit. */
export async function countRows(
  { trx, account }: AccountChange,
  table: Table,
  condition = sql<boolean>`true`,
): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::integer as count from ${sql.table(table)}
    where account_id = ${account.id} and ${condition}`.execute(trx);
  return rows[0]!.count;
}
