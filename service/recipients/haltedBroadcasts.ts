import { sql, type Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';

/** How to treat the waiting messages of a broadcast that does not run. */
export type Halt = 'hold' | 'cancel';

/**
 * Returns the broadcasts of messages that must not go out now. The rest cannot be paused, stopped
 * or canceled until the transaction ends, so after a pause, no process chooses further messages.
 */
export async function findHaltedBroadcasts(
  trx: Trx,
  rows: readonly Pick<Selectable<MessageTable>, 'broadcast_id'>[],
): Promise<ReadonlyMap<string, Halt>> {
  const ids = [...new Set(rows.flatMap(({ broadcast_id }) => broadcast_id ?? []))];
  if (ids.length === 0) return new Map();
  const broadcasts = await trx
    .selectFrom('broadcast')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(
    broadcasts.flatMap(({ id, status }): [string, Halt][] => {
      if (status === 'canceled') return [[id, 'cancel']];
      return status === 'running' ? [] : [[id, 'hold']];
    }),
  );
}

/**
 * Removes messages from the queue until their broadcast continues. Meanwhile, their time to live
 * does not pass. The transaction must hold the locks of the rows.
 */
export async function holdMessages(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Also ends a submit that was cut off.
  await sql`
    update message set not_before = 'infinity', expires_at = null, submitting_at = null, claim = null
    where id = any(${ids}::text[])`.execute(trx);
}
