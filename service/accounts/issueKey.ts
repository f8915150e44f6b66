import { randomBytes } from 'node:crypto';
import type { Scope } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { hashKey } from './caller.ts';
import { newId } from '../lib/ids.ts';
import { limitNewKeys } from './liveKeys.ts';
import type { Trx } from '../store/database.ts';
import type { ApiKeyTable } from '../store/tables/keyTables.ts';

interface NewKey {
  readonly accountId: string;
  readonly name: string;
  readonly scope: Scope;
  /** Null for a key that never expires. */
  readonly expiresAt: Date | null;
  readonly now: Date;
}

interface IssuedKey {
  readonly key: string;
  readonly row: Selectable<ApiKeyTable>;
}

/** Creates an API key for an account, up to the limit of keys. */
export async function issueKey(trx: Trx, newKey: NewKey): Promise<IssuedKey> {
  await limitNewKeys(trx, newKey);
  return insertKey(trx, newId('key'), newKey);
}

/** Creates an API key. Only its hash is stored, so the key cannot be shown again. */
export async function insertKey(
  trx: Trx,
  id: string,
  { accountId, name, scope, expiresAt, now }: NewKey,
): Promise<IssuedKey> {
  const key = newKey(scope);
  const row = await trx
    .insertInto('api_key')
    .values({
      id,
      account_id: accountId,
      name,
      scope,
      ...hashAndLast4(key),
      expires_at: expiresAt,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { key, row };
}

export const newKey = (scope: Scope): string =>
  `tl_${scope}_${randomBytes(24).toString('base64url')}`;

/** Returns the columns that are stored of a key, which are enough to recognize it later. */
export const hashAndLast4 = (key: string) => ({ hash: hashKey(key), last4: key.slice(-4) });
