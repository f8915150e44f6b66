import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import { priorityByPurpose } from '../messages/purpose.ts';
import { isUnsent, isUnsentStatus } from '../messages/statusMachine.ts';
import type { Db, Trx } from '../store/database.ts';
import { everySenderQueue, isQueued } from './everySender.ts';

/*
 * The message table is its own queue. The waiting messages of one sender are the queue of that
 * sender. A process claims messages from a sender queue while it holds the lock of the sender's
 * number, and skips queues that another process has locked. So the order within a queue holds with
 * many processes.
 *
 * A claim costs a few index lookups for each sender with waiting messages, and one for each
 * claimed message. While a carrier is full, its senders cost only two lookups each. The cost does
 * not grow with the length of a queue or with the number of sent messages. Only a message that
 * waits behind another one to the same recipient is read again each time.
 */

/** A queue that this transaction has locked, and how many messages it may claim from the queue. */
export interface SenderQueue {
  readonly numberId: string;
  readonly accountId: string;
  readonly sender: string;
  /** How many messages it may claim at most. */
  readonly capacity: number;
  readonly isPaced: boolean;
  /** The carrier that the sender belongs to. */
  readonly owner: string | null;
}

/** If more senders have messages due, the transaction picks this many at random. */
export const maxQueues = 200;
const priorities = [...new Set(Object.values(priorityByPurpose))].sort((a, b) => b - a);

/**
 * The sections of a queue, each with the latest due time to claim. A message without `send_at` is
 * always due, and its due time only sets its place, so a clock that is set back delays nothing.
 */
export const levels = (now: Date) => sql`(
  select priority, is_immediate,
    case when is_immediate then 'infinity'::timestamptz else ${now}::timestamptz end as latest
  from unnest(${priorities}::int[]) as priority, unnest(array[true, false]) as is_immediate
) as level`;

/**
 * Returns whether any queue has a message, due or not. This runs several times per second, and
 * costs far less than a transaction. The order makes the database use the index of the queues.
 */
export async function hasWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from message where ${isQueued} order by account_id, sender limit 1`.execute(db);
  return rows.length > 0;
}

interface WaitingSender {
  readonly numberId: string;
  readonly sender: string;
  readonly owner: string | null;
}

/** Returns every sender with waiting messages, due or not. */
export async function listWaitingSenders(trx: Trx): Promise<WaitingSender[]> {
  const { rows } = await sql<WaitingSender>`
    with recursive ${everySenderQueue}
    select number.id as "numberId", number.number as sender, number.carrier as owner
    from sender_queue
    join number on number.account_id = sender_queue.account_id
      and number.number = sender_queue.sender`.execute(trx);
  return rows;
}

/**
 * Locks the queues that have a message due and whose sender's pace allows one, for this transaction
 * alone. If `numberIds` is set, it locks only the queues of these numbers. The clock of the
 * database measures the pace. After a rest, a number may catch up on one second. A number without a
 * pace can be in a pause that a carrier asked for.
 */
export async function lockSenderQueues(
  { clock }: Context,
  trx: Trx,
  limit: number,
  numberIds?: readonly string[],
): Promise<SenderQueue[]> {
  const queues = numberIds
    ? sql`sender_queue as materialized (
        select account_id, number as sender from number where id = any(${numberIds}::text[])
      )`
    : everySenderQueue;
  const { rows } = await sql<{
    id: string;
    account_id: string;
    number: string;
    carrier: string | null;
    is_paced: boolean;
    allowed: number;
  }>`
    with recursive ${queues}
    select number.id, number.account_id, number.number, number.carrier,
      number.messages_per_second is not null as is_paced, pace.allowed
    from sender_queue
    join number on number.account_id = sender_queue.account_id
      and number.number = sender_queue.sender
    cross join lateral (
      select coalesce(
        floor(number.messages_per_second * extract(epoch from
          now() + interval '1 second' - greatest(number.paced_until, now()))),
        case when number.paced_until > now() then 0 else ${limit} end)::int as allowed
    ) as pace
    where pace.allowed >= 1
      and exists (
        select from ${levels(clock())}
        cross join lateral (
          select from message
          where ${isQueued} and message.account_id = sender_queue.account_id
            and message.sender = sender_queue.sender and message.priority = level.priority
            and (message.send_at is null) = level.is_immediate
            and message.due_at <= level.latest
          limit 1
        ) as due
      )
    order by random()
    limit ${maxQueues}
    for no key update of number skip locked`.execute(trx);
  return rows.map((row) => ({
    numberId: row.id,
    accountId: row.account_id,
    sender: row.number,
    capacity: row.allowed,
    isPaced: row.is_paced,
    owner: row.carrier,
  }));
}

/**
 * Selects and locks the messages to send next: by priority in each queue, then by due time. A
 * message waits while an earlier one to the same recipient with the same priority is at a carrier
 * or waits for the carrier's capacity. It does not wait for a message of a paused broadcast.
 *
 * Run this as a separate statement after `lockSenderQueues`, so that it sees every change that the
 * previous holders of the locks made.
 */
export async function selectDueMessages(
  { clock }: Context,
  trx: Trx,
  queues: readonly SenderQueue[],
): Promise<MessageRow[]> {
  if (queues.length === 0) return [];
  const now = clock();
  const { rows } = await sql<MessageRow>`
    with chosen as (
      select due.id
      from unnest(
        ${queues.map(({ accountId }) => accountId)}::text[],
        ${queues.map(({ sender }) => sender)}::text[],
        ${queues.map(({ capacity }) => capacity)}::int[]
      ) as queue(account_id, sender, capacity)
      cross join lateral (
        select first.id
        from ${levels(now)}
        cross join lateral (
          select message.id, message.due_at
          from message
          where ${isQueued} and message.account_id = queue.account_id
            and message.sender = queue.sender and message.priority = level.priority
            and (message.send_at is null) = level.is_immediate
            and message.due_at <= level.latest
            and not exists (
              select from message as ahead
              where ${isUnsent('ahead')}
                and (ahead.submitting_at is not null or ahead.not_before < 'infinity')
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
  // A message may have been canceled or rescheduled while this statement waited for its lock.
  return rows.filter((row) => isStillDue(row, now)).sort(compareQueueOrder);
}

const isStillDue = (
  { status, submitting_at, not_before, send_at }: MessageRow,
  now: Date,
): boolean =>
  isUnsentStatus(status) &&
  submitting_at === null &&
  not_before === null &&
  (send_at === null || send_at <= now);

/** By priority, then by due time. */
export const compareQueueOrder = (a: MessageRow, b: MessageRow): number =>
  b.priority - a.priority || a.due_at!.getTime() - b.due_at!.getTime() || (a.id < b.id ? -1 : 1);

/** Counts the claimed messages against the pace of their numbers. */
export async function countPace(
  trx: Trx,
  queues: readonly SenderQueue[],
  claimed: readonly MessageRow[],
): Promise<void> {
  const paced = queues
    .filter(({ isPaced }) => isPaced)
    .map(({ numberId, accountId, sender }) => ({
      id: numberId,
      claimed: claimed.filter((row) => row.account_id === accountId && row.sender === sender)
        .length,
    }));
  if (paced.length === 0) return;
  await sql`
    update number set paced_until =
      greatest(number.paced_until, now()) + paced.claimed * interval '1 second' / number.messages_per_second
    from json_to_recordset(${JSON.stringify(paced)}::json) as paced(id text, claimed int)
    where number.id = paced.id and number.messages_per_second is not null`.execute(trx);
}

/** Returns messages that a carrier did not accept to their old place, after their wait. */
export async function requeueUnsent(db: Db, limit: number): Promise<void> {
  await sql`
    update message set not_before = null
    where id in (
      select id from message
      where ${isUnsent()} and not_before <= now()
      order by not_before
      limit ${limit}
      for update skip locked
    )`.execute(db);
}
