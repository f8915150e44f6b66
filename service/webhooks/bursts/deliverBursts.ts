import { sql, type Selectable } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { Trx } from '../../store/database.ts';
import { insertMany } from '../../store/insertMany.ts';
import { deliverJobs, newDelivery } from '../../store/jobs.ts';
import type { BurstTable } from '../../store/tables/webhookTables.ts';
import { isAbout, toEvent, toEventRow } from '../toEvent.ts';
import { joinTexts } from './joinTexts.ts';

/**
 * Stores one event for each burst and queues its delivery, in the transaction that has deleted the
 * bursts, so that each text is delivered with exactly one of them. A deleted webhook gets nothing.
 */
export async function deliverBursts(
  { enqueue, clock }: Pick<Context, 'enqueue' | 'clock'>,
  trx: Trx,
  bursts: readonly Selectable<BurstTable>[],
): Promise<void> {
  if (bursts.length === 0) return;
  const webhooks = await trx
    .selectFrom('webhook')
    .select(['id', 'account_id'])
    .where(
      'id',
      'in',
      bursts.map(({ webhook_id }) => webhook_id),
    )
    .execute();
  const { rows: events } = await sql<{ id: string; account_id: string; body: string }>`
    select id, account_id, body from event
    where id = any(${bursts.flatMap(({ event_ids }) => event_ids)}::text[])`.execute(trx);
  const eventById = new Map(events.map((event) => [event.id, event]));
  const made = bursts.flatMap(({ account_id: accountId, webhook_id, event_ids }) => {
    const webhook = webhooks.find(({ id }) => id === webhook_id);
    const texts = event_ids
      .flatMap((id) => eventById.get(id) ?? [])
      .filter(({ account_id }) => account_id === accountId)
      .map(toEvent)
      .flatMap((event) => (isAbout(event, 'message') ? [event.data] : []));
    if (webhook?.account_id !== accountId || texts.length === 0) return [];
    const event = { accountId, type: 'message.received', data: joinTexts(texts) } as const;
    const row = {
      ...toEventRow(event, clock()),
      message_id: event.data.id,
      webhook_id: webhook.id,
    };
    return [{ row, delivery: newDelivery(webhook, row.id) }];
  });
  if (made.length === 0) return;
  await insertMany(
    'event',
    made.map(({ row }) => row),
  ).execute(trx);
  await enqueue(trx, 'deliver', deliverJobs(made.map(({ delivery }) => delivery)));
}
