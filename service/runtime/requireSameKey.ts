import { ConfigError } from '../config/configError.ts';
import { hasErased } from '../consents/erasedPhones.ts';
import type { Db } from '../store/database.ts';
import type { Secrets } from '../secrets/secrets.ts';

const name = 'check';

const computeHash = (secrets: Secrets): string => secrets.hash('server key', 'check');
const findHash = (db: Db) =>
  db.selectFrom('server_key').select('key').where('name', '=', name).executeTakeFirst();

/**
 * Returns the problem if the key is not the one that hid the opt-outs of erased people, because
 * the service would not recognize these opt-outs and would send texts to people who opted out.
 * Before the first such opt-out, the key can change.
 */
export async function findKeyProblem(db: Db, secrets: Secrets): Promise<string | undefined> {
  const known = await findHash(db);
  if (!known || known.key === computeHash(secrets) || !(await hasErased(db))) return undefined;
  return 'SECRET_KEY is not the key that hides the opt-outs of erased people in this database. With another key, the service would send texts to these people. Set SECRET_KEY as it was before, or leave it empty if it was empty.';
}

/** Refuses a key that has a problem, and stores a hash of any other. */
export async function requireSameKey(db: Db, secrets: Secrets): Promise<void> {
  const key = computeHash(secrets);
  if ((await findHash(db))?.key === key) return;
  await db
    .insertInto('server_key')
    .values({ name, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const problem = await findKeyProblem(db, secrets);
  if (problem !== undefined) throw new ConfigError(problem);
  await db.updateTable('server_key').set({ key }).where('name', '=', name).execute();
}
