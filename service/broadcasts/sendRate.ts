import { sql } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { isUnsent } from '../messages/statusMachine.ts';
import type { Trx } from '../store/database.ts';

/** A broadcast may catch up on one second, and always on one message. */
const burst = sql`greatest(interval '1 second', interval '1 minute' / broadcast.messages_per_minute)`;

/** How much of its pace a broadcast keeps in the queue. All of that can leave in one moment. */
const queuedSeconds = 5;

/** Leaves out messages that wait for the end of quiet hours, because others can leave meanwhile. */
const selectDueCount = (broadcastId: string, now: Date) => sql`
  select count(*) from message
  where broadcast_id = ${broadcastId} and ${isUnsent()} and due_at <= ${now}`;

/** Counts the messages of a broadcast that wait although they are due. */
export async function countDue(
  { trx, now }: Pick<UnitOfWork, 'trx' | 'now'>,
  broadcastId: string,
): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select (${selectDueCount(broadcastId, now)})::int as due`.execute(trx);
  return rows[0]!.due;
}

/**
 * Returns how many messages a broadcast with a pace may create now, by the database's clock. While
 * its messages cannot leave, it creates no more.
 */
export async function readAllowance(
  { trx, now }: Pick<UnitOfWork, 'trx' | 'now'>,
  broadcastId: string,
): Promise<number> {
  const { rows } = await sql<{ allowed: number }>`
    select least(
      floor(broadcast.messages_per_minute / 60.0 * extract(epoch from
        now() + ${burst} - greatest(work.paced_until, now())) + 0.000001),
      ceil(broadcast.messages_per_minute / 60.0 * ${queuedSeconds})
        - (${selectDueCount(broadcastId, now)})
      )::int as allowed
    from broadcast join broadcast_work as work on work.broadcast_id = broadcast.id
    where broadcast.id = ${broadcastId}`.execute(trx);
  return rows[0]!.allowed;
}

/**
 * Counts new messages against the pace. The next messages come at the earliest half a second later,
 * because each step costs a transaction.
 */
export async function countBroadcastPace(
  trx: Trx,
  broadcastId: string,
  created: number,
): Promise<void> {
  await sql`
    update broadcast_work as work set
      paced_until = paced.until,
      next_at = greatest(now() + interval '0.5 seconds',
        paced.until + interval '1 minute' / paced.per_minute - paced.burst)
    from (
      select broadcast.messages_per_minute as per_minute, ${burst} as burst,
        greatest(work.paced_until, now())
          + ${created} * interval '1 minute' / broadcast.messages_per_minute as until
      from broadcast join broadcast_work as work on work.broadcast_id = broadcast.id
      where broadcast.id = ${broadcastId}
    ) as paced
    where work.broadcast_id = ${broadcastId}`.execute(trx);
}
