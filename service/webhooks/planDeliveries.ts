import type { EventType } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { Context } from '../core/context.ts';
import { deliverJobs, newDelivery, type DueDelivery } from '../store/jobs.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';
import { holdTexts } from './bursts/holdTexts.ts';
import { findNamedWebhook, listRelatedMessages, matchesWebhook } from './matchesWebhook.ts';
import type { NewEvent } from './toEvent.ts';

type WebhookRow = Selectable<WebhookTable>;
type StoredEvent<T extends EventType = EventType> = NewEvent<T> & { readonly id: string };

interface Options {
  readonly now: Date;
  /** Limits the deliveries to this webhook. */
  readonly webhookId?: string;
}

/**
 * Returns the first attempts to deliver events immediately: one for each webhook of the event's
 * account that asks for the event.
 */
export const planDeliveries = async (
  trx: Trx,
  events: readonly StoredEvent[],
  options: Options,
): Promise<DueDelivery[]> =>
  (await matchEvents(trx, events, options)).map(({ webhook, event }) =>
    newDelivery(webhook, event.id),
  );

/**
 * Queues the delivery of new events. A webhook that joins texts gets a received text together with
 * those that come next.
 */
export async function queueDeliveries(
  context: Pick<Context, 'enqueue' | 'clock'>,
  trx: Trx,
  events: readonly StoredEvent[],
  options: Options,
): Promise<void> {
  const matches = await matchEvents(trx, events, options);
  const due = matches.filter((match) => !isHeld(match));
  const deliveries = due.map(({ webhook, event }) => newDelivery(webhook, event.id));
  await context.enqueue(trx, 'deliver', deliverJobs(deliveries));
  const held = matches
    .filter(isHeld)
    .map(({ webhook, event: { id, data } }) => ({ webhook, id, data }));
  await holdTexts(context, trx, held);
}

interface Match<T extends EventType = EventType> {
  readonly webhook: WebhookRow;
  readonly event: StoredEvent<T>;
}

const isHeld = (match: Match): match is Match<'message.received'> =>
  match.webhook.burst_seconds !== null && match.event.type === 'message.received';

/**
 * Finds the webhooks that get each event. Every delivery starts here, so that no event reaches
 * another account's webhook.
 */
async function matchEvents(
  trx: Trx,
  events: readonly StoredEvent[],
  { now, webhookId }: Options,
): Promise<Match[]> {
  if (events.length === 0) return [];
  const webhooks = (await findCandidates(trx, events, now)).filter(
    ({ id }) => webhookId === undefined || id === webhookId,
  );
  return events.flatMap((event) =>
    webhooks
      .filter((webhook) => matchesWebhook(webhook, event))
      .map((webhook) => ({ webhook, event })),
  );
}

/**
 * Returns the webhooks that may want one of the events. The query leaves out webhooks of other
 * messages.
 */
async function findCandidates(
  trx: Trx,
  events: readonly NewEvent[],
  now: Date,
): Promise<WebhookRow[]> {
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  const messageIds = [...new Set(events.flatMap(listRelatedMessages))];
  const namedIds = events.flatMap((event) => findNamedWebhook(event) ?? []);
  const { rows } = await sql<WebhookRow>`
    select * from webhook
    where status = 'enabled'
      and (expires_at is null or expires_at > ${now})
      and (
        (account_id = any(${accountIds}::text[]) and (filter -> 'message_id') is null)
        or ((filter -> 'message_id') is not null
          and (filter -> 'message_id') ?| ${messageIds}::text[])
        or id = any(${namedIds}::text[])
      )`.execute(trx);
  return rows;
}
