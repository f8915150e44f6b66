import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashOfKey } from './http/authenticate.ts';
import { newId } from './ids.ts';
import type { Db, Trx } from './store/database.ts';

const firstNumber = '+12025550100';

/**
 * Gives an empty database its first account, with an admin key and a number to send from. Returns
 * the key where it was made here, the only time that it can be shown.
 */
export const bootstrap = (db: Db, apiKey: string, now: Date): Promise<string | undefined> =>
  db.transaction().execute(async (trx) => {
    // Of several processes that start on one empty database, one makes the account.
    await sql`select pg_advisory_xact_lock(7465787)`.execute(trx);
    const account = (
      await trx.selectFrom('account').select('id').orderBy('id').limit(1).executeTakeFirst()
    )?.id;
    if (account !== undefined && !apiKey) return undefined;
    const key = apiKey || `tl_admin_${randomBytes(24).toString('base64url')}`;
    await setKey(trx, account ?? (await addAccount(trx, now)), key, now);
    return apiKey ? undefined : key;
  });

async function addAccount(trx: Trx, now: Date): Promise<string> {
  const id = newId('acc');
  await trx
    .insertInto('account')
    .values({
      id,
      name: 'My account',
      default_country: 'US',
      time_zone: 'America/New_York',
      created_at: now,
    })
    .execute();
  await trx
    .insertInto('number')
    .values({
      id: newId('num'),
      account_id: id,
      number: firstNumber,
      country: 'US',
      type: 'local',
      status: 'active',
      is_default: true,
      created_at: now,
    })
    .execute();
  return id;
}

/** There is one such key: another takes the place of the one before. */
async function setKey(trx: Trx, accountId: string, key: string, now: Date): Promise<void> {
  const hash = hashOfKey(key);
  await trx
    .deleteFrom('api_key')
    .where('account_id', '=', accountId)
    .where('is_bootstrap', '=', true)
    .where('hash', '!=', hash)
    .execute();
  await trx
    .insertInto('api_key')
    .values({
      id: newId('key'),
      account_id: accountId,
      hash,
      scope: 'admin',
      is_bootstrap: true,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
