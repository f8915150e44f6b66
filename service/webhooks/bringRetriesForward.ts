import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { deliverJobs, type Jobs } from '../store/jobs.ts';

/** Leaves the receiver time to acknowledge events whose responses were lost. */
const pauseSeconds = 2;

/**
 * Starts the waiting retries of webhooks whose receivers are back, in the order of their events. It
 * does so once for each delivery, so that an event that its receiver always refuses still gets days
 * of attempts.
 */
export async function bringRetriesForward(
  { enqueue }: Pick<Context, 'enqueue'>,
  trx: Trx,
  webhookIds: readonly string[],
): Promise<void> {
  if (webhookIds.length === 0) return;
  const { rows } = await sql<{ data: Jobs['deliver'] }>`
    delete from pgboss.job
    where name = 'deliver' and state < 'active' and start_after > now()
      and data ->> 'retryOf' = any(${webhookIds}::text[])
    returning data`.execute(trx);
  const waiting = rows
    .flatMap(({ data }) => data.deliveries)
    .map((one) => ({ ...one, isBroughtForward: true }))
    .sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
  await enqueue(trx, 'deliver', deliverJobs(waiting, pauseSeconds));
}
