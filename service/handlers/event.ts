import type { EventType } from '@textloom/shared/contract';
import { sql, type QueryCreator } from 'kysely';
import { readAcknowledged } from '../webhooks/acknowledgedEvents.ts';
import type { Call, Handlers } from './handlers.ts';
import type { Database } from '../store/tables/tables.ts';
import { idsOfPage, readPage } from '../store/readPage.ts';
import { failMissing } from '../lib/errors.ts';
import { idBefore, lowestId } from '../lib/ids.ts';
import { parseOptionalTime } from '../lib/parseTime.ts';
import { readPageByHours } from '../search/readPageByHours.ts';
import { isMessageEvent, toDelivery, toEvent } from '../webhooks/toEvent.ts';
import { planDeliveries } from '../webhooks/planDeliveries.ts';
import { deliverJobs } from '../store/jobs.ts';

/** Types that no index finds. */
const commonTypes: readonly EventType[] = ['message.sent', 'message.delivered', 'message.received'];

export const event = {
  list(call, { type, message_id, related_to, created_after, created_before, ...paging }) {
    const { trx, account, context } = call;
    const after = parseOptionalTime(created_after, '/created_after');
    const before = parseOptionalTime(created_before, '/created_before');
    // PostgreSQL uses the index of rare types only if the statement contains the types.
    const types = type?.map((one) => sql.lit(one));
    const find = (from: QueryCreator<Database>) =>
      from
        .selectFrom('event')
        .select(['id', 'body'])
        .where('account_id', '=', account.id)
        // The event of a burst repeats texts, each of which has its own event.
        .where('webhook_id', 'is', null)
        .$if(types !== undefined, (query) => query.where('type', 'in', types!))
        .$if(message_id !== undefined, (query) =>
          query.where('message_id', '=', message_id!).where(isMessageEvent),
        )
        .$if(after !== undefined, (query) =>
          query
            .where('created_at', '>=', after!)
            .where('id', '>=', lowestId('evt', context.clock().getTime() - after!.getTime())),
        )
        .$if(before !== undefined, (query) =>
          query.where('created_at', '<', before!).where('id', '<', idBefore('evt', before!)),
        );
    const rare = [...new Set(type)].filter((one) => !commonTypes.includes(one));
    const common = type?.filter((one) => commonTypes.includes(one)).join();
    if (common !== undefined && message_id === undefined && related_to === undefined) {
      const findRare = (from: QueryCreator<Database>) => {
        const queries = rare.map((one) => find(from).where('type', '=', sql.lit(one)));
        return find(from).where(sql<boolean>`id = any(${idsOfPage(queries, 'id', paging)})`);
      };
      if (common === '') return readPage(findRare(trx), paging, toEvent);
      const now = context.clock();
      const received = { accountId: account.id, statuses: ['received'], now } as const;
      if (common === 'message.received')
        return readPageByHours(trx, { ...received, after, until: before, table: 'event' }, paging, {
          select: find,
          selectIndexed: rare.length > 0 ? findRare : undefined,
          show: toEvent,
        });
    }
    if (related_to === undefined) return readPage(find(trx), paging, toEvent);
    const related = find(trx)
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
    return readPage(few.selectFrom('event').select(['id', 'body']), paging, toEvent);
  },

  async redeliver(call, { id }) {
    const { trx, account, context, now } = call;
    const row = await findOrFail(call, id);
    const event = { accountId: account.id, ...toEvent(row) };
    const planned = await planDeliveries(trx, [event], {
      now,
      ...(row.webhook_id !== null && { webhookId: row.webhook_id }),
    });
    // A receiver that has handled the event may not know it any more, and would handle it twice.
    const isAcknowledged = await readAcknowledged(trx, planned);
    const deliveries = planned.filter((delivery) => !isAcknowledged(delivery));
    await context.enqueue(trx, 'deliver', deliverJobs(deliveries));
    return { deliveries: deliveries.length };
  },

  async deliveries(call, { id, ...paging }) {
    const { id: eventId } = await findOrFail(call, id);
    const found = call.trx
      .selectFrom('delivery')
      .selectAll()
      .where('event_id', '=', eventId)
      // The deliveries of a deleted webhook go later.
      .where('webhook_id', 'in', (from) =>
        from.selectFrom('webhook').select('id').where('account_id', '=', call.account.id),
      );
    return readPage(found, paging, toDelivery);
  },
} satisfies Handlers['event'];

async function findOrFail({ trx, account }: Call, id: string) {
  const row = await trx
    .selectFrom('event')
    .select(['id', 'body', 'webhook_id'])
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? failMissing('event');
}
