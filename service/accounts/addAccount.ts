import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';

interface NewAccount {
  readonly name: string;
  /** In which numbers without a country code are read: ISO 3166-1 alpha-2. */
  readonly country: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** Adds an account, which has neither a key nor a number yet, and returns its id. */
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
