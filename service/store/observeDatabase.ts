import { Kysely, type Dialect } from 'kysely';
import type { Db as QueueDb } from 'pg-boss';
import { troubleOf } from './databaseTrouble.ts';
import type { Database } from './tables.ts';
import type { Db } from './database.ts';

export interface Flag {
  readonly read: () => boolean;
  readonly clear: () => void;
}

/** Returns a database that sets a flag whenever a statement fails because the disk is full. */
export function noteFull(): { readonly on: (dialect: Dialect) => Db; readonly hasBeenFull: Flag } {
  let isFull = false;
  return {
    on: (dialect) =>
      new Kysely<Database>({
        dialect,
        log: (event) => {
          if (event.level === 'error' && troubleOf(event.error) === 'full') isFull = true;
        },
      }),
    hasBeenFull: {
      read: () => isFull,
      clear: () => {
        isFull = false;
      },
    },
  };
}

/** Returns the same database, and a function that returns the time of its last response. */
export function timed(db: QueueDb): { readonly db: QueueDb; readonly answeredAt: () => number } {
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
    answeredAt: () => at,
  };
}
