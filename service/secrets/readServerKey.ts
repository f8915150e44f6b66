import { randomBytes } from 'node:crypto';
import type { Db } from '../store/database.ts';

const name = 'secret';

/** Returns the key in the database, which the first process creates. */
export async function readServerKey(db: Db): Promise<string> {
  const find = () =>
    db.selectFrom('server_key').select('key').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return known.key;
  await db
    .insertInto('server_key')
    .values({ name, key: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())!.key;
}
