import type { Trx } from '../store/database.ts';

/** Revokes a key of an account permanently. Returns false if the account has no such key. */
export async function revokeKey(
  trx: Trx,
  accountId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
