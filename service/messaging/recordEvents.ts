import {
  eventSchema,
  toWire,
  type Event,
  type EventType,
  type MessageEventData,
  type WebhookFilter,
} from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import { iso } from '../iso.ts';
import { newId } from '../ids.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { deliverJobs, newDelivery } from '../store/jobs.ts';
import type { WebhookTable } from '../store/tables.ts';

export type NewEvent = { readonly accountId: string } & {
  [T in EventType]: { readonly type: T; readonly data: Event<T>['data'] };
}[EventType];

/**
 * Writes events down and queues their delivery to every webhook that wants them, or to the one
 * that is named.
 */
export async function recordEvents(
  { enqueue, clock }: Context,
  trx: Trx,
  news: readonly NewEvent[],
  only?: string,
): Promise<string[]> {
  if (news.length === 0) return [];
  const at = clock();
  const rows = news.map((event) => {
    const id = newId('evt');
    const envelope = { id, type: event.type, timestamp: iso(at), data: event.data };
    return {
      id,
      account_id: event.accountId,
      type: event.type,
      message_id: event.type.startsWith('message.') ? (event.data as MessageEventData).id : null,
      body: JSON.stringify(toWire(eventSchema, envelope)),
      created_at: at,
    };
  });
  await insertMany('event', rows).execute(trx);
  const webhooks = await enabledWebhooks(trx, [...new Set(rows.map((row) => row.account_id))]);
  const deliveries = rows.flatMap((row, index) =>
    webhooks
      .filter((webhook) =>
        only === undefined
          ? webhook.account_id === row.account_id && wants(webhook, news[index]!)
          : webhook.id === only,
      )
      .map((webhook) => newDelivery(webhook.id, row.id)),
  );
  await enqueue(trx, 'deliver', deliverJobs(deliveries));
  return rows.map((row) => row.id);
}

export const enabledWebhooks = (
  trx: Trx,
  accountIds: readonly string[],
): Promise<Selectable<WebhookTable>[]> =>
  trx
    .selectFrom('webhook')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .where('status', '=', 'enabled')
    .execute();

/** Whether a webhook has asked for an event: by its type or a wildcard, and by its filter. */
export function wants(
  { events, filter }: Pick<Selectable<WebhookTable>, 'events' | 'filter'>,
  { type, data }: Pick<NewEvent, 'type' | 'data'>,
): boolean {
  const isWanted = events.some(
    (pattern) => pattern === '*' || pattern === type || pattern === `${type.split('.')[0]!}.*`,
  );
  return (
    isWanted &&
    (filter === null || !type.startsWith('message.') || passes(filter, data as MessageEventData))
  );
}

const passes = (filter: WebhookFilter, { to, from, purpose, status }: MessageEventData): boolean =>
  (filter.to?.includes(to) ?? true) &&
  (filter.from?.includes(from) ?? true) &&
  (filter.purpose?.includes(purpose) ?? true) &&
  (filter.status?.includes(status) ?? true);
