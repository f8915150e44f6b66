import { refuse } from '../lib/errors.ts';
import type { Trx } from '../store/database.ts';

interface Wanted {
  readonly accountId: string;
  readonly ids: readonly string[];
  /** Returns the JSON pointer of the field that names the list at this index. */
  readonly pointer: (index: number) => string;
}

/**
 * Locks lists against deletion until the transaction ends, and rejects lists that do not exist.
 * To prevent deadlocks, always lock lists before contacts.
 */
export async function lockLists(trx: Trx, { accountId, ids, pointer }: Wanted): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom('list')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const held = new Set(rows.map(({ id }) => id));
  const missing = ids.findIndex((id) => !held.has(id));
  if (missing >= 0) refuse(pointer(missing), 'not_found', 'is not a list of this account');
}
