import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { everySenderQueue, isQueued, levels } from '../../dispatch/senderQueue.ts';

/** Messages that a carrier has at this moment or turned away for moments. There are few. */
const maxInBetween = 10_000;

/**
 * Returns the due time of the message that has been due for longest and is not submitted, or
 * undefined if none is due. It costs as much as a claim: a few look-ups in an index for each sender
 * with waiting messages, however many there are. Messages of paused broadcasts do not count.
 */
export async function readOldestDue(db: Db, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    with recursive ${everySenderQueue}
    select min(due_at) as since from (
      select first.due_at from sender_queue cross join ${levels(now)} cross join lateral (
        select message.due_at from message
        where ${isQueued} and message.account_id = sender_queue.account_id
          and message.sender = sender_queue.sender and message.priority = level.priority
          and (message.send_at is null) = level.is_immediate and message.due_at <= ${now}
        order by message.due_at limit 1
      ) as first
      union all (
        select due_at from message
        where status in ('scheduled', 'queued') and submitting_at is not null
        order by submitting_at limit ${maxInBetween})
      union all (
        select due_at from message
        where status in ('scheduled', 'queued') and not_before < 'infinity'
        order by not_before limit ${maxInBetween})
    ) as waiting
    where due_at <= ${now}`.execute(db);
  return rows[0]?.since ?? undefined;
}
