import { randomBytes } from 'node:crypto';
import type { Scope } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { hashKey } from './caller.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import type { ApiKeyTable } from '../store/tables.ts';

interface Wanted {
  readonly accountId: string;
  readonly name: string;
  readonly scope: Scope;
  readonly now: Date;
}

/** Gives an account a new API key. Only its hash is kept, so that this is the only time it is known. */
export async function issueKey(
  trx: Trx,
  { accountId, name, scope, now }: Wanted,
): Promise<{ readonly key: string; readonly row: Selectable<ApiKeyTable> }> {
  const key = newKey(scope);
  const row = await trx
    .insertInto('api_key')
    .values({
      id: newId('key'),
      account_id: accountId,
      name,
      scope,
      ...traceOf(key),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { key, row };
}

export const newKey = (scope: Scope): string =>
  `tl_${scope}_${randomBytes(24).toString('base64url')}`;

/** What is kept of a key: enough to know it again. */
export const traceOf = (key: string) => ({ hash: hashKey(key), last4: key.slice(-4) });
