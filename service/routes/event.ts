import { eventSchema, fromWire, type Event } from '@textloom/shared/contract';
import type { Handlers } from '../handlers.ts';
import { readPage } from '../http/page.ts';
import { fail } from '../http/serviceError.ts';
import { enabledWebhooks, wants } from '../messaging/recordEvents.ts';
import { deliverJobs, newDelivery } from '../store/jobs.ts';

export const event: Handlers['event'] = ({ trx, account, context }) => ({
  list({ type, message_id, ...paging }) {
    const found = trx
      .selectFrom('event')
      .select(['id', 'body'])
      .where('account_id', '=', account.id)
      .$if(type !== undefined, (query) => query.where('type', 'in', type!))
      .$if(message_id !== undefined, (query) => query.where('message_id', '=', message_id!));
    return readPage(found, paging, eventOf);
  },

  async redeliver({ id }) {
    const row = await trx
      .selectFrom('event')
      .select(['id', 'body'])
      .where('account_id', '=', account.id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return fail('not_found', { detail: 'There is no such event in this account.' });
    const webhooks = await enabledWebhooks(trx, [account.id]);
    const deliveries = webhooks
      .filter((webhook) => wants(webhook, eventOf(row)))
      .map((webhook) => newDelivery(webhook.id, row.id));
    await context.enqueue(trx, 'deliver', deliverJobs(deliveries));
    return { deliveries: deliveries.length };
  },
});

const eventOf = ({ body }: { readonly body: string }): Event =>
  fromWire(eventSchema, JSON.parse(body)) as Event;
