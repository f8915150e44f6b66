import { sql, type Selectable } from 'kysely';
import type { Db, Trx } from '../store/database.ts';
import type { DueDelivery } from '../store/jobs.ts';
import type { WebhookTable } from '../store/tables.ts';

type Pair = Pick<DueDelivery, 'webhookId' | 'eventId'>;

/** Records that the receiver of a webhook has handled events of its account. */
export async function acknowledgeEvents(
  trx: Trx,
  { id, account_id }: Pick<Selectable<WebhookTable>, 'id' | 'account_id'>,
  eventIds: readonly string[],
): Promise<void> {
  await sql`
    insert into acknowledged_event (webhook_id, event_id)
    select ${id}, id from event
    where account_id = ${account_id} and id = any(${[...new Set(eventIds)].sort()}::text[])
    on conflict do nothing`.execute(trx);
}

/**
 * Returns a function that returns true if the receiver has acknowledged the event of a delivery.
 */
export async function readAcknowledged(
  db: Db | Trx,
  deliveries: readonly Pair[],
): Promise<(delivery: Pair) => boolean> {
  if (deliveries.length === 0) return () => false;
  const { rows } = await sql<{ key: string }>`
    select webhook_id || ' ' || event_id as key from acknowledged_event
    where webhook_id = any(${[...new Set(deliveries.map(({ webhookId }) => webhookId))]}::text[])
    and event_id = any(${deliveries.map(({ eventId }) => eventId)}::text[])`.execute(db);
  const acknowledged = new Set(rows.map(({ key }) => key));
  return ({ webhookId, eventId }) => acknowledged.has(`${webhookId} ${eventId}`);
}

/** Makes the service deliver events again to receivers that have acknowledged them. */
export async function forgetAcknowledged(trx: Trx, deliveries: readonly Pair[]): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    delete from acknowledged_event
    where webhook_id = any(${deliveries.map(({ webhookId }) => webhookId)}::text[])
    and event_id = any(${deliveries.map(({ eventId }) => eventId)}::text[])`.execute(trx);
}
