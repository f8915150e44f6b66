import { Kysely, type Dialect } from 'kysely';
import type { Db as QueueDb } from 'pg-boss';
import { classifyFailure } from '../databaseFailure.ts';
import type { Database } from '../tables/tables.ts';
import type { Db } from '../database.ts';

export interface Flag {
  readonly read: () => boolean;
  readonly clear: () => void;
}

/** Returns a database that sets a flag whenever a statement fails because the disk is full. */
export function watchDiskFull(): {
  readonly on: (dialect: Dialect) => Db;
  readonly diskFullFlag: Flag;
} {
  let isFull = false;
  return {
    on: (dialect) =>
      new Kysely<Database>({
        dialect,
        log: (event) => {
          if (event.level === 'error' && classifyFailure(event.error) === 'full') isFull = true;
        },
      }),
    diskFullFlag: {
      read: () => isFull,
      clear: () => {
        isFull = false;
      },
    },
  };
}

/** Returns the same database, and a function that returns the time of its last response. */
export function trackResponses(db: QueueDb): {
  readonly db: QueueDb;
  readonly respondedAt: () => number;
} {
  let at = performance.now();
  return {
    db: {
      ...db,
      executeSql: async (text, values) => {
        const result = await db.executeSql(text, values);
        at = performance.now();
        return result;
      },
    },
    respondedAt: () => at,
  };
}

/** Tracks work that waits. Returns how long the work that has waited longest has waited. */
export function trackWaits(): {
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  readonly longestMs: () => number;
} {
  // A set keeps the order in which the work started to wait.
  const waits = new Set<{ readonly since: number }>();
  return {
    track: async (work) => {
      const wait = { since: performance.now() };
      waits.add(wait);
      try {
        return await work;
      } finally {
        waits.delete(wait);
      }
    },
    longestMs: () => {
      const [longest] = waits;
      return longest ? performance.now() - longest.since : 0;
    },
  };
}

/** How many connections are in use, and how much work waits for one. */
export interface PoolUse {
  readonly inUse: number;
  readonly waiting: number;
  /** How long the work that has waited longest has waited. 0 if none waits. */
  readonly waitedMs: number;
}
