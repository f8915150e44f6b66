import { eventSchema, fromWire, type Event } from '@textloom/shared/contract';
import type { Handlers } from '../handlers.ts';
import { idOfCursor, pageOf } from '../http/page.ts';
import { fail } from '../http/serviceError.ts';
import { enabledWebhooks, wants } from '../messaging/recordEvents.ts';
import { newDelivery } from '../store/jobs.ts';

export const event: Handlers['event'] = ({ trx, account, context }) => ({
  async list({ limit = 20, cursor, type, message_id }) {
    const before = idOfCursor(cursor);
    const rows = await trx
      .selectFrom('event')
      .select(['id', 'body'])
      .where('account_id', '=', account.id)
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .$if(type !== undefined, (query) => query.where('type', 'in', type!))
      .$if(message_id !== undefined, (query) => query.where('message_id', '=', message_id!))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageOf(rows, limit, eventOf);
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
    const jobs = webhooks
      .filter((webhook) => wants(webhook, eventOf(row)))
      .map((webhook) => ({ data: newDelivery(webhook.id, row.id) }));
    await context.enqueue(trx, 'deliver', jobs);
    return { deliveries: jobs.length };
  },
});

const eventOf = ({ body }: { readonly body: string }): Event =>
  fromWire(eventSchema, JSON.parse(body)) as Event;
