import { refuse } from '../errors/serviceError.ts';
import type { Trx } from '../store/database.ts';

interface ListsToLock {
  readonly accountId: string;
  readonly ids: readonly string[];
  /** Returns the JSON pointer of the field that names the list at this index. */
  readonly pointer: (index: number) => string;
}

/**
 * Locks lists against deletion until the transaction ends, and rejects lists that do not exist.
 * To prevent deadlocks, always lock lists before contacts.
 */
export async function lockLists(trx: Trx, { accountId, ids, pointer }: ListsToLock): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom('list')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const locked = new Set(rows.map(({ id }) => id));
  const missing = ids.findIndex((id) => !locked.has(id));
  if (missing >= 0)
    refuse(pointer(missing), 'not_found', 'names a list that does not exist; choose another one');
}
