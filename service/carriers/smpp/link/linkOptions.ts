import type { Login } from '../session.ts';
import type { StatusMeanings } from '../status.ts';

export interface LinkOptions extends Login {
  /** How many submits may wait for their responses at the same time. */
  readonly window: number;
  /** Submits per second. If undefined, there is no limit. */
  readonly throughput: number | undefined;
  readonly enquireLinkSeconds: number;
  /** After this time without a response, a submit counts as sent. */
  readonly responseTimeoutSeconds: number;
  /** The meanings of statuses that differ from the standard or are not in it. */
  readonly statuses?: StatusMeanings | undefined;
}
