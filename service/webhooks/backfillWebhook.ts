import { sql, type Selectable } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';
import { queueDeliveries } from './planDeliveries.ts';
import { isMessageEvent, toEvent } from './toEvent.ts';

/**
 * Delivers the earlier events of the messages that a new webhook names, so that a client that sends
 * first and subscribes afterwards misses nothing.
 */
export async function backfillWebhook(
  context: Context,
  trx: Trx,
  webhook: Selectable<WebhookTable>,
): Promise<void> {
  const messageIds = webhook.filter?.message_id;
  if (!messageIds) return;
  // The lock waits for changes that are in progress. Later changes find the webhook.
  const { rows: messages } = await sql<{ id: string }>`
    select id from message
    where account_id = ${webhook.account_id} and id = any(${messageIds}::text[])
    order by id for update`.execute(trx);
  const ids = messages.map(({ id }) => id);
  const { rows: events } = await sql<{ account_id: string; body: string }>`
    select account_id, body from event
    where message_id = any(
      select unnest(${ids}::text[])
      union all
      select id from message where in_reply_to = any(${ids}::text[])
    ) and ${isMessageEvent}
    order by id`.execute(trx);
  const missed = events.map((row) => ({ accountId: row.account_id, ...toEvent(row) }));
  await queueDeliveries(context, trx, missed, { now: context.clock(), webhookId: webhook.id });
}
