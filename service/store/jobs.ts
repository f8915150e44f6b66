import type { Selectable } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { chunksOf } from '../lib/chunksOf.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from './database.ts';
import type { ReceiptOutcome } from './messageTables.ts';
import type { WebhookTable } from './tables.ts';

/** One attempt to deliver an event to a webhook. */
export interface DueDelivery {
  /** Of the attempt's row in the log: an attempt that is written down is not made again. */
  readonly deliveryId: string;
  /** Whose webhook and event they are. */
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  /** Counted from 1. */
  readonly attempt: number;
}

/** What each queue carries. */
export interface Jobs {
  /** Events are due to be delivered to webhooks. */
  readonly deliver: { readonly deliveries: readonly DueDelivery[] };
  /** What simulated handsets are due to do. */
  readonly handset: {
    readonly receipts?: readonly {
      readonly ref: string;
      readonly outcome: ReceiptOutcome;
      readonly code: string;
    }[];
    readonly texts?: readonly {
      /** Not in a job from before it was kept. */
      readonly accountId?: string;
      readonly handset: string;
      readonly to: string;
      readonly text: string;
      readonly ref: string;
    }[];
  };
}
export type QueueName = keyof Jobs;

export interface NewJob<Q extends QueueName> {
  readonly data: Jobs[Q];
  /** A time, or seconds from now by the database's clock; at once if left out. */
  readonly startAfter?: Date | number;
  /** Those with a higher one go first; 0 if left out. */
  readonly priority?: number;
  /** So many of one group run at once. */
  readonly group?: { readonly id: string };
}

/** The first attempt to deliver an event to a webhook. */
export const newDelivery = (
  webhook: Pick<Selectable<WebhookTable>, 'id' | 'account_id'>,
  eventId: string,
): DueDelivery => ({
  deliveryId: newId('dlv'),
  accountId: webhook.account_id,
  webhookId: webhook.id,
  eventId,
  attempt: 1,
});

const mostInJob = 50;

/**
 * Jobs for deliveries that are due at the same time: a job costs far more than what it carries. Each
 * is of one account, so that accounts take turns, and the more of them an account has, the further
 * back the next one goes.
 */
export const deliverJobs = (
  deliveries: readonly DueDelivery[],
  startAfter?: NewJob<'deliver'>['startAfter'],
): NewJob<'deliver'>[] =>
  [...Map.groupBy(deliveries, ({ accountId }) => accountId)].flatMap(([id, own]) =>
    chunksOf(own, mostInJob).map((some, at) => ({
      data: { deliveries: some },
      group: { id },
      priority: -at,
      ...(startAfter !== undefined && { startAfter }),
    })),
  );

/** Puts jobs into a queue within a transaction: they exist if and only if its rows do. */
export type Enqueue = <Q extends QueueName>(
  trx: Trx,
  queue: Q,
  jobs: readonly NewJob<Q>[],
) => Promise<void>;

const day = 86_400;

/**
 * A process that dies leaves its jobs without a heartbeat, and another takes them over within
 * seconds. A job is tried for as long as it takes, every 30 seconds for a year: each kind of work
 * has an end of its own.
 */
const queueOptions = {
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  heartbeatSeconds: 10,
  expireInSeconds: 300,
  retentionSeconds: 45 * day,
  deleteAfterSeconds: 60,
  notify: true,
} as const;

const queues: readonly QueueName[] = ['deliver', 'handset'];
const noJob = '00000000-0000-0000-0000-000000000000';

/** Makes the queues and returns the way to fill them. */
export async function openQueues(boss: PgBoss): Promise<Enqueue> {
  for (const queue of queues) {
    await boss.createQueue(queue, queueOptions);
    // The queue's settings are cached on first use. Looked up inside a transaction they would wait
    // for the embedded database's one connection, which that transaction holds.
    await boss.findJobs(queue, { id: noJob });
  }
  return async (trx, queue, jobs) => {
    if (jobs.length > 0) await boss.insert(queue, [...jobs], { db: fromKysely(trx) });
  };
}
