import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { deliverJobs, type DueDelivery, type Jobs } from '../store/jobs.ts';
import { readAcknowledged } from './acknowledgedEvents.ts';

/** Leaves the receiver time to acknowledge events whose responses were lost. */
const pauseSeconds = 2;

/**
 * About how many deliveries to a webhook start when its receiver is back. It may be down again
 * soon.
 */
export const firstCount = 100;

/** A webhook whose receiver is back, and how many of its deliveries start. */
interface Start {
  readonly id: string;
  readonly count?: number;
}

/**
 * Starts waiting retries of webhooks whose receiver is back. Those that have waited longest start
 * first, in the order of their events. When the receiver has accepted some, call this again with
 * twice their number, so that the rest follows faster and faster.
 */
export async function bringRetriesForward(
  { enqueue, clock }: Pick<Context, 'enqueue' | 'clock'>,
  trx: Trx,
  starts: readonly Start[],
): Promise<void> {
  const waiting = await takeWaiting(
    trx,
    starts.map(({ id, count = firstCount }) => ({ id, count })),
  );
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
    ...[...Map.groupBy(waiting.filter(isLater), ({ notBefore }) => notBefore!)].flatMap(
      ([notBefore, some]) =>
        deliverJobs(
          some.map(({ delivery }) => delivery),
          new Date(notBefore),
        ),
    ),
  ]);
}

interface Waiting {
  readonly delivery: DueDelivery;
  readonly notBefore: string | undefined;
}

/** Removes waiting retries from the queue, and returns those whose event is not acknowledged. */
async function takeWaiting(trx: Trx, starts: readonly Required<Start>[]): Promise<Waiting[]> {
  // An index of the queue has the key and the time of creation. The deliveries of a disabled
  // webhook would end.
  const { rows } = await sql<{ data: Jobs['deliver']; start_after: Date }>`
    with waiting as materialized (
      select retry.id
      from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb) as start(id text, count integer)
      join webhook using (id) cross join lateral (
        select id, sum(size) over (order by created_on, id) - size as earlier
        from (
          select id, created_on, jsonb_array_length(data -> 'deliveries') as size from pgboss.job
          where name = 'deliver' and state < 'active' and singleton_key = webhook.id
            and start_after > greatest(
              now() + ${pauseSeconds} * interval '1 second',
              (data ->> 'notBefore')::timestamptz)
          order by created_on limit start.count
          for update skip locked
        ) as locked
      ) as retry
      where webhook.status = 'enabled' and earlier < start.count
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
  const [before, after] = [taken, left].map((all) => new Set(all.map(toWebhookId)));
  const without = starts.filter(({ id }) => before!.has(id) && !after!.has(id));
  return without.length === 0 ? left : [...left, ...(await takeWaiting(trx, without))];
}

const toWebhookId = ({ delivery }: Waiting): string => delivery.webhookId;
