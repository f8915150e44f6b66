import { sql, type Selectable } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { deliverJobs } from '../store/jobs.ts';
import type { WebhookTable } from '../store/tables.ts';
import { deliveriesFor } from './deliveriesFor.ts';
import { eventOf } from './eventOf.ts';

/** Delivers what the messages of a new webhook have had before it was there, so that who sends and then waits misses nothing. */
export async function backfillWebhook(
  { enqueue, clock }: Context,
  trx: Trx,
  webhook: Selectable<WebhookTable>,
): Promise<void> {
  const wanted = webhook.filter?.message_id;
  if (!wanted) return;
  // What is happening to them at this moment ends first; what comes after finds the webhook.
  const { rows: messages } = await sql<{ id: string }>`
    select id from message
    where account_id = ${webhook.account_id} and id = any(${wanted}::text[])
    order by id for update`.execute(trx);
  const ids = messages.map(({ id }) => id);
  const { rows: events } = await sql<{ account_id: string; body: string }>`
    select account_id, body from event
    where message_id = any(
      select unnest(${ids}::text[])
      union all
      select id from message where in_reply_to = any(${ids}::text[])
    )
    order by id`.execute(trx);
  const missed = events.map((row) => ({ accountId: row.account_id, ...eventOf(row) }));
  const deliveries = await deliveriesFor(trx, missed, { now: clock(), webhookId: webhook.id });
  await enqueue(trx, 'deliver', deliverJobs(deliveries));
}
