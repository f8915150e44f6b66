import { randomBytes } from 'node:crypto';
import type { Delivery, Webhook } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { refusalOfUrl } from '../delivery/address.ts';
import type { Call, Handlers } from '../handlers.ts';
import { idOfCursor, pageOf } from '../http/page.ts';
import { fail, refuse } from '../http/serviceError.ts';
import { newId } from '../ids.ts';
import { iso } from '../iso.ts';
import { recordEvents } from '../messaging/recordEvents.ts';
import { requirePhone } from '../messaging/requirePhone.ts';
import type { DeliveryTable, WebhookTable } from '../store/tables.ts';

type WebhookRow = Selectable<WebhookTable>;

export const webhook: Handlers['webhook'] = (call) => ({
  async create({ url, events, filter, secret }) {
    refuseBadUrl(call, url);
    const made = secret ?? `whsec_${randomBytes(32).toString('base64')}`;
    const row = await call.trx
      .insertInto('webhook')
      .values({
        id: newId('whk'),
        account_id: call.account.id,
        url,
        events: JSON.stringify(events),
        filter: jsonOf(normalised(call, filter)),
        secret: made,
        status: 'enabled',
        created_at: call.now,
        updated_at: call.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row) return { ...webhookOf(row), secret: secret === undefined ? made : null };
    call.updated();
    const change = { events, filter: filter ?? null, secret, status: 'enabled' } as const;
    return { ...webhookOf(await write(call, { url }, change)), secret: null };
  },

  async list({ limit = 20, cursor, url }) {
    const before = idOfCursor(cursor);
    const rows = await call.trx
      .selectFrom('webhook')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .$if(url !== undefined, (query) => query.where('url', '=', url!))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageOf(rows, limit, webhookOf);
  },

  async get({ id }) {
    return webhookOf(await need(call, id));
  },

  async update({ id, url, ...change }) {
    const { id: found } = await need(call, id);
    if (url !== undefined) {
      refuseBadUrl(call, url);
      await refuseTakenUrl(call, url, found);
    }
    return webhookOf(await write(call, { id: found }, { url, ...change }));
  },

  async delete({ id }) {
    const { id: found } = await need(call, id);
    await call.trx.deleteFrom('webhook').where('id', '=', found).execute();
    return undefined;
  },

  async test({ id }) {
    const { id: found } = await need(call, id);
    const event = {
      accountId: call.account.id,
      type: 'webhook.test',
      data: { webhook_id: found },
    } as const;
    const [event_id] = await recordEvents(call.context, call.trx, [event], found);
    return { event_id: event_id! };
  },

  async deliveries({ id, limit = 20, cursor }) {
    const before = idOfCursor(cursor);
    const { id: found } = await need(call, id);
    const rows = await call.trx
      .selectFrom('delivery')
      .selectAll()
      .where('webhook_id', '=', found)
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageOf(rows, limit, deliveryOf);
  },
});

async function need({ trx, account }: Call, id: string): Promise<WebhookRow> {
  const row = await trx
    .selectFrom('webhook')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? fail('not_found', { detail: 'There is no such webhook in this account.' });
}

interface Change {
  readonly url?: string;
  readonly events?: Webhook['events'];
  readonly filter?: Webhook['filter'];
  readonly secret?: string;
  readonly status?: Webhook['status'];
}

const write = (
  call: Call,
  which: { readonly id: string } | { readonly url: string },
  { url, events, filter, secret, status }: Change,
): Promise<WebhookRow> =>
  call.trx
    .updateTable('webhook')
    .set({
      url,
      secret,
      status,
      ...(events && { events: JSON.stringify(events) }),
      ...(filter !== undefined && { filter: jsonOf(normalised(call, filter)) }),
      ...(status && { disabled_reason: status === 'enabled' ? null : 'Disabled by the account' }),
      updated_at: call.now,
    })
    .where('account_id', '=', call.account.id)
    .where((where) => where.and(which))
    .returningAll()
    .executeTakeFirstOrThrow();

async function refuseTakenUrl({ trx, account }: Call, url: string, id: string): Promise<void> {
  const other = await trx
    .selectFrom('webhook')
    .select('id')
    .where('account_id', '=', account.id)
    .where('url', '=', url)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other) refuse('/url', 'invalid_url', 'is the address of another webhook of this account');
}

function refuseBadUrl({ allowPrivateWebhooks }: Call, url: string): void {
  const refusal = refusalOfUrl(url, allowPrivateWebhooks);
  if (refusal) refuse('/url', 'invalid_url', refusal);
}

/** Numbers are compared in E.164 form, however they were written. */
function normalised(call: Call, filter: Webhook['filter'] | undefined): Webhook['filter'] {
  if (!filter) return null;
  const number = (field: string) => (value: string, index: number) =>
    /[A-Za-z]/.test(value) || /^\d{3,8}$/.test(value)
      ? value
      : requirePhone(call, value, `/filter/${field}/${index}`);
  return {
    ...filter,
    ...(filter.to && { to: filter.to.map(number('to')) }),
    ...(filter.from && { from: filter.from.map(number('from')) }),
  };
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const webhookOf = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  filter: row.filter,
  status: row.status,
  disabled_reason: row.disabled_reason,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
});

const deliveryOf = (row: Selectable<DeliveryTable>): Delivery => ({
  id: row.id,
  event_id: row.event_id,
  event_type: row.event_type,
  attempt: row.attempt,
  status:
    row.status_code !== null && row.status_code >= 200 && row.status_code < 300
      ? 'succeeded'
      : 'failed',
  status_code: row.status_code,
  answer: row.answer,
  error: row.error,
  duration_ms: row.duration_ms,
  started_at: iso(row.started_at),
  next_attempt_at: iso(row.next_attempt_at),
});
