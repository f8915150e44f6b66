import { ConfigError } from '../config/configError.ts';
import { hasErased } from '../consents/erasedPhones.ts';
import type { Db } from '../store/database.ts';
import type { Secrets } from '../secrets/secrets.ts';

const name = 'check';

/**
 * Refuses another key than the one that hid the opt-outs of erased people, because the service
 * would not recognize these opt-outs and would send texts to people who opted out. Before the first
 * such opt-out, the key can change.
 */
export async function requireSameKey(db: Db, secrets: Secrets): Promise<void> {
  const key = secrets.hash('server key', 'check');
  const find = () =>
    db.selectFrom('server_key').select('key').where('name', '=', name).executeTakeFirst();
  if ((await find())?.key === key) return;
  await db
    .insertInto('server_key')
    .values({ name, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if ((await find())!.key === key) return;
  if (await hasErased(db))
    throw new ConfigError(
      'SECRET_KEY is not the key that hides the opt-outs of erased people in this database. With another key, the service would send texts to these people. Set SECRET_KEY as it was before, or leave it empty if it was empty.',
    );
  await db.updateTable('server_key').set({ key }).where('name', '=', name).execute();
}
