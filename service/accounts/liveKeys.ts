import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { fail } from '../errors/serviceError.ts';
import type { Trx } from '../store/database.ts';
import { day } from '../times/durations.ts';

interface KeysOfAccount {
  readonly accountId: string;
  readonly now: Date;
}

/** Selects the keys that work now. An index contains only these, so ended keys cost nothing. */
const selectLive = (trx: Trx, { accountId, now }: KeysOfAccount) =>
  trx
    .selectFrom('api_key')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at, 'infinity') > ${now}`);

/** Refuses a new key if the account has too many. A replaced key does not count. */
export async function limitNewKeys(trx: Trx, keys: KeysOfAccount): Promise<void> {
  const live = await selectLive(trx, keys)
    .select('id')
    .where('replaced_by', 'is', null)
    .limit(limits.keys)
    .execute();
  if (live.length >= limits.keys)
    fail('limit_reached', {
      detail: `An account can have at most ${limits.keys} active API keys, not counting replaced keys. Revoke keys that nobody uses.`,
    });
}

/** Refuses a rotation if too many replaced keys still work. One without an overlap adds none. */
export async function limitReplacedKeys(trx: Trx, keys: KeysOfAccount): Promise<void> {
  const live = await selectLive(trx, keys)
    .select('id')
    .where('replaced_by', 'is not', null)
    .limit(limits.replacedKeys + 1)
    .execute();
  if (live.length > limits.replacedKeys)
    fail('limit_reached', {
      detail: `An account can have at most ${limits.replacedKeys} replaced API keys that still work. Rotate without an overlap, or revoke replaced keys that nobody uses.`,
    });
}

const lastingMs = limits.lastingKeyDays * day;

/**
 * Changes keys. Refuses a change after which the account would lose its last admin key sooner,
 * unless an admin key still works for a week. Call it under the lock of the account.
 */
export async function keepAdminKey<T>(
  trx: Trx,
  keys: KeysOfAccount,
  change: () => Promise<T>,
): Promise<T> {
  const before = await endOfAdminKeys(trx, keys);
  const result = await change();
  const after = await endOfAdminKeys(trx, keys);
  if (after < Math.min(before, keys.now.getTime() + lastingMs)) fail('last_admin_key');
  return result;
}

/** Returns when the account loses its last admin key, in milliseconds. */
async function endOfAdminKeys(trx: Trx, keys: KeysOfAccount): Promise<number> {
  const last = await selectLive(trx, keys)
    .select('expires_at')
    .where('scope', '=', 'admin')
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  if (!last) return -Infinity;
  return last.expires_at?.getTime() ?? Infinity;
}
