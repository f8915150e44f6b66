import { isTaken } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { deliverJobs } from '../store/jobs.ts';
import type { DeliveryTable } from '../store/tables.ts';
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
  const left = new Set(rows.map(({ id }) => id));
  const known = attempts.filter(({ job }) => left.has(job.webhookId));
  if (known.length === 0) return;
  const enabled = await updateWebhookHealth(
    trx,
    rows,
    known.map(({ job, startedAt, answer }) => ({
      webhookId: job.webhookId,
      startedAt,
      answer: answer!,
    })),
    now,
  );
  const written = known.map((attempt) => ({
    attempt,
    next: enabled.has(attempt.job.webhookId) ? nextOf(attempt, now) : undefined,
  }));
  const log = insertMany(
    'delivery',
    written.map(({ attempt, next }) => rowOf(attempt, next, now)),
  );
  await sql`${log} on conflict do nothing`.execute(trx);
  await context.enqueue(
    trx,
    'deliver',
    written.flatMap(({ attempt: { job }, next }) =>
      next
        ? deliverJobs([{ ...job, deliveryId: newId('dlv'), attempt: job.attempt + 1 }], next)
        : [],
    ),
  );
}

function nextOf({ job, answer }: Attempt, now: Date): Date | undefined {
  const { status, retryAfterMs } = answer!;
  if (isTaken(status)) return undefined;
  return nextAttempt({ attempt: job.attempt, now, retryAfterMs });
}

const rowOf = (
  { job, event, answer, startedAt }: Attempt,
  next: Date | undefined,
  now: Date,
): DeliveryTable => ({
  id: job.deliveryId,
  webhook_id: job.webhookId,
  event_id: job.eventId,
  event_type: event.type,
  attempt: job.attempt,
  status_code: answer!.status,
  answer: answer!.text,
  error: answer!.error,
  duration_ms: Math.max(0, now.getTime() - startedAt.getTime()),
  started_at: startedAt,
  next_attempt_at: next ?? null,
});
