import { Kysely, type Dialect } from 'kysely';
import type { Db as QueueDb } from 'pg-boss';
import { troubleOf } from './databaseTrouble.ts';
import type { Database } from './tables.ts';
import type { Db } from './database.ts';

export interface Flag {
  readonly read: () => boolean;
  readonly clear: () => void;
}

/** A database whose failures for want of room are noted. */
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

/** The same, with the time of its last answer. */
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
