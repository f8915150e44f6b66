import { setTimeout as sleep } from 'node:timers/promises';
import { headers } from '@textloom/shared/contract';
import { signWebhook } from '@textloom/shared/webhooks';
import type { Selectable } from 'kysely';
import { batchAll } from '../../concurrency/batcher.ts';
import type { Context } from '../../core/context.ts';
import { deliverJobs, type DueDelivery, type NewJob } from '../../store/jobs.ts';
import type { WebhookTable } from '../../store/tables/webhookTables.ts';
import type { Attempt, CompletedAttempt } from './attempt.ts';
import type { Post, PostResponse } from './post.ts';
import { createSlots, type TakeSlot } from './slots.ts';
import { recordAttempts } from './recordAttempts.ts';
import { groupByWebhook, type WaitingDelivery, type WebhookDeliveries } from './groupByWebhook.ts';

/** A batch ends if no receiver responds for this long. Slow receivers finish outside the batch. */
const idleTimeoutMs = 250;

/** A batch also ends after this time, so that others have their turn. */
const maxBatchMs = 2_000;

/** After this time, the service repeats a delivery whose process died. */
const backupAfterSeconds = 60;

/** Limits how many slow attempts one transaction records. */
const maxPerTransaction = 500;

/** Limits how many deliveries without a slot an account retries per second. */
const retriesPerSecond = 50;

export interface Deliverer {
  /** Makes one attempt for each job, stores it, and queues the next one if necessary. */
  readonly deliver: (jobs: readonly DueDelivery[]) => Promise<void>;
  /** Resolves when no delivery is in progress. */
  readonly idle: () => Promise<void>;
}

/**
 * Delivers in batches, without letting one receiver delay another. Each receiver has a share of the
 * deliveries in progress. The delivery to a slow receiver finishes outside its batch, and a backup
 * job repeats it if this process dies before it stores the response.
 */
export function createDeliverer(
  context: Context,
  post: Post,
  onError: (error: unknown) => void,
): Deliverer {
  const slow = new Set<Promise<void>>();
  const slots = createSlots();
  const scheduleRetries = createRetryScheduler();

  const start = (
    webhook: Selectable<WebhookTable>,
    { event, job }: WaitingDelivery,
    release: () => void,
  ): StartedAttempt => {
    const { url } = webhook;
    const attempt: Attempt = { job, event, startedAt: context.clock(), url };
    const send = async () => post(url, buildHeaders(webhook, attempt), event.body);
    const started: StartedAttempt = {
      job,
      completed: send()
        .catch((error: unknown) => {
          onError(error);
          return notSent;
        })
        .then((response) => {
          release();
          return (started.result = { ...attempt, response });
        }),
    };
    return started;
  };

  /** Records slow attempts of one account that complete at the same time together. */
  const recordLater = batchAll<CompletedAttempt>(maxPerTransaction, (attempts) =>
    context.db.transaction().execute((trx) => recordAttempts(context, trx, attempts)),
  );

  const finishLater = ({ job, completed }: StartedAttempt) => {
    const finished = completed
      .then((attempt) => recordLater(attempt, job.accountId))
      .catch(onError)
      .finally(() => slow.delete(finished));
    slow.add(finished);
  };

  const deliver = async (jobs: readonly DueDelivery[]) => {
    const groups = (await groupByWebhook(context, jobs)).map((due): Group => {
      return { ...due, takeSlot: slots.of(due.webhook), completedCount: 0, attempts: [] };
    });
    const groupByWebhookId = new Map(groups.map((group) => [group.webhook.id, group]));
    const { promise: done, resolve: end } = Promise.withResolvers<true>();
    let pending = groups.reduce((sum, { waiting }) => sum + waiting.length, 0);
    if (pending === 0) end(true);
    const startAvailable = () => {
      for (const { webhook, waiting, takeSlot, attempts } of groups)
        while (waiting.length > 0) {
          const release = takeSlot();
          if (!release) break;
          const releaseCompleted = () => {
            if (--pending === 0) end(true);
            release();
          };
          attempts.push(start(webhook, waiting.shift()!, releaseCompleted));
        }
    };
    const stop = slots.onFree((webhookId) => {
      const group = groupByWebhookId.get(webhookId);
      if (group) group.completedCount++;
      startAvailable();
    });
    try {
      startAvailable();
      await waitWhileActive(groups, done);
    } finally {
      // Runs in the same turn as the filters below, because no one would handle an attempt that
      // starts in between.
      stop();
    }
    const attempts = groups.flatMap((group) => group.attempts);
    const finished = attempts.flatMap(({ result }) => result ?? []);
    const unfinished = attempts.filter(({ result }) => result === undefined);
    await context.db.transaction().execute(async (trx) => {
      const backups = deliverJobs(
        unfinished.map(({ job }) => job),
        backupAfterSeconds,
      );
      const [active, idle] = [groups.filter(isActive), groups.filter((one) => !isActive(one))];
      const again = deliverJobs(active.flatMap(waitingJobs));
      const later = scheduleRetries(idle.flatMap(waitingJobs));
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

/** Resolves once all deliveries are done, or if waiting for the rest would delay others. */
async function waitWhileActive(groups: readonly Group[], done: Promise<true>): Promise<void> {
  const count = () => groups.reduce((sum, { completedCount }) => sum + completedCount, 0);
  for (let waited = 0, before = count(); waited < maxBatchMs; waited += idleTimeoutMs) {
    if (await Promise.race([done, sleep(idleTimeoutMs, false)])) return;
    const completed = count();
    if (completed === before) return;
    before = completed;
  }
}

/**
 * Schedules the deliveries that found no slot. The deliveries of one account come back one after
 * another, so that they do not slow down other accounts, however long its receivers take.
 */
function createRetryScheduler(): (jobs: readonly DueDelivery[]) => NewJob<'deliver'>[] {
  /** When the next delivery of each account can come back. */
  const next = new Map<string, number>();
  return (jobs) => {
    const now = performance.now();
    const soonest = now + 1_000;
    for (const [accountId, at] of next) if (at < soonest) next.delete(accountId);
    return [...Map.groupBy(jobs, ({ accountId }) => accountId)].flatMap(([accountId, own]) => {
      const start = next.get(accountId) ?? soonest;
      const dueAt = (at: number) => start + (at * 1_000) / retriesPerSecond;
      next.set(accountId, dueAt(own.length));
      const seconds = (_: DueDelivery, at: number) => Math.floor((dueAt(at) - now) / 1_000);
      return [...Map.groupBy(own, seconds)].flatMap(([after, some]) => deliverJobs(some, after));
    });
  };
}

interface StartedAttempt {
  readonly job: DueDelivery;
  /** Undefined until the receiver responds or the request times out. */
  result?: CompletedAttempt;
  readonly completed: Promise<CompletedAttempt>;
}

interface Group extends WebhookDeliveries {
  readonly takeSlot: TakeSlot;
  /**
   * How many deliveries to the webhook have ended since this batch began, including those of other
   * batches.
   */
  completedCount: number;
  readonly attempts: StartedAttempt[];
}

const isActive = ({ completedCount }: Group): boolean => completedCount > 0;

const waitingJobs = ({ waiting }: Group): DueDelivery[] => waiting.map(({ job }) => job);

/** The outcome of an attempt that failed before the request, such as with a damaged secret. */
const notSent: PostResponse = {
  status: null,
  text: null,
  error: 'The event could not be signed. Set another secret for the webhook',
  retryAfterMs: undefined,
};

const buildHeaders = (
  webhook: Selectable<WebhookTable>,
  { event: { id, body }, job, startedAt }: Attempt,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Textloom-Webhooks/1.0',
  [headers.webhookAttempt]: String(job.attempt),
  ...signWebhook(
    { id, timestamp: Math.floor(startedAt.getTime() / 1000), body },
    activeSecrets(webhook, startedAt),
  ),
});

const activeSecrets = (
  { secret, previous_secret, previous_secret_until }: Selectable<WebhookTable>,
  at: Date,
): string[] =>
  previous_secret !== null && previous_secret_until !== null && at < previous_secret_until
    ? [secret, previous_secret]
    : [secret];
