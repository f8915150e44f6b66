import { randomBytes } from 'node:crypto';
import { limits, type Scope } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { hashKey } from './caller.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
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

/**
 * Creates an API key for an account, up to the limit of keys. Only its hash is stored, so the key
 * cannot be shown again.
 */
export async function issueKey(
  trx: Trx,
  { accountId, name, scope, expiresAt, now }: NewKey,
): Promise<{ readonly key: string; readonly row: Selectable<ApiKeyTable> }> {
  await limitKeys(trx, accountId);
  const key = newKey(scope);
  const row = await trx
    .insertInto('api_key')
    .values({
      id: newId('key'),
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

async function limitKeys(trx: Trx, accountId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('api_key')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= limits.keys)
    fail('limit_reached', {
      detail: `An account has at most ${limits.keys} API keys. Revoke keys that nobody uses.`,
    });
}

export const newKey = (scope: Scope): string =>
  `tl_${scope}_${randomBytes(24).toString('base64url')}`;

/** Returns the columns that are stored of a key, which are enough to recognize it later. */
export const hashAndLast4 = (key: string) => ({ hash: hashKey(key), last4: key.slice(-4) });
