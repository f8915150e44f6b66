import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { MessageRow } from '../messages/messageOf.ts';
import { priorityOf } from '../messages/purpose.ts';
import type { Db, Trx } from '../store/database.ts';

/*
 * The message table is its own queue. The messages of one sender that wait are its line. A process
 * takes from a line under the lock of the sender's number, and from another line where that one is
 * taken, so that the order within a line holds whoever hands over.
 *
 * Choosing costs one look-up for each sender that has anything waiting, and one for each message
 * that is chosen: nothing for what is done, and nothing for the length of a line. Only a message
 * that waits behind one of its own recipient is looked at again each time.
 */

/** A line that is held by this transaction, with how many messages may be taken from it. */
export interface SenderQueue {
  readonly numberId: string;
  readonly accountId: string;
  readonly sender: string;
  /** At most; a slow sender's pace leaves fewer. */
  readonly capacity: number;
  readonly isPaced: boolean;
  /** The carrier that the sender belongs to. */
  readonly owner: string | null;
}

/** More senders than these take turns, whose is left to chance. */
const mostQueues = 200;
const priorities = [...new Set(Object.values(priorityOf))].sort((a, b) => b - a);

/**
 * The parts of a line, each with the latest time at which what is in it is due. What waits for no time
 * is always due, and has its time for the order alone: a clock that was set back holds nothing up.
 */
const levels = (now: Date) => sql`(
  select priority, is_immediate,
    case when is_immediate then 'infinity'::timestamptz else ${now}::timestamptz end as latest
  from unnest(${priorities}::int[]) as priority, unnest(array[true, false]) as is_immediate
) as level`;

const isQueued = sql<boolean>`message.status in ('scheduled', 'queued')
  and message.submitting_at is null and message.not_before is null`;

/** Every sender that has anything in line, found by a look-up each; for a `with recursive`. */
export const everySenderQueue = sql`line as (
  (select account_id, sender from message where ${isQueued} order by account_id, sender limit 1)
  union all
  select next.account_id, next.sender
  from line cross join lateral (
    select account_id, sender from message
    where ${isQueued} and (account_id, sender) > (line.account_id, line.sender)
    order by account_id, sender limit 1
  ) as next
)`;

/**
 * Takes the lines in which something is due and whose sender's pace has room, each for this
 * transaction alone, and shares `most` messages out among them: no line can use up the turn of
 * another. The pace is measured by the database's clock: a number that has rested may catch up on
 * one second.
 */
export async function lockSenderQueues(
  { clock }: Context,
  trx: Trx,
  most: number,
): Promise<SenderQueue[]> {
  const { rows } = await sql<{
    id: string;
    account_id: string;
    number: string;
    carrier: string | null;
    is_paced: boolean;
    allowed: number;
  }>`
    with recursive ${everySenderQueue}
    select number.id, number.account_id, number.number, number.carrier,
      number.messages_per_second is not null as is_paced, pace.allowed
    from line
    join number on number.account_id = line.account_id and number.number = line.sender
    cross join lateral (
      select coalesce(
        floor(number.messages_per_second * extract(epoch from
          now() + interval '1 second' - greatest(number.paced_until, now()))),
        ${most})::int as allowed
    ) as pace
    where pace.allowed >= 1
      and exists (
        select from ${levels(clock())}
        cross join lateral (
          select from message
          where ${isQueued} and message.account_id = line.account_id
            and message.sender = line.sender and message.priority = level.priority
            and (message.send_at is null) = level.is_immediate
            and message.due_at <= level.latest
          limit 1
        ) as due
      )
    order by random()
    limit ${mostQueues}
    for no key update of number skip locked`.execute(trx);
  const share = Math.ceil(most / rows.length);
  return rows.map((row) => ({
    numberId: row.id,
    accountId: row.account_id,
    sender: row.number,
    capacity: Math.min(share, row.allowed),
    isPaced: row.is_paced,
    owner: row.carrier,
  }));
}

/**
 * The messages whose turn it is, locked: in each line the more urgent before the others, and of
 * those the ones that were due first. Of messages to one recipient with the same priority none goes
 * while an earlier one is in a carrier's hands or waits for its room.
 *
 * It must be a statement of its own after the one that has taken the lines, so that it sees all
 * that was done by who had them before.
 */
export async function selectDueMessages(
  { clock }: Context,
  trx: Trx,
  lines: readonly SenderQueue[],
): Promise<MessageRow[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<MessageRow>`
    with chosen as (
      select due.id
      from unnest(
        ${lines.map(({ accountId }) => accountId)}::text[],
        ${lines.map(({ sender }) => sender)}::text[],
        ${lines.map(({ capacity }) => capacity)}::int[]
      ) as queue(account_id, sender, capacity)
      cross join lateral (
        select first.id
        from ${levels(clock())}
        cross join lateral (
          select message.id, message.due_at
          from message
          where ${isQueued} and message.account_id = queue.account_id
            and message.sender = queue.sender and message.priority = level.priority
            and (message.send_at is null) = level.is_immediate
            and message.due_at <= level.latest
            and not exists (
              select from message as ahead
              where ahead.status in ('scheduled', 'queued')
                and (ahead.submitting_at is not null or ahead.not_before is not null)
                and ahead.account_id = message.account_id and ahead.sender = message.sender
                and ahead.recipient = message.recipient and ahead.priority = message.priority
                and (ahead.due_at, ahead.id) < (message.due_at, message.id)
              offset 0
            )
          order by message.due_at, message.id
          limit queue.capacity
        ) as first
        order by level.priority desc, first.due_at, first.id
        limit queue.capacity
      ) as due
    )
    select message.* from message
    where message.id = any(array(select id from chosen))
    order by message.id
    for update of message`.execute(trx);
  // What was canceled while its lock was waited for is not in line any more.
  return rows.filter(isStillQueued).sort(byTurn);
}

const isStillQueued = ({ status, submitting_at, not_before }: MessageRow): boolean =>
  (status === 'scheduled' || status === 'queued') && submitting_at === null && not_before === null;

/** The more urgent first, then what was due first. */
export const byTurn = (a: MessageRow, b: MessageRow): number =>
  b.priority - a.priority || a.due_at!.getTime() - b.due_at!.getTime() || (a.id < b.id ? -1 : 1);

/** Counts what is taken from paced lines against the pace of their numbers. */
export async function countPace(
  trx: Trx,
  lines: readonly SenderQueue[],
  taken: readonly MessageRow[],
): Promise<void> {
  const paced = lines
    .filter(({ isPaced }) => isPaced)
    .map(({ numberId, accountId, sender }) => ({
      id: numberId,
      taken: taken.filter((row) => row.account_id === accountId && row.sender === sender).length,
    }));
  if (paced.length === 0) return;
  await sql`
    update number set paced_until =
      greatest(number.paced_until, now()) + line.taken * interval '1 second' / number.messages_per_second
    from json_to_recordset(${JSON.stringify(paced)}::json) as line(id text, taken int)
    where number.id = line.id and number.messages_per_second is not null`.execute(trx);
}

/** Puts what the carrier had no room for back into its line, at its old place, once its wait is over. */
export async function requeueThrottled(db: Db, most: number): Promise<void> {
  await sql`
    update message set not_before = null
    where id in (
      select id from message
      where status in ('scheduled', 'queued') and not_before <= now()
      order by not_before
      limit ${most}
      for update skip locked
    )`.execute(db);
}
