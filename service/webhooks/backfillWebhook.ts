import { sql, type Selectable } from 'kysely';
import type { WebhookFilter } from '@textloom/shared/contract';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';
import { queueDeliveries } from './planDeliveries.ts';
import { hasFailed, isMessageEvent, toEvent } from './toEvent.ts';

/**
 * Delivers the earlier events of the messages that a webhook names now, and that it did not get
 * before, so that a client that sends first and subscribes afterwards misses nothing. `before` is
 * the previous filter, or undefined for a new webhook.
 */
export async function backfillWebhook(
  context: Context,
  trx: Trx,
  webhook: Selectable<WebhookTable>,
  before?: WebhookFilter | null,
): Promise<void> {
  const messageIds = webhook.filter?.message_id ?? [];
  // Without a list, the webhook got the events of any message.
  const known = before === undefined ? [] : (before?.message_id ?? messageIds);
  const added = messageIds.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  // The lock waits for changes that are in progress. Later changes find the webhook.
  const { rows: messages } = await sql<{ id: string }>`
    select id from message
    where account_id = ${webhook.account_id} and id = any(${added}::text[])
    order by id for update`.execute(trx);
  const ids = messages.map(({ id }) => id);
  const { rows: events } = await sql<{ account_id: string; body: string }>`
    select account_id, body from event
    where message_id = any(
      select unnest(${ids}::text[])
      union all
      select id from message where in_reply_to = any(${ids}::text[])
    ) and ${isMessageEvent} and not exists (
      select from delivery where event_id = event.id and webhook_id = ${webhook.id}
        and not ${hasFailed}
    )
    order by id`.execute(trx);
  const missed = events.map((row) => ({ accountId: row.account_id, ...toEvent(row) }));
  await queueDeliveries(context, trx, missed, { now: context.clock(), webhookId: webhook.id });
}
