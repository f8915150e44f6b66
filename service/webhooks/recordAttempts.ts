import { isTaken } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import { deliveries } from '../observability/metrics.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { deliverJobs, type NewJob } from '../store/jobs.ts';
import type { DeliveryTable } from '../store/tables.ts';
import { readAcknowledged } from './acknowledgeEvents.ts';
import { bringRetriesForward } from './bringRetriesForward.ts';
import { updateWebhookHealth } from './updateWebhookHealth.ts';
import { nextAttempt } from './schedule.ts';
import type { Attempt } from './deliver.ts';

export async function recordAttempts(
  context: Context,
  trx: Trx,
  attempts: readonly Attempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const now = context.clock();
  // The lock ensures that a webhook being deleted either still exists or already has no rows.
  const rows = await trx
    .selectFrom('webhook')
    .select(['id', 'status', 'failing_since'])
    .where('id', 'in', [...new Set(attempts.map(({ job }) => job.webhookId))])
    .orderBy('id')
    .forUpdate()
    .execute();
  const existing = new Set(rows.map(({ id }) => id));
  const known = attempts.filter(({ job }) => existing.has(job.webhookId));
  if (known.length === 0) return;
  const isAcknowledged = await readAcknowledged(
    trx,
    known.flatMap(({ job, response }) => (isTaken(response!.status) ? [] : [job])),
  );
  const results = known.map((attempt) => {
    const { job, startedAt, response } = attempt;
    const isAccepted = isTaken(response!.status) || isAcknowledged(job);
    return { attempt, webhookId: job.webhookId, startedAt, response: response!, isAccepted };
  });
  const enabled = await updateWebhookHealth(trx, rows, results, now);
  const written = results.map(({ attempt, webhookId, isAccepted }) => ({
    attempt,
    isAcknowledged: isAcknowledged(attempt.job),
    next: enabled.has(webhookId) && !isAccepted ? nextAttemptAt(attempt, now) : undefined,
  }));
  const lost = written.filter(({ isAcknowledged }) => isAcknowledged);
  if (lost.length > 0) deliveries.inc({ outcome: 'acknowledged' }, lost.length);
  const log = insertMany(
    'delivery',
    written.map((one) => toRow(one, now)),
  );
  await sql`${log} on conflict do nothing`.execute(trx);
  const failing = rows.filter(({ failing_since }) => failing_since !== null);
  const back = failing.filter(({ id }) =>
    results.some(({ webhookId, isAccepted }) => webhookId === id && isAccepted),
  );
  await bringRetriesForward(
    context,
    trx,
    back.map(({ id }) => id),
  );
  await context.enqueue(
    trx,
    'deliver',
    written.flatMap(({ attempt, next }) => (next ? toRetry(attempt, next) : [])),
  );
}

/**
 * Returns the job of the next attempt. If the receiver has asked for a delay, it does not start
 * earlier.
 */
function toRetry({ job, response }: Attempt, next: Date): NewJob<'deliver'>[] {
  const again = { ...job, deliveryId: newId('dlv'), attempt: job.attempt + 1 };
  const isFixed = job.isBroughtForward || response!.retryAfterMs !== undefined;
  return deliverJobs([again], next).map(({ data, ...retry }) => ({
    ...retry,
    data: { ...data, ...(!isFixed && { retryOf: job.webhookId }) },
  }));
}

function nextAttemptAt({ job, response }: Attempt, now: Date): Date | undefined {
  return nextAttempt({ attempt: job.attempt, now, retryAfterMs: response!.retryAfterMs });
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
