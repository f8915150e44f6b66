import type { ApiKey } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { Call, Handlers } from './handlers.ts';
import { readPage } from '../store/readPage.ts';
import { fail } from '../lib/errors.ts';
import { iso } from '../lib/iso.ts';
import { issueKey } from '../accounts/issueKey.ts';
import { lockAccount } from '../accounts/lockAccount.ts';
import { revokeKey } from '../accounts/revokeKey.ts';
import type { ApiKeyTable } from '../store/tables.ts';

export const key = {
  async create(call, { name, scope }) {
    await requireKey(call);
    const { trx, account, now } = call;
    const newKey = { accountId: account.id, name: name.trim(), scope, now };
    const { key: secret, row } = await issueKey(trx, newKey);
    return { ...toApiKey(call, row), key: secret };
  },

  list(call, paging) {
    const found = call.trx
      .selectFrom('api_key')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .where('revoked_at', 'is', null);
    return readPage(found, paging, (row) => toApiKey(call, row));
  },

  async revoke(call, { id }) {
    await requireKey(call);
    if (id === call.keyId) fail('cannot_revoke_current_key');
    if (!(await revokeKey(call.trx, call.account.id, id, call.now)))
      fail('not_found', { detail: 'There is no such key in this account.' });
    return undefined;
  },
} satisfies Handlers['key'];

/**
 * Checks the key again under a lock. If two keys revoke each other, only the first request
 * succeeds.
 */
async function requireKey(call: Call): Promise<void> {
  await lockAccount(call);
  const row = await call.trx
    .selectFrom('api_key')
    .select('id')
    .where('id', '=', call.keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) fail('unauthenticated');
}

const toApiKey = ({ keyId }: Call, row: Selectable<ApiKeyTable>): ApiKey => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  last4: row.last4,
  current: row.id === keyId,
  created_at: iso(row.created_at),
  last_used_at: iso(row.last_used_at),
});
