import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { deliverJobs, type DueDelivery, type Jobs } from '../store/jobs.ts';
import { readAcknowledged } from './acknowledgedEvents.ts';

/** Leaves the receiver time to acknowledge events whose responses were lost. */
const pauseSeconds = 2;

/** How many deliveries start when a receiver is back. It may be down again soon. */
const firstCount = 100;

/**
 * Starts waiting retries of webhooks whose receiver is back. Those that have waited longest start
 * first, in the order of their events. When the receiver has accepted some, call this again with
 * twice their number, so that the rest follows faster and faster.
 */
export async function bringRetriesForward(
  { enqueue, clock }: Pick<Context, 'enqueue' | 'clock'>,
  trx: Trx,
  webhookIds: readonly string[],
  count = firstCount,
): Promise<void> {
  const waiting = await takeWaiting(trx, webhookIds, Math.max(count, firstCount));
  const isLater = ({ notBefore }: Waiting) =>
    notBefore !== undefined && Date.parse(notBefore) > clock().getTime() + pauseSeconds * 1_000;
  const now = waiting
    .filter((one) => !isLater(one))
    .sort((a, b) => (a.delivery.eventId < b.delivery.eventId ? -1 : 1));
  await enqueue(trx, 'deliver', [
    ...deliverJobs(
      now.map(({ delivery }) => delivery),
      pauseSeconds,
    ),
    ...waiting
      .filter(isLater)
      .flatMap(({ delivery, notBefore }) => deliverJobs([delivery], new Date(notBefore!))),
  ]);
}

interface Waiting {
  readonly delivery: DueDelivery;
  readonly notBefore: string | undefined;
}

/** Removes waiting retries from the queue, and returns those whose event is not acknowledged. */
async function takeWaiting(
  trx: Trx,
  webhookIds: readonly string[],
  count: number,
): Promise<Waiting[]> {
  // An index of the queue has the key and the time of creation. The deliveries of a disabled
  // webhook would end.
  const { rows } = await sql<{ data: Jobs['deliver']; start_after: Date }>`
    with waiting as materialized (
      select retry.id from webhook cross join lateral (
        select id from pgboss.job
        where name = 'deliver' and state < 'active' and singleton_key = webhook.id
          and start_after > greatest(
            now() + ${pauseSeconds} * interval '1 second',
            (data ->> 'notBefore')::timestamptz)
        order by created_on limit ${count}
        for update skip locked
      ) as retry
      where webhook.id = any(${webhookIds}::text[]) and webhook.status = 'enabled'
      limit ${count}
    )
    delete from pgboss.job using waiting
    where job.name = 'deliver' and job.id = waiting.id
    returning data, start_after`.execute(trx);
  const taken = rows.flatMap(({ data: { deliveries, notBefore }, start_after }) =>
    deliveries.map((one) => ({
      delivery: {
        ...one,
        earlyAttempts: (one.earlyAttempts ?? 0) + 1,
        dueAt: start_after.toISOString(),
      },
      notBefore,
    })),
  );
  const isAcknowledged = await readAcknowledged(
    trx,
    taken.map(({ delivery }) => delivery),
  );
  const left = taken.filter(({ delivery }) => !isAcknowledged(delivery));
  if (left.length > 0 || rows.length < count) return left;
  return takeWaiting(trx, webhookIds, count);
}
