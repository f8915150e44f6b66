import { setTimeout as sleep } from 'node:timers/promises';
import { isTaken } from '@textloom/shared/contract';
import { signWebhook } from '@textloom/shared/webhooks';
import { sql, type Selectable } from 'kysely';
import { chunksOf } from '../lib/chunksOf.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { deliverJobs, type DueDelivery, type NewJob } from '../store/jobs.ts';
import type { DeliveryTable, EventTable, WebhookTable } from '../store/tables.ts';
import { updateWebhookHealth } from './updateWebhookHealth.ts';
import type { Answer, Post } from './post.ts';
import { nextAttempt } from './schedule.ts';
import { createSlots, type TakeSlot } from './slots.ts';

type Job = DueDelivery;

interface Attempt {
  readonly job: Job;
  readonly event: Selectable<EventTable>;
  readonly startedAt: Date;
  /** Undefined until the receiver has answered, or has not in time. */
  answer: Answer | undefined;
  readonly answered: Promise<unknown>;
}

/** A batch in which no receiver answers for this long is over; they are waited for on the side. */
const patienceMs = 250;
/** And so is one that takes this long, so that others have their turn. */
const longestMs = 2_000;
/** After this a delivery whose process has died is made again. */
const backupAfterSeconds = 60;
/** What an account has no slot for comes back at this rate. */
const backInSecond = 50;

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
  const slow = new Set<Promise<void>>();
  const slots = createSlots();
  const comeBack = createAppointments();

  const start = (
    webhook: Selectable<WebhookTable>,
    { event, job }: Due['waiting'][number],
    leave: () => void,
  ): Attempt => {
    const startedAt = context.clock();
    const sent = post(webhook.url, headersOf(webhook, event, startedAt), event.body);
    const attempt: Attempt = {
      job,
      event,
      startedAt,
      answer: undefined,
      answered: sent.then((answer) => {
        attempt.answer = answer;
        leave();
      }),
    };
    return attempt;
  };

  const finishLater = (attempt: Attempt) => {
    const finished = attempt.answered
      .then(() =>
        context.db.transaction().execute((trx) => recordAttempts(context, trx, [attempt])),
      )
      .catch(onError)
      .finally(() => slow.delete(finished));
    slow.add(finished);
  };

  const deliver = async (jobs: readonly Job[]) => {
    const groups = (await groupByWebhook(context, jobs)).map((due): Group => {
      return { ...due, takeSlot: slots.of(due.webhook), passed: 0, attempts: [] };
    });
    const groupOf = new Map(groups.map((group) => [group.webhook.id, group]));
    const { promise: done, resolve: end } = Promise.withResolvers<true>();
    let unanswered = groups.reduce((sum, { waiting }) => sum + waiting.length, 0);
    if (unanswered === 0) end(true);
    const startWhatFits = () => {
      for (const { webhook, waiting, takeSlot, attempts } of groups)
        while (waiting.length > 0) {
          const leave = takeSlot();
          if (!leave) break;
          const leaveAnswered = () => {
            if (--unanswered === 0) end(true);
            leave();
          };
          attempts.push(start(webhook, waiting.shift()!, leaveAnswered));
        }
    };
    const stop = slots.onFree((webhookId) => {
      const group = groupOf.get(webhookId);
      if (group) group.passed++;
      startWhatFits();
    });
    startWhatFits();
    await waitWhileAnswered(groups, done);
    // With what is counted below, at once: an attempt that began in between would be in no one's hands.
    stop();
    const attempts = groups.flatMap((group) => group.attempts);
    const finished = attempts.filter(({ answer }) => answer !== undefined);
    const unfinished = attempts.filter(({ answer }) => answer === undefined);
    await context.db.transaction().execute(async (trx) => {
      const backups = deliverJobs(
        unfinished.map(({ job }) => job),
        backupAfterSeconds,
      );
      const [quick, others] = [groups.filter(isPassing), groups.filter((one) => !isPassing(one))];
      const again = deliverJobs(quick.flatMap(left));
      const later = comeBack(others.flatMap(left));
      await context.enqueue(trx, 'deliver', [...again, ...later, ...backups]);
      await recordAttempts(context, trx, finished);
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

/** Resolves once all is done, or what is left is not worth the time of others. */
async function waitWhileAnswered(groups: readonly Group[], done: Promise<true>): Promise<void> {
  const count = () => groups.reduce((sum, { passed }) => sum + passed, 0);
  for (let waited = 0, before = count(); waited < longestMs; waited += patienceMs) {
    if (await Promise.race([done, sleep(patienceMs, false)])) return;
    const answered = count();
    if (answered === before) return;
    before = answered;
  }
}

/**
 * Says when deliveries come back that found no slot: those of one account one after another, so that
 * their number costs the others nothing, however long its receivers take.
 */
function createAppointments(): (jobs: readonly Job[]) => NewJob<'deliver'>[] {
  const last = new Map<string, number>();
  return (jobs) => {
    const now = performance.now();
    for (const [accountId, at] of last) if (at < now) last.delete(accountId);
    return [...Map.groupBy(jobs, ({ accountId }) => accountId)].flatMap(([accountId, own]) =>
      chunksOf(own, backInSecond).flatMap((some) => {
        const at = (last.get(accountId) ?? now) + 1_000;
        last.set(accountId, at);
        return deliverJobs(some, Math.round((at - now) / 1_000));
      }),
    );
  };
}

/** What one webhook is due in a batch. */
interface Due {
  readonly webhook: Selectable<WebhookTable>;
  readonly waiting: { readonly job: Job; readonly event: Selectable<EventTable> }[];
}
interface Group extends Due {
  readonly takeSlot: TakeSlot;
  /** How many deliveries to the webhook have ended since the batch began, of whichever batch. */
  passed: number;
  readonly attempts: Attempt[];
}

const isPassing = ({ passed }: Group): boolean => passed > 0;
const left = ({ waiting }: Group): Job[] => waiting.map(({ job }) => job);

/** Leaves out what no one waits for any more: of deleted, expired and disabled webhooks, and what was made. */
async function groupByWebhook({ db, clock }: Context, jobs: readonly Job[]): Promise<Due[]> {
  const webhooks = await db
    .selectFrom('webhook')
    .selectAll()
    .where('id', 'in', [...new Set(jobs.map(({ webhookId }) => webhookId))])
    .where('status', '=', 'enabled')
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', clock())]),
    )
    .execute();
  const { rows: events } = await sql<Selectable<EventTable>>`
    select * from event where id = any(${[...new Set(jobs.map(({ eventId }) => eventId))]}::text[])`.execute(
    db,
  );
  const { rows: made } = await sql<{ id: string }>`
    select id from delivery where id = any(${jobs.map(({ deliveryId }) => deliveryId)}::text[])`.execute(
    db,
  );
  const isMade = new Set(made.map(({ id }) => id));
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return webhooks.map((webhook) => ({
    webhook,
    waiting: jobs.flatMap((job) => {
      const event = eventOf.get(job.eventId);
      const isDue = job.webhookId === webhook.id && event && !isMade.has(job.deliveryId);
      // A job of an earlier version does not say whose it is.
      return isDue ? [{ job: { ...job, accountId: webhook.account_id }, event }] : [];
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
  ...signWebhook(
    { id: event.id, timestamp: Math.floor(at.getTime() / 1000), body: event.body },
    secretsOf(webhook, at),
  ),
});

const secretsOf = (
  { secret, previous_secret, previous_secret_until }: Selectable<WebhookTable>,
  at: Date,
): string[] =>
  previous_secret !== null && previous_secret_until !== null && at < previous_secret_until
    ? [secret, previous_secret]
    : [secret];

async function recordAttempts(
  context: Context,
  trx: Trx,
  attempts: readonly Attempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const now = context.clock();
  // Locked, so that a webhook deleted meanwhile is either still there or has no rows any more.
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
