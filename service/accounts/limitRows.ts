import { sql } from 'kysely';
import { fail } from '../errors/serviceError.ts';
import type { Database } from '../store/tables/tables.ts';
import type { AccountChange } from './lockAccount.ts';

type Table = keyof Database & ('broadcast' | 'erasure' | 'list' | 'number' | 'registration');

/** Refuses a request of an account that would have more than `max` rows that match a condition. */
export async function limitRows(
  { trx, account }: AccountChange,
  table: Table,
  max: number,
  detail: string,
  condition = sql<boolean>`true`,
): Promise<void> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::integer as count from ${sql.table(table)}
    where account_id = ${account.id} and ${condition}`.execute(trx);
  if (rows[0]!.count >= max) fail('limit_reached', { detail });
}
