import type { Selectable } from 'kysely';
import type { Db } from '../store/database.ts';
import type { ApiKeyTable } from '../store/tables/keyTables.ts';

type Validity = Pick<Selectable<ApiKeyTable>, 'revoked_at' | 'expires_at'>;

/**
 * Returns why a key no longer works, or undefined if it is valid. Everything that accepts a key
 * must ask this function.
 */
export function endOfKey(
  { revoked_at, expires_at }: Validity,
  now: Date,
): 'revoked' | 'expired' | undefined {
  if (revoked_at) return 'revoked';
  return expires_at && expires_at <= now ? 'expired' : undefined;
}

/** Returns which of these IDs belong to API keys that are still valid. */
export async function findValidKeys(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('api_key')
    .select(['id', 'revoked_at', 'expires_at'])
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.filter((row) => !endOfKey(row, now)).map(({ id }) => id));
}
