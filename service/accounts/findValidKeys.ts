import type { Db } from '../store/database.ts';

/** Returns which of these IDs belong to API keys that nobody revoked. */
export async function findValidKeys(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('api_key')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
