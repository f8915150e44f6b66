import { disabledByAccount, type Webhook } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { findOwn } from '../core/findOwn.ts';
import { acknowledgeEvents } from '../webhooks/acknowledgeEvents.ts';
import { claimEvent } from '../webhooks/claimEvent.ts';
import { urlRefusal } from '../webhooks/delivery/addressGuard.ts';
import { hasFailed, toDelivery } from '../webhooks/toEvent.ts';
import type { Call, Handlers } from './handlers.ts';
import { readPage } from '../store/readPage.ts';
import { fail, failMissing, refuse } from '../errors/serviceError.ts';
import { newId } from '../lib/ids.ts';
import { backfillWebhook } from '../webhooks/backfillWebhook.ts';
import { changeWindow } from '../webhooks/bursts/closeBursts.ts';
import { bringRetriesForward } from '../webhooks/bringRetriesForward.ts';
import { limitWebhooks } from '../webhooks/limitWebhooks.ts';
import { lockAccount } from '../accounts/lockAccount.ts';
import { parseCreation } from '../search/timeRange.ts';
import { parseTime } from '../times/parseTime.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { newSecret, replaceSecret } from '../secrets/webhookSecret.ts';
import { redeliverMissed } from '../webhooks/redeliverMissed.ts';
import { requireSender } from '../messages/checks/requireSender.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';
import { rotateSecret } from '../webhooks/rotateSecret.ts';
import { toWebhook } from '../webhooks/toWebhook.ts';

type WebhookRow = Selectable<WebhookTable>;

export const webhook = {
  async create(call, { url, events, filter, burst_seconds, secret, expires_at }) {
    refuseBadUrl(call, url);
    const effectiveSecret = secret ?? newSecret();
    const id = newId('whk');
    const columns = {
      events: JSON.stringify(events),
      filter: toJson(normalized(call, filter ?? null)),
      burst_seconds: burst_seconds ?? null,
      status: 'enabled' as const,
      disabled_reason: null,
      failing_since: null,
      expires_at: computeExpiry(call, expires_at ?? null),
      updated_at: call.now,
    };
    await lockAccount(call);
    const before = await call.trx
      .selectFrom('webhook')
      .select('filter')
      .where('account_id', '=', call.account.id)
      .where('url', '=', url)
      .executeTakeFirst();
    // Use one statement, so that concurrent requests that create or delete the webhook do no harm.
    const row = await call.trx
      .insertInto('webhook')
      .values({
        ...columns,
        id,
        account_id: call.account.id,
        url,
        secret: effectiveSecret,
        created_at: call.now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'url'])
          .doUpdateSet({ ...columns, ...replaceSecret(secret) }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isOfMessages(row) && (!before || isOfMessages(before))) call.skipAudit();
    const isNew = row.id === id;
    if (isNew || !before || isOtherKind(before, row)) await limitWebhooks(call.trx, row);
    if (!isNew) {
      await changeWindow(call.trx, row, call.now);
      await bringRetriesForward(call.context, call.trx, [row]);
      call.markUpdated();
    }
    await backfillWebhook(call.context, call.trx, row, isNew ? undefined : before?.filter);
    return { ...toWebhook(row), secret: isNew && secret === undefined ? effectiveSecret : null };
  },

  list(call, { url, ...paging }) {
    const found = call.trx
      .selectFrom('webhook')
      .selectAll()
      .where('account_id', '=', call.account.id)
      .where((where) => where.and({ url }));
    return readPage('whk', found, paging, toWebhook);
  },

  async get(call, { id }) {
    return toWebhook(await findOwn(call, 'webhook', id));
  },

  async update(call, { id, url, events, filter, burst_seconds, secret, status, expires_at }) {
    if (url !== undefined) refuseBadUrl(call, url);
    if (filter !== undefined) await lockAccount(call);
    const before = await findOwn(call, 'webhook', id, { lock: true });
    const expiry = expires_at === undefined ? undefined : computeExpiry(call, expires_at);
    // A webhook without events got its expiry event. Without new events, it can only end sooner.
    const isLonger = expiry === null || (expiry && before.expires_at && expiry > before.expires_at);
    if (isLonger && !events && before.events.length === 0)
      refuse('/events', 'required', 'is required, because the webhook has expired');
    const row = await call.trx
      .updateTable('webhook')
      .set({
        url,
        burst_seconds,
        ...replaceSecret(secret),
        status,
        ...(events && { events: JSON.stringify(events) }),
        ...(filter !== undefined && { filter: toJson(normalized(call, filter)) }),
        ...(expiry !== undefined && { expires_at: expiry }),
        ...(status && { disabled_reason: status === 'enabled' ? null : disabledByAccount }),
        // The failures of another receiver do not count for this one.
        ...((status === 'enabled' || url !== undefined) && { failing_since: null }),
        updated_at: call.now,
      })
      .where('account_id', '=', call.account.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(refuseDuplicateUrl);
    if (isOtherKind(before, row)) await limitWebhooks(call.trx, row);
    if (isOfMessages(row) && isOfMessages(before)) call.skipAudit();
    await changeWindow(call.trx, row, call.now);
    if (status === 'enabled' || url !== undefined)
      await bringRetriesForward(call.context, call.trx, [row]);
    await backfillWebhook(call.context, call.trx, row, before.filter);
    return toWebhook(row);
  },

  async delete(call, { id }) {
    const row = await call.trx
      .deleteFrom('webhook')
      .where('account_id', '=', call.account.id)
      .where('id', '=', id)
      .returning('filter')
      .executeTakeFirst();
    if (isOfMessages(row ?? failMissing('webhook'))) call.skipAudit();
    return undefined;
  },

  async test(call, { id }) {
    const { id: found, status } = await findOwn(call, 'webhook', id, { lock: true });
    if (status === 'disabled') fail('webhook_disabled');
    const event = {
      accountId: call.account.id,
      type: 'webhook.test',
      data: { webhook_id: found },
    } as const;
    const [event_id] = await recordEvents(call.context, call.trx, [event]);
    return { event_id: event_id! };
  },

  async redeliver(call, { id, cursor, ...creation }) {
    // Two requests at the same time would deliver the same events twice.
    const row = await findOwn(call, 'webhook', id, { lock: true });
    if (row.status === 'disabled') fail('webhook_disabled');
    return redeliverMissed(call, row, { range: parseCreation(creation), cursor });
  },

  async rotateSecret(call, { id, secret }) {
    return rotateSecret(call, await findOwn(call, 'webhook', id, { lock: true }), secret);
  },

  async acknowledge(call, { id, event_ids }) {
    const row = await findOwn(call, 'webhook', id, { lock: true });
    await acknowledgeEvents(call.context, call.trx, row, event_ids);
    return undefined;
  },

  async claim(call, { id, event_id: eventId, claimant }) {
    const row = await findOwn(call, 'webhook', id, { lock: true });
    return { status: await claimEvent(call.trx, row, { eventId, claimant, now: call.now }) };
  },

  async deliveries(call, { id, status, ...paging }) {
    const { id: webhookId } = await findOwn(call, 'webhook', id);
    const found = call.trx
      .selectFrom('delivery')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .$if(status === 'failed', (query) => query.where(hasFailed));
    return readPage('dlv', found, paging, toDelivery);
  },
} satisfies Handlers['webhook'];

/** Returns whether the filter now selects other messages, so that other limits apply. */
const isOtherKind = (before: Pick<WebhookRow, 'filter'>, { filter }: WebhookRow): boolean =>
  before.filter?.message_id?.join() !== filter?.message_id?.join();

/** Returns whether the webhook waits for what becomes of certain messages, as workflows do. */
const isOfMessages = ({ filter }: Pick<WebhookRow, 'filter'>): boolean =>
  (filter?.message_id?.length ?? 0) > 0;

/** Relies on the constraint, so that only one of two concurrent requests gets a URL. */
const refuseDuplicateUrl = (error: unknown): never => {
  if ((error as { readonly constraint?: string }).constraint !== 'webhook_url') throw error;
  return refuse('/url', 'taken', 'is the URL of another webhook of this account');
};

function refuseBadUrl({ context }: Call, url: string): void {
  const refusal = urlRefusal(url, context.allowPrivateWebhooks);
  if (refusal) refuse('/url', 'invalid_url', refusal);
}

/** Converts numbers to E.164, which is the form that filters compare. */
function normalized(call: Call, filter: Webhook['filter']): Webhook['filter'] {
  if (!filter) return null;
  const number = (field: string) => (value: string, index: number) =>
    requireSender(call, value, `/filter/${field}/${index}`);
  return {
    ...filter,
    ...(filter.to && { to: filter.to.map(number('to')) }),
    ...(filter.from && { from: filter.from.map(number('from')) }),
  };
}

function computeExpiry({ now }: Call, expiresAt: string | null): Date | null {
  if (expiresAt === null) return null;
  const at = parseTime(expiresAt, '/expires_at');
  return at > now ? at : refuse('/expires_at', 'out_of_range', 'has passed');
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
