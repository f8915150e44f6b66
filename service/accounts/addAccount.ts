import { sql } from 'kysely';
import { newId } from '../lib/ids.ts';
import { advisoryLocks } from '../store/advisoryLocks.ts';
import type { Trx } from '../store/database.ts';

interface NewAccount {
  readonly name: string;
  /** The ISO 3166-1 alpha-2 code of the country for numbers without a country code. */
  readonly country: string;
  /** The IANA name of the time zone. */
  readonly timeZone: string;
}

/**
 * Adds an account without keys and numbers, and returns its ID. The first account of a database is
 * the operator's, so one transaction at a time adds an account.
 */
export async function addAccount(
  trx: Trx,
  { name, country, timeZone }: NewAccount,
  now: Date,
): Promise<string> {
  await lockFirstAccount(trx);
  const id = newId('acc');
  await trx
    .insertInto('account')
    .values({
      id,
      is_operator: sql`not exists (select from account where is_operator)`,
      name,
      default_country: country,
      time_zone: timeZone,
      created_at: now,
    })
    .execute();
  return id;
}

/** Lets one transaction at a time decide whether the database has an account. */
export async function lockFirstAccount(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.firstAccount)})`.execute(trx);
}
