import { setTimeout as sleep } from 'node:timers/promises';
import { signWebhook } from '@textloom/shared/webhooks';
import type { Selectable } from 'kysely';
import { chunksOf } from '../lib/chunksOf.ts';
import type { Context } from '../core/context.ts';
import { deliverJobs, type DueDelivery, type NewJob } from '../store/jobs.ts';
import type { EventTable, WebhookTable } from '../store/tables.ts';
import type { Answer, Post } from './post.ts';
import { createSlots, type TakeSlot } from './slots.ts';
import { recordAttempts } from './recordAttempts.ts';
import { groupByWebhook } from './groupByWebhook.ts';

export type Job = DueDelivery;

export interface Attempt {
  readonly job: Job;
  readonly event: Selectable<EventTable>;
  readonly startedAt: Date;
  /** Undefined until the receiver responds or the request times out. */
  answer: Answer | undefined;
  readonly answered: Promise<unknown>;
}

/** A batch ends if no receiver responds for this long. Slow receivers finish outside the batch. */
const patienceMs = 250;

/** A batch also ends after this time, so that others have their turn. */
const longestMs = 2_000;

/** After this time, the service repeats a delivery whose process died. */
const backupAfterSeconds = 60;

/** Limits how many deliveries without a slot an account retries per second. */
const backInSecond = 50;

export interface Deliverer {
  /** Makes one attempt for each job, stores it, and queues the next one if necessary. */
  readonly deliver: (jobs: readonly Job[]) => Promise<void>;
  /** Resolves when no delivery is in progress. */
  readonly idle: () => Promise<void>;
}

/**
 * Delivers in batches, without letting one receiver delay another. Each receiver has a share of the
 * deliveries in progress. The delivery to a slow receiver finishes outside its batch, and a backup job
 * repeats it if this process dies before it stores the response.
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
    // Runs in the same turn as the filters below, because no one would handle an attempt that starts in between.
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

/** Resolves once all deliveries are done, or if waiting for the rest would delay others. */
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
 * Schedules the deliveries that found no slot. The deliveries of one account come back one after
 * another, so that they do not slow down other accounts, however long its receivers take.
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

/** The deliveries of a batch that are due to one webhook. */
export interface Due {
  readonly webhook: Selectable<WebhookTable>;
  readonly waiting: { readonly job: Job; readonly event: Selectable<EventTable> }[];
}

interface Group extends Due {
  readonly takeSlot: TakeSlot;
  /** How many deliveries to the webhook have ended since this batch began, including those of other batches. */
  passed: number;
  readonly attempts: Attempt[];
}

const isPassing = ({ passed }: Group): boolean => passed > 0;

const left = ({ waiting }: Group): Job[] => waiting.map(({ job }) => job);

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
