import { sql, type Selectable } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { DueDelivery } from '../../store/jobs.ts';
import type { EventTable, WebhookTable } from '../../store/tables/webhookTables.ts';
import { readFinished } from '../acknowledgedEvents.ts';
import { asksForExpiry } from '../expireWebhooks.ts';
import { stillMatches } from '../matchesWebhook.ts';

/** A delivery that is due, with its event. */
export interface WaitingDelivery {
  readonly job: DueDelivery;
  readonly event: Selectable<EventTable>;
}

/** The deliveries of a batch that are due to one webhook. */
export interface WebhookDeliveries {
  readonly webhook: Selectable<WebhookTable>;
  readonly waiting: WaitingDelivery[];
}

/**
 * Groups jobs by webhook. Leaves out jobs of deleted, expired, and disabled webhooks, events that a
 * webhook no longer asks for, finished attempts, and events that the receiver has acknowledged. A
 * webhook that asks for its expiry event stays for it, and gets what happened before it expired,
 * too.
 */
export async function groupByWebhook(
  { db, clock }: Context,
  jobs: readonly DueDelivery[],
): Promise<WebhookDeliveries[]> {
  const enabled = await db
    .selectFrom('webhook')
    .selectAll()
    .where('id', 'in', [...new Set(jobs.map(({ webhookId }) => webhookId))])
    .where('status', '=', 'enabled')
    .execute();
  const now = clock();
  const webhooks = enabled.filter(
    ({ expires_at, events }) => expires_at === null || expires_at > now || asksForExpiry(events),
  );
  const { rows: events } = await sql<Selectable<EventTable>>`
    select * from event where id = any(${[...new Set(jobs.map(({ eventId }) => eventId))]}::text[])`.execute(
    db,
  );
  const isFinished = await readFinished(db, jobs);
  const eventById = new Map(events.map((event) => [event.id, event]));
  return webhooks.map((webhook) => ({
    webhook,
    waiting: jobs.flatMap((job) => {
      const event = eventById.get(job.eventId);
      if (job.webhookId !== webhook.id || !event || isFinished(job)) return [];
      if (!stillMatches(webhook, event)) return [];
      // A job of an earlier version does not name its account.
      return [{ job: { ...job, accountId: webhook.account_id }, event }];
    }),
  }));
}
