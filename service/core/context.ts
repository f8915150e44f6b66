import type { Carriers } from '../carriers/carriers.ts';
import type { Registry } from '../registry/registry.ts';
import type { Db } from '../store/database.ts';
import type { Enqueue } from '../store/jobs.ts';

/** What all parts of the service share. */
export interface Context {
  readonly db: Db;
  readonly enqueue: Enqueue;
  readonly carriers: Carriers;
  readonly registry: Registry;
  /** Whether marketing from US local numbers to the US takes an approved campaign. */
  readonly enforce10dlc: boolean;
  /** How many messages may change in one transaction without being asked. */
  readonly batch: () => number;
  /** Says that messages have been put into line: to be called once they are committed. */
  readonly wakeDispatch: () => void;
  /** Now; handed in, so that time can be told what to be. */
  readonly clock: () => Date;
}
