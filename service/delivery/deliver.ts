import { signWebhook } from '@textloom/shared/webhooks';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../store/jobs.ts';
import type { EventTable, WebhookTable } from '../store/tables.ts';
import type { Answer, Post } from './post.ts';
import { nextAttempt } from './schedule.ts';

/** Makes one attempt to deliver one event to one webhook, writes it down and queues the next one if it takes one. */
export async function deliver(context: Context, post: Post, job: Jobs['deliver']): Promise<void> {
  const webhook = await context.db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', job.webhookId)
    .where('status', '=', 'enabled')
    .executeTakeFirst();
  const event = await context.db
    .selectFrom('event')
    .selectAll()
    .where('id', '=', job.eventId)
    .executeTakeFirst();
  // A webhook that was deleted or disabled meanwhile wants nothing any more.
  if (!webhook || !event) return;
  const startedAt = context.clock();
  const answer = await post(webhook.url, headersOf(webhook, event, startedAt), event.body);
  await writeDown(context, job, event, answer, startedAt);
}

const headersOf = (
  webhook: Selectable<WebhookTable>,
  event: Selectable<EventTable>,
  at: Date,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Textloom-Webhooks/1.0',
  ...signWebhook({ id: event.id, timestamp: Math.floor(at.getTime() / 1000), body: event.body }, [
    webhook.secret,
  ]),
});

async function writeDown(
  context: Context,
  { webhookId, eventId, attempt }: Jobs['deliver'],
  event: Selectable<EventTable>,
  { status, text, error, retryAfterMs }: Answer,
  startedAt: Date,
): Promise<void> {
  const now = context.clock();
  const isGone = status === 410;
  const isTaken = status !== null && status >= 200 && status < 300;
  const next = isTaken || isGone ? undefined : nextAttempt({ attempt, now, retryAfterMs });
  await context.db.transaction().execute(async (trx) => {
    const exists = await trx
      .selectFrom('webhook')
      .select('id')
      .where('id', '=', webhookId)
      .forUpdate()
      .executeTakeFirst();
    if (!exists) return;
    await trx
      .insertInto('delivery')
      .values({
        id: newId('dlv'),
        webhook_id: webhookId,
        event_id: eventId,
        event_type: event.type,
        attempt,
        status_code: status,
        answer: text,
        error,
        duration_ms: Math.max(0, now.getTime() - startedAt.getTime()),
        started_at: startedAt,
        next_attempt_at: next ?? null,
      })
      .execute();
    if (isGone) {
      await trx
        .updateTable('webhook')
        .set({
          status: 'disabled',
          disabled_reason: 'The receiver answered 410: it wants no more deliveries',
          updated_at: now,
        })
        .where('id', '=', webhookId)
        .execute();
    }
    if (next) {
      await context.enqueue(trx, 'deliver', [
        {
          data: { webhookId, eventId, attempt: attempt + 1 },
          startAfter: next,
          group: { id: webhookId },
        },
      ]);
    }
  });
}
