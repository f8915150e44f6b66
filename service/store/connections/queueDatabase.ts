import type { PostgresPool } from 'kysely';
import type { Db } from 'pg-boss';
import type { Limits } from './clientConfig.ts';
import { destroy, execute, openClient } from './connections.ts';
import { listen } from './listen.ts';

interface Pools {
  readonly connectionString: string;
  /** The limits of the pool. */
  readonly limits: Limits;
  readonly pool: PostgresPool;
  /** Runs long statements: changes to the queue's tables and their indexes. */
  readonly longRunning: PostgresPool;
}

export interface QueueDatabase extends Db {
  /** Applies the short statement limit. Call it once the queue's tables are up to date. */
  readonly applyStatementLimit: () => void;
}

/**
 * Runs the queue's statements on our own connections, so that the queue never waits for a lost one.
 */
export function queueDatabase({
  connectionString,
  limits,
  pool,
  longRunning,
}: Pools): QueueDatabase {
  let isStarting = true;
  return {
    executeSql: (text, values) =>
      execute(isStarting || /\bconcurrently\b/i.test(text) ? longRunning : pool, text, values),
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
    applyStatementLimit: () => {
      isStarting = false;
    },
  };
}
