import { setTimeout as sleep } from 'node:timers/promises';
import { isTaken } from '@textloom/shared/contract';
import { signWebhook } from '@textloom/shared/webhooks';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { Trx } from '../store/database.ts';
import { newDelivery, type Jobs, type NewJob } from '../store/jobs.ts';
import type { DeliveryTable, EventTable, WebhookTable } from '../store/tables.ts';
import type { Answer, Post } from './post.ts';
import { nextAttempt } from './schedule.ts';

type Job = Jobs['deliver'];

interface Attempt {
  readonly job: Job;
  readonly event: Selectable<EventTable>;
  readonly startedAt: Date;
  /** Undefined until the receiver has answered, or has not in time. */
  answer: Answer | undefined;
  readonly answered: Promise<unknown>;
}

/** A batch waits this long for its receivers; who takes longer is waited for on the side. */
const patienceMs = 250;
/** After this a delivery whose process has died is made again. */
const backupAfterSeconds = 60;
/** Deliveries to one webhook under way at once. */
const mostAtOnce = 10;

export interface Deliverer {
  /** Makes one attempt for each job, writes it down and queues the next one where it takes one. */
  readonly deliver: (jobs: readonly Job[]) => Promise<void>;
  /** Resolves when no delivery is under way. */
  readonly idle: () => Promise<void>;
}

/**
 * Delivers in batches, and lets no receiver hold up another: each has its share of the deliveries
 * under way, and one that is slow is left to answer on the side, with a job for later that delivers
 * again if this process does not live to write the answer down.
 */
export function createDeliverer(
  context: Context,
  post: Post,
  onError: (error: unknown) => void,
): Deliverer {
  const underWay = new Map<string, number>();
  const slow = new Set<Promise<void>>();
  const count = (webhookId: string, change: number) => {
    const now = (underWay.get(webhookId) ?? 0) + change;
    if (now === 0) underWay.delete(webhookId);
    else underWay.set(webhookId, now);
  };

  const start = (
    webhook: Selectable<WebhookTable>,
    event: Selectable<EventTable>,
    job: Job,
  ): Attempt => {
    const startedAt = context.clock();
    count(webhook.id, 1);
    const sent = post(webhook.url, headersOf(webhook, event, startedAt), event.body);
    const attempt: Attempt = {
      job,
      event,
      startedAt,
      answer: undefined,
      answered: sent.then((answer) => {
        attempt.answer = answer;
        count(webhook.id, -1);
      }),
    };
    return attempt;
  };

  const finishLater = (attempt: Attempt) => {
    const finished = attempt.answered
      .then(() => context.db.transaction().execute((trx) => writeDown(context, trx, [attempt])))
      .catch(onError)
      .finally(() => slow.delete(finished));
    slow.add(finished);
  };

  /** Makes a webhook's attempts one after another in each of its lanes, for as long as the batch waits. */
  const runLanes = (group: Group, isOver: () => boolean): Promise<unknown> => {
    const lanes = Math.max(0, mostAtOnce - (underWay.get(group.webhook.id) ?? 0));
    const lane = async () => {
      for (
        let next = group.waiting.shift();
        next;
        next = isOver() ? undefined : group.waiting.shift()
      ) {
        const attempt = start(group.webhook, next.event, next.job);
        group.attempts.push(attempt);
        await attempt.answered;
      }
    };
    return Promise.all(Array.from({ length: Math.min(lanes, group.waiting.length) }, lane));
  };

  const deliver = async (jobs: readonly Job[]) => {
    const groups = await groupByWebhook(context, jobs);
    let isOver = false;
    const all = Promise.all(groups.map((group) => runLanes(group, () => isOver)));
    await Promise.race([all, sleep(patienceMs)]);
    // With what is counted below, at once: an attempt that began in between would be in no one's hands.
    isOver = true;
    const attempts = groups.flatMap((group) => group.attempts);
    const finished = attempts.filter(({ answer }) => answer !== undefined);
    const unfinished = attempts.filter(({ answer }) => answer === undefined);
    await context.db.transaction().execute(async (trx) => {
      const backups = unfinished.map(({ job }) => ({ data: job, startAfter: backupAfterSeconds }));
      const later = groups.flatMap(turnedAway);
      await context.enqueue(trx, 'deliver', [...later, ...backups]);
      await writeDown(context, trx, finished);
    });
    unfinished.forEach(finishLater);
  };

  return {
    deliver,
    idle: async () => {
      await Promise.all(slow);
    },
  };
}

/** What one webhook is due in a batch. */
interface Group {
  readonly webhook: Selectable<WebhookTable>;
  readonly waiting: { readonly job: Job; readonly event: Selectable<EventTable> }[];
  readonly attempts: Attempt[];
}

/** What a batch had no time for: at once where the receiver answers, else when there may be room. */
function turnedAway({ waiting, attempts }: Group): NewJob<'deliver'>[] {
  const answers = attempts.some(({ answer }) => answer !== undefined);
  return waiting.map(({ job }, position) =>
    answers ? { data: job } : { data: job, startAfter: 1 + Math.floor(position / mostAtOnce) },
  );
}

/** Leaves out what no one waits for any more: of deleted and disabled webhooks, and what was made. */
async function groupByWebhook({ db }: Context, jobs: readonly Job[]): Promise<Group[]> {
  const webhooks = await db
    .selectFrom('webhook')
    .selectAll()
    .where('id', 'in', [...new Set(jobs.map(({ webhookId }) => webhookId))])
    .where('status', '=', 'enabled')
    .execute();
  const events = await db
    .selectFrom('event')
    .selectAll()
    .where('id', 'in', [...new Set(jobs.map(({ eventId }) => eventId))])
    .execute();
  const made = await db
    .selectFrom('delivery')
    .select('id')
    .where(
      'id',
      'in',
      jobs.map(({ deliveryId }) => deliveryId),
    )
    .execute();
  const isMade = new Set(made.map(({ id }) => id));
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return webhooks.map((webhook) => ({
    webhook,
    attempts: [],
    waiting: jobs.flatMap((job) => {
      const event = eventOf.get(job.eventId);
      const isDue = job.webhookId === webhook.id && event && !isMade.has(job.deliveryId);
      return isDue ? [{ job, event }] : [];
    }),
  }));
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

async function writeDown(context: Context, trx: Trx, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const now = context.clock();
  // Locked, so that a webhook deleted meanwhile is either still there or has no rows any more.
  const rows = await trx
    .selectFrom('webhook')
    .select('id')
    .where('id', 'in', [...new Set(attempts.map(({ job }) => job.webhookId))])
    .orderBy('id')
    .forUpdate()
    .execute();
  const left = new Set(rows.map(({ id }) => id));
  const written = attempts
    .filter(({ job }) => left.has(job.webhookId))
    .map((attempt) => ({ attempt, next: nextOf(attempt, now) }));
  if (written.length === 0) return;
  await trx
    .insertInto('delivery')
    .values(written.map(({ attempt, next }) => rowOf(attempt, next, now)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await disableGone(
    trx,
    written.map(({ attempt }) => attempt),
    now,
  );
  await context.enqueue(
    trx,
    'deliver',
    written.flatMap(({ attempt: { job }, next }) =>
      next
        ? [{ data: newDelivery(job.webhookId, job.eventId, job.attempt + 1), startAfter: next }]
        : [],
    ),
  );
}

function nextOf({ job, answer }: Attempt, now: Date): Date | undefined {
  const { status, retryAfterMs } = answer!;
  if (isTaken(status) || status === 410) return undefined;
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

async function disableGone(trx: Trx, attempts: readonly Attempt[], now: Date): Promise<void> {
  const gone = attempts
    .filter(({ answer }) => answer!.status === 410)
    .map(({ job }) => job.webhookId);
  if (gone.length === 0) return;
  await trx
    .updateTable('webhook')
    .set({
      status: 'disabled',
      disabled_reason: 'The receiver answered 410: it wants no more deliveries',
      updated_at: now,
    })
    .where('id', 'in', gone)
    .execute();
}
