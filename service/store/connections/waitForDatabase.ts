import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from './connections.ts';
import { classifyFailure } from '../databaseFailure.ts';

interface WaitOptions {
  readonly databaseUrl: string;
  /** How long to wait before throwing the last error. */
  readonly seconds: number;
  /** Gets a sentence for each failed attempt, except for the last one. */
  readonly report: (sentence: string) => void;
}

const attemptMs = 5_000;
const pauseMs = 1_000;

/**
 * Waits until PostgreSQL accepts connections and changes. After a restart of the machine,
 * PostgreSQL may start later than the service, and during a failover, a standby may respond instead
 * of the primary. Errors that waiting does not solve, such as a wrong password or certificate, fail
 * immediately.
 */
export async function waitForDatabase({
  databaseUrl,
  seconds,
  report,
}: WaitOptions): Promise<void> {
  const { host } = new URL(databaseUrl);
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      await reachPrimary(databaseUrl);
      return;
    } catch (error) {
      const isOver = performance.now() - start + pauseMs > seconds * 1_000;
      const isTransient =
        error instanceof StandbyError ||
        (classifyFailure(error) === 'unavailable' && !/^TLS_/.test(errorCode(error)));
      if (isOver || !isTransient) throw error;
      report(
        `Waiting for the database at ${host}, up to ${seconds} seconds (attempt ${attempt}: ${errorCode(error)})`,
      );
      await sleep(pauseMs);
    }
  }
}

class StandbyError extends Error {
  readonly code = '25006';
}

const errorCode = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? 'no response';

async function reachPrimary(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, {
    connections: 1,
    connectMs: attemptMs,
    statementMs: attemptMs,
  });
  try {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ is_standby: boolean }>(
        'select pg_is_in_recovery() as is_standby',
        [],
      );
      if (rows[0]?.is_standby) throw new StandbyError('The database is a standby');
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}
