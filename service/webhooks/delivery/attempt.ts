import type { Selectable } from 'kysely';
import type { DueDelivery } from '../../store/jobs.ts';
import type { EventTable } from '../../store/tables/webhookTables.ts';
import type { PostResponse } from './post.ts';

/** An attempt that has started to deliver an event to a webhook. */
export interface Attempt {
  readonly job: DueDelivery;
  readonly event: Selectable<EventTable>;
  readonly startedAt: Date;
  /** The URL that gets the event, which the webhook may no longer have afterward. */
  readonly url: string;
}

/** An attempt whose receiver has responded, or whose request has timed out. */
export interface CompletedAttempt extends Attempt {
  readonly response: PostResponse;
}
