import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { workInBatches } from '../core/workInBatches.ts';

/** Matches the members of lists that exist, in statements that do not read `list`. */
export const isOnExistingList = sql<boolean>`
  list_id <> all(array(select id from deleted_list))`;

/**
 * Removes the members of deleted lists, a batch in each transaction. Nobody adds members to them:
 * all code that does so locks the list first.
 */
export const removeDeletedLists = ({ db, batch }: Pick<Context, 'db' | 'batch'>): Promise<void> =>
  workInBatches(db, async (trx) => {
    const { rows: lists } = await sql<{ id: string }>`
      select id from deleted_list order by id limit 1 for update skip locked`.execute(trx);
    const [list] = lists;
    if (!list) return false;
    // Skips members that an erasure has locked, so that the two never wait for each other.
    const { numAffectedRows: removed = 0n } = await sql`
      delete from list_contact where ctid = any(array(
        select ctid from list_contact where list_id = ${list.id}
        order by contact_id limit ${batch()} for update skip locked
      ))`.execute(trx);
    const { numAffectedRows: forgotten = 0n } = await sql`
      delete from deleted_list where id = ${list.id} and not exists (
        select from list_contact where list_id = ${list.id}
      )`.execute(trx);
    return removed + forgotten > 0n;
  });
