import { refuse } from '../lib/errors.ts';
import type { Trx } from '../store/database.ts';

interface Wanted {
  readonly accountId: string;
  readonly ids: readonly string[];
  /** Of the field that names the list at this place. */
  readonly pointer: (index: number) => string;
}

/**
 * Keeps lists from being deleted until the transaction ends, and refuses one that is not there.
 * Lists are held before contacts, here as everywhere, so that no two transactions wait for each other.
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
