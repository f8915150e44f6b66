import type { Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { ApiKeyTable } from '../store/tables/keyTables.ts';
import { fail } from '../errors/serviceError.ts';
import { newId } from '../lib/ids.ts';
import { insertKey } from './issueKey.ts';
import { limitNewKeys, limitReplacedKeys } from './liveKeys.ts';

interface Rotation {
  readonly accountId: string;
  readonly id: string;
  /** How long the old key still works, unless it expires earlier. 0 revokes it. */
  readonly overlapMs: number;
  /** If undefined, the new key gets the same lifetime as the old one. */
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
 * never prolongs the life of the old key. It happens once, because after it, the expiry of the old
 * key no longer shows its lifetime. Call it under the lock of the account. Returns
 * undefined if the account has no such key.
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
  const { name, scope, replaced_by } = old;
  if (replaced_by !== null)
    fail('key_already_rotated', {
      detail: `The key ${replaced_by} has already replaced this key. Rotate that key, or create a key.`,
    });
  // The new key takes the place of the old one in the limit, unless that one has expired.
  if (old.expires_at && old.expires_at <= now) await limitNewKeys(trx, { accountId, now });
  const successor = newId('key');
  const end = now.getTime() + overlapMs;
  const oldExpiresAt = new Date(Math.min(old.expires_at?.getTime() ?? Infinity, end));
  await trx
    .updateTable('api_key')
    .set({
      expires_at: oldExpiresAt,
      replaced_by: successor,
      // A revocation does not depend on the clocks of other processes.
      ...(overlapMs === 0 && { revoked_at: now }),
    })
    .where('id', '=', id)
    .execute();
  await limitReplacedKeys(trx, { accountId, now });
  const issued = await insertKey(trx, successor, {
    accountId,
    name,
    scope,
    expiresAt: expiresAt === undefined ? sameLifetime(old, now) : expiresAt,
    now,
  });
  return { ...issued, oldExpiresAt };
}

const sameLifetime = (
  { created_at, expires_at }: Selectable<ApiKeyTable>,
  now: Date,
): Date | null =>
  expires_at && new Date(now.getTime() + expires_at.getTime() - created_at.getTime());
