import type { ApiKey } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { Call, Handlers } from './handlers.ts';
import { readPage } from '../store/readPage.ts';
import { isWithin } from '../search/timeRange.ts';
import { fail, failMissing, refuse } from '../errors/serviceError.ts';
import { iso } from '../times/iso.ts';
import { parseOptionalTime, parseTime } from '../times/parseTime.ts';
import { findValidKeys } from '../accounts/findValidKeys.ts';
import { issueKey } from '../accounts/issueKey.ts';
import { expiryProblem } from '../accounts/keyExpiry.ts';
import { keepAdminKey } from '../accounts/liveKeys.ts';
import { lockAccount } from '../accounts/lockAccount.ts';
import { revokeKey } from '../accounts/revokeKey.ts';
import { rotateKey } from '../accounts/rotateKey.ts';
import type { ApiKeyTable } from '../store/tables/keyTables.ts';
import { hour } from '../times/durations.ts';

export const key = {
  async create(call, { name, scope, expires_at }) {
    const now = await requireKey(call);
    const { trx, account } = call;
    const expiresAt = parseExpiry(expires_at ?? null, now);
    const newKey = { accountId: account.id, name: name.trim(), scope, expiresAt, now };
    const { key: secret, row } = await issueKey(trx, newKey);
    return { ...toApiKey(call, row), key: secret };
  },

  list(call, { expires_after, expires_before, ...paging }) {
    const after = parseOptionalTime(expires_after, '/expires_after');
    const until = parseOptionalTime(expires_before, '/expires_before');
    const found = call.trx
      .selectFrom('api_key')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .where('revoked_at', 'is', null)
      .where(isWithin('expires_at', { after, until }));
    return readPage('key', found, paging, (row) => toApiKey(call, row));
  },

  async rotate(call, { id, overlap_hours, expires_at }) {
    const now = await requireKey(call);
    // Without its first response, the caller would have no key to repeat the request with.
    if (id === call.keyId && overlap_hours === 0)
      refuse(
        '/overlap_hours',
        'out_of_range',
        'must be at least 1 for the key of this request, so that you can repeat the request if its response gets lost',
      );
    const keys = { accountId: call.account.id, now };
    const rotation = {
      ...keys,
      id,
      overlapMs: overlap_hours * hour,
      expiresAt: expires_at === undefined ? undefined : parseExpiry(expires_at, now),
    };
    const rotated = await keepAdminKey(call.trx, keys, () => rotateKey(call.trx, rotation));
    const { key: secret, row, oldExpiresAt } = rotated ?? failMissing('key');
    return { ...toApiKey(call, row), key: secret, old_key_expires_at: iso(oldExpiresAt) };
  },

  async revoke(call, { id }) {
    const now = await requireKey(call);
    if (id === call.keyId) fail('cannot_revoke_current_key');
    const keys = { accountId: call.account.id, now };
    const isRevoked = await keepAdminKey(call.trx, keys, () =>
      revokeKey(call.trx, call.account.id, id, now),
    );
    if (!isRevoked) failMissing('key');
    return undefined;
  },
} satisfies Handlers['key'];

/**
 * Checks the key again under a lock. If two keys revoke each other, only the first request
 * succeeds. Returns the time after the wait for the lock, in which the key can have expired.
 */
async function requireKey(call: Call): Promise<Date> {
  await lockAccount(call);
  const now = call.context.clock();
  const valid = await findValidKeys(call.trx, [call.keyId], now);
  if (!valid.has(call.keyId)) fail('unauthenticated');
  return now;
}

function parseExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const at = parseTime(text, '/expires_at');
  const problem = expiryProblem(at, now);
  return problem === undefined ? at : refuse('/expires_at', 'out_of_range', problem);
}

const toApiKey = ({ keyId }: Call, row: Selectable<ApiKeyTable>): ApiKey => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  last4: row.last4,
  current: row.id === keyId,
  created_at: iso(row.created_at),
  last_used_at: iso(row.last_used_at),
  expires_at: iso(row.expires_at),
  replaced_by: row.replaced_by,
});
