import { sql } from 'kysely';
import { hasOtherSpelling, phoneKey } from '../phones/equivalentNumbers.ts';
import { advisoryLocks } from '../store/advisoryLocks.ts';
import type { Trx } from '../store/database.ts';

/**
 * Lets only one transaction at a time look for, and add, the contact of a number that has two
 * spellings, because the unique index cannot compare these. All code calls it before it locks a
 * contact that it may opt out or in. The locks have an order, so that no two transactions wait for
 * each other.
 */
export async function lockSpellings(
  trx: Trx,
  accountId: string,
  phones: readonly string[],
): Promise<void> {
  const keys = phones.filter(hasOtherSpelling).map((phone) => accountId + phoneKey(phone));
  if (keys.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(${sql.lit(advisoryLocks.spellings)}, key) from (
      select distinct hashtext(one) as key from unnest(${keys}::text[]) as one order by key
    ) as ordered`.execute(trx);
}
