import { isAccepted } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { Context } from '../../core/context.ts';
import { newId } from '../../lib/ids.ts';
import { minute } from '../../times/durations.ts';
import { iso } from '../../times/iso.ts';
import { deliveries } from '../../observability/metrics.ts';
import type { Trx } from '../../store/database.ts';
import { insertMany } from '../../store/insertMany.ts';
import { deliverJobs, type NewJob } from '../../store/jobs.ts';
import type { DeliveryTable, WebhookTable } from '../../store/tables/webhookTables.ts';
import { readAcknowledged } from '../acknowledgedEvents.ts';
import { bringRetriesForward } from '../bringRetriesForward.ts';
import { updateWebhookHealth } from '../health/updateWebhookHealth.ts';
import { nextAttempt } from './schedule.ts';
import type { Attempt } from './deliver.ts';

export async function recordAttempts(
  context: Context,
  trx: Trx,
  attempts: readonly Attempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const now = context.clock();
  // The lock ensures that a deleted webhook gets no more rows.
  const rows = await trx
    .selectFrom('webhook')
    .select(['id', 'status', 'url', 'failing_since', 'updated_at'])
    .where('id', 'in', [...new Set(attempts.map(({ job }) => job.webhookId))])
    .orderBy('id')
    .forUpdate()
    .execute();
  const existing = new Set(rows.map(({ id }) => id));
  const events = await lockEvents(trx, attempts);
  const known = attempts.filter(
    ({ job }) => existing.has(job.webhookId) && events.has(job.eventId),
  );
  if (known.length === 0) return;
  const isAcknowledged = await readAcknowledged(
    trx,
    known.flatMap(({ job, response }) => (isAccepted(response!.status) ? [] : [job])),
  );
  const results = known.map((attempt) => {
    const { job, startedAt, response } = attempt;
    const isDelivered = isAccepted(response!.status) || isAcknowledged(job);
    return {
      attempt,
      webhookId: job.webhookId,
      startedAt,
      response: response!,
      isDelivered,
      isRetry: job.attempt > 1,
    };
  });
  const current = results.filter(({ attempt, webhookId, isDelivered }) => {
    const webhook = rows.find(({ id }) => id === webhookId)!;
    return attempt.url === webhook.url && (isDelivered || !isBefore(attempt, webhook, now));
  });
  const enabled = await updateWebhookHealth(trx, rows, current, now);
  const written = results.map(({ attempt, webhookId, isDelivered }) => ({
    attempt,
    isAcknowledged: isAcknowledged(attempt.job),
    next: enabled.has(webhookId) && !isDelivered ? nextAttemptAt(attempt, now) : undefined,
  }));
  const lost = written.filter(({ isAcknowledged }) => isAcknowledged);
  if (lost.length > 0) deliveries.inc({ outcome: 'acknowledged' }, lost.length);
  const log = insertMany(
    'delivery',
    written.map((one) => toRow(one, now)),
  );
  const { rows: added } = await sql<{ readonly id: string }>`
    ${log} on conflict do nothing returning id`.execute(trx);
  // Another process may have made the same attempt, because this one stalled. It plans the retry.
  const logged = new Set(added.map(({ id }) => id));
  for (const { id, failing_since } of rows) {
    const accepted = current.filter(
      ({ webhookId, isDelivered }) => webhookId === id && isDelivered,
    );
    if (accepted.length === 0) continue;
    const wasFailing = failing_since !== null;
    if (wasFailing || accepted.some(({ attempt }) => attempt.job.dueAt !== undefined))
      await bringRetriesForward(context, trx, [id], 2 * accepted.length);
    // The whole server is back, such as an n8n with a webhook for each waiting execution.
    if (wasFailing) await bringRetriesForward(context, trx, await listFailingNeighbors(trx, id));
  }
  await context.enqueue(
    trx,
    'deliver',
    written.flatMap(({ attempt, next }) =>
      next && logged.has(attempt.job.deliveryId) ? toRetry(attempt, next, now) : [],
    ),
  );
}

const maxNeighbors = 100;

/** Returns the failing webhooks of the same account and origin, those that fail longest first. */
async function listFailingNeighbors(trx: Trx, webhookId: string): Promise<string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select neighbor.id from webhook join webhook as neighbor using (account_id)
    where webhook.id = ${webhookId} and neighbor.id <> webhook.id
      and neighbor.failing_since is not null
      and substring(neighbor.url from ${origin}) = substring(webhook.url from ${origin})
    order by neighbor.failing_since limit ${maxNeighbors}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Matches the scheme, the host and the port of a URL. */
const origin = '^[^/]+//[^/?#]+';

/**
 * Whether an attempt started before the last change of its webhook, such as one that enabled it
 * again. A change that is ahead of the clock comes from a clock that was wrong.
 */
const isBefore = (
  { startedAt }: Attempt,
  { updated_at }: Pick<Selectable<WebhookTable>, 'updated_at'>,
  now: Date,
): boolean => startedAt < updated_at && updated_at <= now;

/**
 * Returns the events that exist. Until the transaction ends, an erasure waits to delete them, and
 * then also deletes what the receivers responded.
 */
async function lockEvents(trx: Trx, attempts: readonly Attempt[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly id: string }>`
    select id from event where id = any(${attempts.map(({ job }) => job.eventId)}::text[])
    order by id for key share`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the job of the next attempt. If the receiver has asked for a delay, it does not start
 * earlier. Each early attempt doubles the time until the next one, so that a receiver that is down
 * again and again, or always refuses an event, gets few of them.
 */
function toRetry({ job, response }: Attempt, next: Date, now: Date): NewJob<'deliver'>[] {
  const { dueAt: _, ...same } = job;
  const again = { ...same, deliveryId: newId('dlv'), attempt: job.attempt + 1 };
  const { earlyAttempts = 0 } = job;
  const notBefore = new Date(now.getTime() + earlyPauseMs * 2 ** (earlyAttempts - 1));
  return deliverJobs([again], next).map(({ data, ...retry }) => ({
    ...retry,
    ...(response!.retryAfterMs === undefined && { singletonKey: job.webhookId }),
    data: { ...data, ...(earlyAttempts > 0 && { notBefore: iso(notBefore) }) },
  }));
}

/** The pause between the first early attempt of a delivery and the second one. */
const earlyPauseMs = minute;

/**
 * Returns when the next attempt starts. After an early attempt, it starts when it was due, unless
 * the receiver asks for a delay.
 */
function nextAttemptAt({ job, response }: Attempt, now: Date): Date | undefined {
  const { retryAfterMs } = response!;
  const { attempt, earlyAttempts = 0, dueAt } = job;
  if (dueAt === undefined)
    return nextAttempt({ attempt: attempt - earlyAttempts, now, retryAfterMs });
  const soon = nextAttempt({ attempt: 1, now, retryAfterMs })!;
  // The receiver chose this time.
  if (retryAfterMs !== undefined) return soon;
  return new Date(Math.max(soon.getTime(), Date.parse(dueAt)));
}

interface WrittenAttempt {
  readonly attempt: Attempt;
  readonly isAcknowledged: boolean;
  readonly next: Date | undefined;
}

const toRow = (
  { attempt: { job, event, response, startedAt }, isAcknowledged, next }: WrittenAttempt,
  now: Date,
): DeliveryTable => ({
  id: job.deliveryId,
  webhook_id: job.webhookId,
  event_id: job.eventId,
  event_type: event.type,
  attempt: job.attempt,
  status_code: response!.status,
  answer: response!.text,
  error: response!.error,
  duration_ms: Math.max(0, now.getTime() - startedAt.getTime()),
  started_at: startedAt,
  next_attempt_at: next ?? null,
  is_acknowledged: isAcknowledged,
});
