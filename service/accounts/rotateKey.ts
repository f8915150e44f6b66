import type { Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { ApiKeyTable } from '../store/tables/keyTables.ts';
import { issueKey } from './issueKey.ts';

interface Rotation {
  readonly accountId: string;
  readonly id: string;
  /** How long the old key still works, unless it expires earlier. */
  readonly overlapMs: number;
  /** Undefined for a key that lives as long as the old one was to live. */
  readonly expiresAt: Date | null | undefined;
  readonly now: Date;
}

interface Rotated {
  readonly key: string;
  readonly row: Selectable<ApiKeyTable>;
  readonly oldExpiresAt: Date;
}

/**
 * Creates a key with the name and scope of another one, which expires after the overlap. A rotation
 * never prolongs the life of the old key. Returns undefined if the account has no such key.
 */
export async function rotateKey(
  trx: Trx,
  { accountId, id, overlapMs, expiresAt, now }: Rotation,
): Promise<Rotated | undefined> {
  const old = await trx
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!old) return undefined;
  const { name, scope } = old;
  const issued = await issueKey(trx, {
    accountId,
    name,
    scope,
    expiresAt: expiresAt === undefined ? sameLifetime(old, now) : expiresAt,
    now,
  });
  const end = now.getTime() + overlapMs;
  const oldExpiresAt = new Date(Math.min(old.expires_at?.getTime() ?? Infinity, end));
  await trx
    .updateTable('api_key')
    .set({ expires_at: oldExpiresAt, replaced_by: issued.row.id })
    .where('id', '=', id)
    .execute();
  return { ...issued, oldExpiresAt };
}

const sameLifetime = (
  { created_at, expires_at }: Selectable<ApiKeyTable>,
  now: Date,
): Date | null =>
  expires_at && new Date(now.getTime() + expires_at.getTime() - created_at.getTime());
