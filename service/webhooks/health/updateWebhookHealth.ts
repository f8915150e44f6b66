import { sql, type Selectable } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { Trx } from '../../store/database.ts';
import type { WebhookTable } from '../../store/tables/webhookTables.ts';
import { day } from '../../times/durations.ts';
import type { PostResponse } from '../delivery/post.ts';
import { recordEvents } from '../recordEvents.ts';
import type { NewEvent } from '../toEvent.ts';
import { hasPlannedAttempt } from './hasPlannedAttempt.ts';

/** After this long with failed deliveries only, the next failure disables the webhook. */
const disableAfterDays = 5;
const disableAfterMs = disableAfterDays * day;

/** The reason that a webhook is disabled if its receiver wants no more deliveries. */
export const goneReason = 'The receiver responded with 410, which stops all deliveries';

type Row = Pick<
  Selectable<WebhookTable>,
  'id' | 'account_id' | 'url' | 'filter' | 'status' | 'failing_since'
>;

export interface DeliveryResult {
  readonly webhookId: string;
  readonly startedAt: Date;
  readonly response: PostResponse;
  /** Whether the receiver has the event. */
  readonly isDelivered: boolean;
  /** Whether an earlier attempt planned this one. */
  readonly isRetry: boolean;
}

/**
 * Stores when the deliveries to a webhook started to fail. Disables a webhook whose receiver wants
 * no more deliveries or has accepted none for too long, and tells the other webhooks. The
 * transaction must hold the locks of the rows. Returns the IDs of the webhooks that are still
 * enabled.
 */
export async function updateWebhookHealth(
  context: Context,
  trx: Trx,
  rows: readonly Row[],
  results: readonly DeliveryResult[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const idle = await readIdle(trx, rows, results, now);
  const assessments = rows
    .filter(({ status }) => status === 'enabled')
    .map((row) => ({
      row,
      ...assessHealth(
        row,
        results.filter(({ webhookId }) => webhookId === row.id),
        { now, wasIdle: idle.has(row.id) },
      ),
    }));
  for (const { row, reason, failingSince } of assessments) {
    if (reason !== undefined) {
      await trx
        .updateTable('webhook')
        .set({ status: 'disabled', disabled_reason: reason, updated_at: now })
        .where('id', '=', row.id)
        .execute();
    } else if (failingSince?.getTime() !== row.failing_since?.getTime()) {
      await trx
        .updateTable('webhook')
        .set({ failing_since: failingSince })
        .where('id', '=', row.id)
        .execute();
    }
  }
  await recordEvents(context, trx, assessments.flatMap(toDisabledEvent));
  return new Set(assessments.filter(({ reason }) => reason === undefined).map(({ row }) => row.id));
}

/** The webhooks of messages end often, because workflows use each of them once. */
const toDisabledEvent = ({
  row: { id, account_id, url, filter },
  reason,
}: {
  readonly row: Row;
  readonly reason?: string;
}): NewEvent<'webhook.disabled'>[] =>
  reason === undefined || filter?.message_id
    ? []
    : [
        {
          accountId: account_id,
          type: 'webhook.disabled',
          data: { webhook_id: id, url, disabled_reason: reason },
        },
      ];

/**
 * Returns the IDs of failing webhooks that had no planned attempt. All retries of their earlier
 * events had ended, so that nothing shows whether their receivers were still down.
 */
async function readIdle(
  trx: Trx,
  rows: readonly Row[],
  results: readonly DeliveryResult[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const retried = new Set(results.flatMap((one) => (one.isRetry ? [one.webhookId] : [])));
  const ids = rows
    .filter(({ id, failing_since }) => failing_since !== null && !retried.has(id))
    .map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const { rows: idle } = await sql<{ id: string }>`
    select id from webhook
    where id = any(${ids}::text[]) and not ${hasPlannedAttempt(now)}`.execute(trx);
  return new Set(idle.map(({ id }) => id));
}

function assessHealth(
  { failing_since: since }: Row,
  results: readonly DeliveryResult[],
  { now, wasIdle }: { readonly now: Date; readonly wasIdle: boolean },
): { readonly failingSince: Date | null; readonly reason?: string } {
  if (results.some(({ response }) => response.status === 410))
    return {
      failingSince: since,
      reason: goneReason,
    };
  if (results.some(({ isDelivered }) => isDelivered)) return { failingSince: null };
  const last = results.at(-1);
  if (!last) return { failingSince: since };
  const failingSince =
    (wasIdle ? null : since) ??
    new Date(Math.min(...results.map(({ startedAt }) => startedAt.getTime())));
  if (now.getTime() - failingSince.getTime() < disableAfterMs) return { failingSince };
  const { status, error } = last.response;
  return {
    failingSince,
    reason:
      `The receiver accepted no delivery for ${disableAfterDays} days. ` +
      (status === null ? `The last one failed: ${error}` : `The last response was ${status}`),
  };
}
