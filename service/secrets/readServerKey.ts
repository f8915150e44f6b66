import { randomBytes } from 'node:crypto';
import type { Db } from '../store/database.ts';

const name = 'secret';

/** Returns the key in the database, if a process has created it. */
export async function findServerKey(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('server_key')
    .select('key')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.key;
}

/** Returns the key in the database, which the first process creates. */
export async function readServerKey(db: Db): Promise<string> {
  const known = await findServerKey(db);
  if (known !== undefined) return known;
  await db
    .insertInto('server_key')
    .values({ name, key: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findServerKey(db))!;
}
