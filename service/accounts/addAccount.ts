import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';

interface NewAccount {
  readonly name: string;
  /** The ISO 3166-1 alpha-2 code of the country for numbers without a country code. */
  readonly country: string;
  /** The IANA name of the time zone. */
  readonly timeZone: string;
}

/** Adds an account without keys and numbers, and returns its ID. */
export async function addAccount(
  trx: Trx,
  { name, country, timeZone }: NewAccount,
  now: Date,
): Promise<string> {
  const id = newId('acc');
  await trx
    .insertInto('account')
    .values({ id, name, default_country: country, time_zone: timeZone, created_at: now })
    .execute();
  return id;
}
