import { eventTypes } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { findOwn } from '../core/findOwn.ts';
import { readAcknowledged } from '../webhooks/acknowledgedEvents.ts';
import type { Handlers } from './handlers.ts';
import { readPage } from '../store/readPage.ts';
import { isWithin, parseCreation } from '../search/timeRange.ts';
import { eventsOfTypes } from '../search/eventsOfTypes.ts';
import { isMessageEvent, toDelivery, toEvent } from '../webhooks/toEvent.ts';
import { planDeliveries } from '../webhooks/planDeliveries.ts';
import { deliverJobs } from '../store/jobs.ts';

export const event = {
  list(call, { type, message_id, related_to, created_after, created_before, ...paging }) {
    const { trx, account, context } = call;
    const range = parseCreation({ created_after, created_before });
    const found = trx
      .selectFrom('event')
      .select(['id', 'body'])
      .where('account_id', '=', account.id)
      // The event of a burst repeats texts, each of which has its own event.
      .where('webhook_id', 'is', null)
      .$if(type !== undefined, (query) => query.where('type', 'in', type!))
      .$if(message_id !== undefined, (query) =>
        query.where('message_id', '=', message_id!).where(isMessageEvent),
      )
      .where(isWithin('created_at', range));
    if (related_to === undefined && message_id === undefined) {
      const search = { types: type ?? eventTypes, now: context.clock(), ...range };
      const ids = eventsOfTypes(found, search, paging);
      return readPage('evt', found.where(sql<boolean>`id = any(${ids})`), paging, toEvent);
    }
    if (related_to === undefined) return readPage('evt', found, paging, toEvent);
    const related = found
      .where(
        sql<boolean>`message_id = any(array(
      select unnest(${related_to}::text[])
      union select id from message where in_reply_to = any(${related_to}::text[])))`,
      )
      .where(isMessageEvent);
    // Finds the few events first. Otherwise, the planner may read all events of the account in the
    // order of the page until it has found enough.
    const few = trx.with(
      (name) => name('event').materialized(),
      () => related,
    );
    return readPage('evt', few.selectFrom('event').select(['id', 'body']), paging, toEvent);
  },

  async get(call, { id }) {
    return toEvent(await findOwn(call, 'event', id));
  },

  async redeliver(call, { id, webhook_id }) {
    const { trx, account, context, now } = call;
    const row = await findOwn(call, 'event', id);
    if (webhook_id !== undefined) await findOwn(call, 'webhook', webhook_id);
    const event = { accountId: account.id, ...toEvent(row) };
    const planned = await planDeliveries(trx, [event], {
      now,
      ...(row.webhook_id !== null && { webhookId: row.webhook_id }),
    });
    // A receiver that has handled the event may not know it any more, and would handle it twice.
    const isAcknowledged = await readAcknowledged(trx, planned);
    const deliveries = planned.filter(
      (delivery) =>
        (webhook_id === undefined || delivery.webhookId === webhook_id) &&
        !isAcknowledged(delivery),
    );
    await context.enqueue(trx, 'deliver', deliverJobs(deliveries));
    return { deliveries: deliveries.length };
  },

  async deliveries(call, { id, ...paging }) {
    const { id: eventId } = await findOwn(call, 'event', id);
    const found = call.trx
      .selectFrom('delivery')
      .selectAll()
      .where('event_id', '=', eventId)
      // The deliveries of a deleted webhook go later.
      .where('webhook_id', 'in', (from) =>
        from.selectFrom('webhook').select('id').where('account_id', '=', call.account.id),
      );
    return readPage('dlv', found, paging, toDelivery);
  },
} satisfies Handlers['event'];
