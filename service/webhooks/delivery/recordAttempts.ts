import { isAccepted } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { Context } from '../../core/context.ts';
import { deliveries } from '../../observability/metrics.ts';
import type { Trx } from '../../store/database.ts';
import { insertMany } from '../../store/insertMany.ts';
import type { DeliveryTable, WebhookTable } from '../../store/tables/webhookTables.ts';
import { readAcknowledged } from '../acknowledgedEvents.ts';
import { updateWebhookHealth } from '../health/updateWebhookHealth.ts';
import { planRetries, toRetryJobs } from './planRetries.ts';
import { resumeDeliveries } from './resumeDeliveries.ts';
import type { Attempt, CompletedAttempt } from './attempt.ts';

export async function recordAttempts(
  context: Context,
  trx: Trx,
  attempts: readonly CompletedAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const now = context.clock();
  // The lock ensures that a deleted webhook gets no more rows.
  const rows = await trx
    .selectFrom('webhook')
    .select(['id', 'account_id', 'status', 'url', 'filter', 'failing_since', 'updated_at'])
    .where('id', 'in', [...new Set(attempts.map(({ job }) => job.webhookId))])
    .orderBy('id')
    .forUpdate()
    .execute();
  const webhooks = new Map(rows.map((row) => [row.id, row]));
  const events = await lockEvents(trx, attempts);
  const known = attempts.filter(
    ({ job }) => webhooks.has(job.webhookId) && events.has(job.eventId),
  );
  if (known.length === 0) return;
  const isAcknowledged = await readAcknowledged(
    trx,
    known.flatMap(({ job, response }) => (isAccepted(response.status) ? [] : [job])),
  );
  const results = known.map((attempt) => {
    const { job, startedAt, response } = attempt;
    const isDelivered = isAccepted(response.status) || isAcknowledged(job);
    return {
      attempt,
      webhookId: job.webhookId,
      startedAt,
      response,
      isDelivered,
      isRetry: job.attempt > 1,
    };
  });
  const current = results.filter(({ attempt, webhookId, isDelivered }) => {
    const webhook = webhooks.get(webhookId)!;
    return attempt.url === webhook.url && (isDelivered || !isBefore(attempt, webhook, now));
  });
  const enabled = await updateWebhookHealth(context, trx, rows, current, now);
  const failed = results.filter((one) => enabled.has(one.webhookId) && !one.isDelivered);
  const retries = planRetries(
    failed.map(({ attempt }) => attempt),
    now,
  );
  const next = new Map(
    retries.flatMap(({ attempts, at }) => attempts.map((attempt) => [attempt, at] as const)),
  );
  const written = results.map(({ attempt }) => ({
    attempt,
    isAcknowledged: isAcknowledged(attempt.job),
    next: next.get(attempt),
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
  await resumeDeliveries(
    context,
    trx,
    rows,
    current.flatMap(({ attempt, isDelivered }) => (isDelivered ? [attempt] : [])),
  );
  await context.enqueue(
    trx,
    'deliver',
    retries.flatMap(({ attempts, at }) =>
      toRetryJobs({ attempts: attempts.filter(({ job }) => logged.has(job.deliveryId)), at }, now),
    ),
  );
}

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

interface WrittenAttempt {
  readonly attempt: CompletedAttempt;
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
  status_code: response.status,
  answer: response.text,
  error: response.error,
  duration_ms: Math.max(0, now.getTime() - startedAt.getTime()),
  started_at: startedAt,
  next_attempt_at: next ?? null,
  is_acknowledged: isAcknowledged,
});
