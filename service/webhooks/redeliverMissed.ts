import { limits, type Event, type Output, type contract } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { idBefore, lowestId } from '../lib/ids.ts';
import { isWithin, type TimeRange } from '../search/timeRange.ts';
import type { Trx } from '../store/database.ts';
import { deliverJobs, type DueDelivery } from '../store/jobs.ts';
import { idOfCursor, toPage } from '../store/readPage.ts';
import type { EventTable, WebhookTable } from '../store/tables/webhookTables.ts';
import { listWantedTypes } from './matchesWebhook.ts';
import { planDeliveries } from './planDeliveries.ts';
import { hasFailed, toEvent } from './toEvent.ts';

type WebhookRow = Selectable<WebhookTable>;
type EventRow = Pick<Selectable<EventTable>, 'id' | 'account_id' | 'body'>;

interface Search {
  readonly range: TimeRange;
  readonly cursor: string | undefined;
}

/**
 * Queues the delivery of the events that a webhook asks for and has not received. Compares a
 * limited number of events, the oldest first. The webhook must be locked.
 */
export async function redeliverMissed(
  { trx, context, now }: Pick<UnitOfWork, 'trx' | 'context' | 'now'>,
  webhook: WebhookRow,
  search: Search,
): Promise<Output<(typeof contract)['webhook']['redeliver']>> {
  const rows = await readEvents(trx, webhook, search, now);
  const { data, ...next } = await toPage(rows, limits.comparedEvents, {
    place: ({ id }) => id,
    show: (row) => ({ accountId: row.account_id, ...toEvent(row) }),
  });
  const planned = await planDeliveries(trx, data, { now, webhookId: webhook.id });
  const known = await readKnown(trx, webhook, planned);
  const joined = await readJoined(trx, webhook, data);
  const missed = planned.filter(({ eventId }) => !known.has(eventId) && !joined.has(eventId));
  await context.enqueue(trx, 'deliver', deliverJobs(missed));
  return { deliveries: missed.length, ...next };
}

/**
 * Returns the next events of the types that a webhook asks for. It reads each type by its index.
 * Without the order by type, PostgreSQL may read all events, or those of other accounts.
 */
async function readEvents(
  trx: Trx,
  webhook: WebhookRow,
  { range, cursor }: Search,
  now: Date,
): Promise<EventRow[]> {
  const { after, until } = range;
  const since = after ? lowestId('evt', now.getTime() - after.getTime()) : '';
  const place = idOfCursor('evt', cursor) ?? since;
  const isBefore = until
    ? sql`(event.type, event.id) < (wanted.type, ${idBefore('evt', until)})`
    : sql`event.type <= wanted.type`;
  const count = limits.comparedEvents + 1;
  const { rows } = await sql<EventRow>`
    select id, account_id, body from event
    where id = any(array(
      select oldest.id from unnest(${listWantedTypes(webhook)}::text[]) as wanted(type)
      cross join lateral (
        select id from event
        where account_id = ${webhook.account_id} and ${isWithin('created_at', range)}
          and (event.type, event.id) > (wanted.type, ${place}) and ${isBefore}
          -- Joined texts are for one webhook.
          and (webhook_id is null or webhook_id = ${webhook.id})
        order by type, id limit ${count}
      ) as oldest
      order by oldest.id limit ${count}))
    order by id`.execute(trx);
  return rows;
}

/** A job whose attempt could not start can start again this much later. */
const pauseSeconds = 60;

/** Returns the events that the receiver has, or that an attempt or a burst will deliver. */
async function readKnown(
  trx: Trx,
  { id, account_id }: Pick<WebhookRow, 'id' | 'account_id'>,
  planned: readonly DueDelivery[],
): Promise<ReadonlySet<string>> {
  const eventIds = sql`${planned.map(({ eventId }) => eventId)}::text[]`;
  const { rows } = await sql<{ event_id: string }>`
    with attempt as materialized (
      select event_id, next_attempt_at, not ${hasFailed} as has_arrived from delivery
      where webhook_id = ${id} and event_id = any(${eventIds})
    ), job as materialized (
      select data -> 'deliveries' as deliveries from pgboss.job
      where name = 'deliver' and state in ('created', 'retry', 'active')
        and coalesce(group_id, ${account_id}) = ${account_id}
        -- Jobs with a key are planned retries, and there may be very many. They start at the time
        -- in the log. The log alone is not enough, because some retries start early and end.
        and (singleton_key is null
          or start_after < now() + make_interval(secs => ${pauseSeconds})
          or start_after in (select next_attempt_at from attempt))
    ), waiting as materialized (
      select delivery ->> 'eventId' as event_id, delivery ->> 'deliveryId' as id
      from job, jsonb_array_elements(deliveries) as delivery
      where delivery ->> 'webhookId' = ${id} and delivery ->> 'eventId' = any(${eventIds})
    )
    select event_id from attempt where has_arrived
    union all
    select event_id from acknowledged_event
    where webhook_id = ${id} and event_id = any(${eventIds})
    union all
    select unnest(event_ids) from burst where webhook_id = ${id}
    union all
    -- The job of a slow attempt waits longer than the attempt.
    select event_id from waiting
    where not exists (select from delivery where delivery.id = waiting.id)`.execute(trx);
  return new Set(rows.map(({ event_id }) => event_id));
}

/** More events of joined texts than a webhook gets while a burst is open. */
const maxJoined = 10_000;

/** Returns the events of texts that the webhook gets in an event of joined texts. */
async function readJoined(
  trx: Trx,
  { id }: Pick<WebhookRow, 'id'>,
  events: readonly Event[],
): Promise<ReadonlySet<string>> {
  const texts = events.flatMap(({ id, type, data }) =>
    type === 'message.received' && data.burst === null ? [{ id, messageId: data.id }] : [],
  );
  if (texts.length === 0) return new Set();
  const { rows } = await sql<{ message_id: string }>`
    select text ->> 'message_id' as message_id
    from (
      select body from event where webhook_id = ${id} and id > ${texts[0]!.id}
      order by id limit ${maxJoined}
    ) as joined, jsonb_array_elements(body::jsonb -> 'data' -> 'burst') as text`.execute(trx);
  const joined = new Set(rows.map(({ message_id }) => message_id));
  return new Set(texts.flatMap((text) => (joined.has(text.messageId) ? [text.id] : [])));
}
