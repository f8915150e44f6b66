import type { Carriers } from '../carriers/carriers.ts';
import type { Activity } from '../carriers/state/activity.ts';
import type { Registry } from '../registry/registry.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Db } from '../store/database.ts';
import type { Enqueue } from '../store/jobs.ts';

/** The dependencies that all parts of the service share. */
export interface Context {
  readonly db: Db;
  /** Serves the parts of searches. */
  readonly searches: Db;
  readonly enqueue: Enqueue;
  readonly carriers: Carriers;
  /** What the carriers of this thread did lately. */
  readonly activity: Activity;
  readonly registry: Registry;
  readonly secrets: Secrets;
  /** Whether marketing from US local numbers to the US needs an approved campaign. */
  readonly enforce10dlc: boolean;
  /** Whether webhooks and media may be at private addresses and use plain HTTP. */
  readonly allowPrivateWebhooks: boolean;
  /** How many days the audit log keeps an entry. */
  readonly auditRetentionDays: number;
  /** Whether this process is the only one that may use the database. */
  readonly embedded: boolean;
  /** Returns how many messages one background transaction may change. */
  readonly batch: () => number;
  /** Returns the origin of the service for links, without a slash at the end. */
  readonly origin: () => string;
  /** Wakes the dispatcher. Call it after committing new messages to the queue. */
  readonly wakeDispatch: () => void;
  /** Returns the current time. Tests pass their own clock. */
  readonly clock: () => Date;
}
