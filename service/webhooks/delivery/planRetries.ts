import { newId } from '../../lib/ids.ts';
import { deliverJobs, type NewJob } from '../../store/jobs.ts';
import { minute } from '../../times/durations.ts';
import { iso } from '../../times/iso.ts';
import type { CompletedAttempt } from './attempt.ts';
import { nextAttempt } from './schedule.ts';

/** Failed attempts of one webhook that follow the same plan. */
export interface Retry {
  readonly attempts: readonly CompletedAttempt[];
  /** When the next attempts start. */
  readonly at: Date;
}

/**
 * Plans the next attempts after failed ones, except after the last ones. Failed attempts of one
 * webhook that are alike get the same time, so that one job repeats them. Otherwise, a receiver
 * that is down would fill the queue with a job for each event.
 */
export const planRetries = (failed: readonly CompletedAttempt[], now: Date): Retry[] =>
  [...Map.groupBy(failed, toPlan).values()].flatMap((attempts) => {
    const at = chooseTime(attempts[0]!, now);
    return at ? [{ attempts, at }] : [];
  });

/** Returns everything about an attempt that decides about the next one. */
const toPlan = ({ job, response }: CompletedAttempt): string =>
  [job.webhookId, job.attempt, job.earlyAttempts, job.dueAt, response.retryAfterMs].join();

/**
 * Returns the jobs of the next attempts. If the receiver has asked for a delay, they do not start
 * earlier. Each early attempt doubles the time until the next one, so that a receiver that is down
 * again and again, or always refuses an event, gets few of them.
 */
export function toRetryJobs({ attempts, at }: Retry, now: Date): NewJob<'deliver'>[] {
  const [first] = attempts;
  if (!first) return [];
  const { earlyAttempts = 0, webhookId } = first.job;
  const notBefore = new Date(now.getTime() + earlyPauseMs * 2 ** (earlyAttempts - 1));
  const next = attempts.map(({ job: { dueAt: _, ...same } }) => ({
    ...same,
    deliveryId: newId('dlv'),
    attempt: same.attempt + 1,
  }));
  return deliverJobs(next, at).map(({ data, ...retry }) => ({
    ...retry,
    ...(first.response.retryAfterMs === undefined && { singletonKey: webhookId }),
    data: { ...data, ...(earlyAttempts > 0 && { notBefore: iso(notBefore) }) },
  }));
}

/** The pause between the first early attempt of a delivery and the second one. */
const earlyPauseMs = minute;

/**
 * Returns when the next attempt starts. After an early attempt, it starts when it was due, unless
 * the receiver asks for a delay.
 */
function chooseTime({ job, response }: CompletedAttempt, now: Date): Date | undefined {
  const { retryAfterMs } = response;
  const { attempt, earlyAttempts = 0, dueAt } = job;
  if (dueAt === undefined)
    return nextAttempt({ attempt: attempt - earlyAttempts, now, retryAfterMs });
  const soon = nextAttempt({ attempt: 1, now, retryAfterMs })!;
  // The receiver chose this time.
  if (retryAfterMs !== undefined) return soon;
  return new Date(Math.max(soon.getTime(), Date.parse(dueAt)));
}
