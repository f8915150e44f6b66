import type { PostgresPool } from 'kysely';
import type { Db } from 'pg-boss';
import { destroy, execute, openClient, type Limits } from './connections.ts';
import { listen } from './listen.ts';

interface Pools {
  readonly connectionString: string;
  /** The limits of the pool. */
  readonly limits: Limits;
  readonly pool: PostgresPool;
  /** Runs long statements: changes to the queue's tables and their indexes. */
  readonly patient: PostgresPool;
}

export interface QueueDatabase extends Db {
  /** Applies the short statement limit. Call it once the queue's tables are up to date. */
  readonly endPatience: () => void;
}

/** Runs the queue's statements on our own connections, so that the queue never waits for a lost one. */
export function queueDatabase({ connectionString, limits, pool, patient }: Pools): QueueDatabase {
  let isPatient = true;
  return {
    executeSql: (text, values) =>
      execute(isPatient || /\bconcurrently\b/i.test(text) ? patient : pool, text, values),
    listen: (channel, onNotification, onListening) =>
      Promise.resolve(
        listen({
          open: () => openClient(connectionString, limits),
          destroy,
          channel,
          onNotification,
          onListening,
        }),
      ),
    endPatience: () => {
      isPatient = false;
    },
  };
}
