import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { foldChanges } from '../store/foldChanges.ts';

/** Adds changes to the tally of broadcasts, at most `maxBatch` in one transaction. */
export const foldBroadcastTally = (db: Db, maxBatch: number): Promise<void> =>
  foldChanges(db, { table: 'broadcast_tally_change', maxBatch, add });

const add = sql`added as (
  insert into broadcast_tally as kept (broadcast_id, kind, messages, segments)
  select broadcast_id, kind, sum(messages), sum(segments) from taken
  group by 1, 2
  order by 1, 2
  on conflict (broadcast_id, kind) do update set
    messages = kept.messages + excluded.messages,
    segments = kept.segments + excluded.segments
)`;
