import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { everySenderQueue, isQueued } from '../../dispatch/everySender.ts';
import { levels } from '../../dispatch/senderQueue.ts';
import { isUnsent } from '../../messages/statusMachine.ts';

/** Messages that a carrier has at this moment or rejected for moments. There are few. */
const maxInBetween = 10_000;
/** The latest messages of a carrier that have no receipt yet. */
const maxSent = 1_000;

interface Waiting {
  /** The carrier that the senders belong to. Empty if an earlier version added their number. */
  readonly carrier: string;
  readonly since: Date;
}

/**
 * Returns the due time of the message that has been due for longest and is not submitted, for each
 * carrier with due messages. It costs as much as a claim: a few lookups in an index for each
 * sender with waiting messages, however many there are. Messages of paused broadcasts do not count.
 *
 * A sender that makes progress does not count either, however long its queue is: a carrier accepted
 * one of its messages in the last minute, or it used its pace in the last minute and the carrier
 * has rejected none of its first messages.
 */
export async function readOldestDue(
  db: Db,
  now: Date,
  carriers: readonly string[],
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with recursive ${everySenderQueue},
    waiting as (
      select sender_queue.account_id, sender_queue.sender, first.due_at, first.attempts > 0 as is_back
      from sender_queue cross join ${levels(now)} cross join lateral (
        select message.due_at, message.attempts from message
        where ${isQueued} and message.account_id = sender_queue.account_id
          and message.sender = sender_queue.sender and message.priority = level.priority
          and (message.send_at is null) = level.is_immediate and message.due_at <= ${now}
        order by message.due_at limit 1
      ) as first
      union all (
        select account_id, sender, due_at, attempts > 1 from message
        where ${isUnsent()} and submitting_at is not null
        order by submitting_at limit ${maxInBetween})
      union all (
        select account_id, sender, due_at, true from message
        where ${isUnsent()} and not_before < 'infinity'
        order by not_before limit ${maxInBetween})
    ),
    oldest as (
      select account_id, sender, min(due_at) as due_at, bool_or(is_back) as is_back
      from waiting where due_at <= ${now} group by account_id, sender
    ),
    taken as materialized (
      select distinct latest.account_id, latest.sender
      from unnest(${carriers}::text[]) as offered(carrier)
      cross join lateral (
        select account_id, sender from message
        where carrier = offered.carrier and status = 'sent' and final_at is null
          and sent_at > ${now}::timestamptz - interval '1 minute'
        order by sent_at desc limit ${maxSent}
      ) as latest
    )
    select coalesce(number.carrier, '') as carrier, min(oldest.due_at) as since
    from oldest left join number
      on number.account_id = oldest.account_id and number.number = oldest.sender
    where not exists (
        select from taken
        where taken.account_id = oldest.account_id and taken.sender = oldest.sender
      )
      and not (
        number.messages_per_second is not null and not oldest.is_back
        and coalesce(number.paced_until > now() - interval '1 minute', false)
      )
    group by 1`.execute(db);
  return rows;
}
