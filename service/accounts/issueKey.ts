import { randomBytes } from 'node:crypto';
import type { Scope } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { hashKey } from './caller.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import type { ApiKeyTable } from '../store/tables.ts';

interface NewKey {
  readonly accountId: string;
  readonly name: string;
  readonly scope: Scope;
  readonly now: Date;
}

/** Creates an API key for an account. Only its hash is stored, so the key cannot be shown again. */
export async function issueKey(
  trx: Trx,
  { accountId, name, scope, now }: NewKey,
): Promise<{ readonly key: string; readonly row: Selectable<ApiKeyTable> }> {
  const key = newKey(scope);
  const row = await trx
    .insertInto('api_key')
    .values({
      id: newId('key'),
      account_id: accountId,
      name,
      scope,
      ...hashAndLast4(key),
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
