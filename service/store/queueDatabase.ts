import type { PostgresPool } from 'kysely';
import type { Db } from 'pg-boss';
import { destroy, execute, openClient, type Limits } from './connections.ts';
import { listen } from './listen.ts';

interface Pools {
  readonly connectionString: string;
  /** Of the pool. */
  readonly limits: Limits;
  readonly pool: PostgresPool;
  /** For what may take long: changes to the tables of the queue, and to their indexes. */
  readonly patient: PostgresPool;
}

export interface QueueDatabase extends Db {
  /** From now on statements are short: the tables of the queue are up to date. */
  readonly endPatience: () => void;
}

/** What the queue does on PostgreSQL: on connections of ours, so that it never waits for one that is lost. */
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
