import type { Selectable } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { splitIntoChunks } from '../lib/splitIntoChunks.ts';
import { newId } from '../lib/ids.ts';
import type { CallbackEvent, CallbackMedia } from './callbackEvent.ts';
import type { Trx } from './database.ts';
import type { ReceiptOutcome } from './tables/messageTables.ts';
import type { WebhookTable } from './tables/webhookTables.ts';

/** One attempt to deliver an event to a webhook. */
export interface DueDelivery {
  /**
   * The ID of the attempt's row in the log. The service does not repeat an attempt that is in the
   * log.
   */
  readonly deliveryId: string;
  /** The account that owns the webhook and the event. */
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  /** Starts at 1. */
  readonly attempt: number;
  /**
   * How many attempts, including this one, started early because the receiver was back. They come
   * on top of the others.
   */
  readonly earlyAttempts?: number;
  /** If this attempt starts early, the time when it was due, in RFC 3339. */
  readonly dueAt?: string;
}

/** The job data of each queue. */
export interface Jobs {
  /** Delivers events to webhooks. */
  readonly deliver: {
    readonly deliveries: readonly DueDelivery[];
    /** The time before which a retry cannot start early, in RFC 3339. */
    readonly notBefore?: string;
  };
  /** Hands what a provider posted to the thread that works for its carrier. */
  readonly callback: {
    readonly carrier: string;
    /** In milliseconds since the epoch. */
    readonly receivedAt: number;
    readonly events: readonly CallbackEvent[];
  };
  /** Fetches the media of a received message from the provider. */
  readonly media: {
    readonly mediaId: string;
    /** Starts at 1. */
    readonly attempt: number;
  };
  /** Buys a number from a provider and connects it, or releases it. */
  readonly number: { readonly provideId: string } | { readonly releasedNumber: string };
  /** Makes simulated handsets send receipts and texts. */
  readonly handset: {
    /** In milliseconds since the epoch. Missing in jobs of earlier versions. */
    readonly dueAt?: number;
    readonly receipts?: readonly {
      readonly ref: string;
      readonly outcome: ReceiptOutcome;
      readonly code: string;
    }[];
    readonly texts?: readonly {
      /** Missing in jobs of earlier versions. */
      readonly accountId?: string;
      readonly handset: string;
      readonly to: string;
      readonly text: string;
      readonly media?: readonly CallbackMedia[];
      readonly ref: string;
    }[];
  };
}
type QueueName = keyof Jobs;

export interface NewJob<Q extends QueueName> {
  readonly data: Jobs[Q];
  /**
   * A time, or seconds from now by the database's clock. By default, the job starts immediately.
   */
  readonly startAfter?: Date | number;
  /** Jobs with a higher priority run first. Defaults to 0. */
  readonly priority?: number;
  /** The ID of the webhook, if the job is a retry that can start early. */
  readonly singletonKey?: string;
  /** The queue limits how many jobs of one group run at the same time. */
  readonly group?: { readonly id: string };
}

/** Returns the first attempt to deliver an event to a webhook. */
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

const maxPerJob = 50;

/**
 * Bundles deliveries that are due at the same time into jobs, because a job costs far more than a
 * delivery. Each job belongs to one account, so that accounts take turns. Each further job of an
 * account has a lower priority.
 */
export const deliverJobs = (
  deliveries: readonly DueDelivery[],
  startAfter?: NewJob<'deliver'>['startAfter'],
): NewJob<'deliver'>[] =>
  [...Map.groupBy(deliveries, ({ accountId }) => accountId)].flatMap(([id, own]) =>
    splitIntoChunks(own, maxPerJob).map((some, at) => ({
      data: { deliveries: some },
      group: { id },
      priority: -at,
      ...(startAfter !== undefined && { startAfter }),
    })),
  );

/**
 * Adds jobs to a queue within a transaction, so that they exist only if the transaction commits.
 */
export type Enqueue = <Q extends QueueName>(
  trx: Trx,
  queue: Q,
  jobs: readonly NewJob<Q>[],
) => Promise<void>;

const daySeconds = 86_400;

/**
 * A process that dies leaves its jobs without a heartbeat, and another process takes them over
 * within seconds. The queue retries a job every 30 seconds for a year, because each kind of work
 * decides when to stop.
 */
const queueOptions = {
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  heartbeatSeconds: 10,
  expireInSeconds: 300,
  retentionSeconds: 45 * daySeconds,
  deleteAfterSeconds: 60,
  notify: true,
} as const;

export const queues: readonly QueueName[] = ['callback', 'deliver', 'handset', 'media', 'number'];
const missingJobId = '00000000-0000-0000-0000-000000000000';

/** Creates missing queues, and returns a function that adds jobs to them. */
export async function openQueues(boss: PgBoss): Promise<Enqueue> {
  // Creating a queue takes locks and several statements, even if the queue exists.
  const existing = (await boss.getQueues([...queues])).map(({ name }) => name);
  for (const queue of queues) {
    if (!existing.includes(queue)) await boss.createQueue(queue, queueOptions);
    // The first use caches the queue's settings. Inside a transaction, that lookup would wait for
    // the embedded database's one connection, which the transaction holds.
    await boss.findJobs(queue, { id: missingJobId });
  }
  return async (trx, queue, jobs) => {
    if (jobs.length > 0) await boss.insert(queue, [...jobs], { db: fromKysely(trx) });
  };
}
