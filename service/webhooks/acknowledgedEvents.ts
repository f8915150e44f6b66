import { sql } from 'kysely';
import type { Db, Trx } from '../store/database.ts';
import type { DueDelivery } from '../store/jobs.ts';

type Pair = Pick<DueDelivery, 'webhookId' | 'eventId'>;

/**
 * Returns a function that returns true if the receiver has acknowledged the event of a delivery.
 */
export async function readAcknowledged(
  db: Db | Trx,
  pairs: readonly Pair[],
): Promise<(delivery: Pair) => boolean> {
  if (pairs.length === 0) return () => false;
  const { rows } = await selectAcknowledged(pairs).execute(db);
  const acknowledged = new Set(rows.map(({ key }) => key));
  return (pair) => acknowledged.has(toKey(pair));
}

const toKey = ({ webhookId, eventId }: Pair): string => `${webhookId} ${eventId}`;

const selectAcknowledged = (pairs: readonly Pair[]) => sql<{ key: string }>`
  select webhook_id || ' ' || event_id as key from acknowledged_event
  where webhook_id = any(${[...new Set(pairs.map(({ webhookId }) => webhookId))]}::text[])
  and event_id = any(${pairs.map(({ eventId }) => eventId)}::text[])`;

/**
 * Returns a function that returns true if the attempt of a delivery is in the log, or if the
 * receiver has acknowledged its event.
 */
export async function readFinished(
  db: Db,
  jobs: readonly DueDelivery[],
): Promise<(job: DueDelivery) => boolean> {
  const { rows } = await sql<{ key: string }>`
    select id as key from delivery where id = any(${jobs.map(({ deliveryId }) => deliveryId)}::text[])
    union all ${selectAcknowledged(jobs)}`.execute(db);
  const finished = new Set(rows.map(({ key }) => key));
  return (job) => finished.has(job.deliveryId) || finished.has(toKey(job));
}
