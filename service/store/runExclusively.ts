import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '../concurrency/inTime.ts';
import { advisoryLocks } from './advisoryLocks.ts';
import { destroy, openClient } from './connections/connections.ts';

interface ExclusiveOptions {
  readonly databaseUrl: string;
  /** How long to wait for another process before throwing an error. */
  readonly seconds: number;
  /** Gets one sentence if this process must wait. */
  readonly report: (sentence: string) => void;
}

const { queueTables: lock } = advisoryLocks;
const pauseMs = 1_000;
const limits = { connectMs: 10_000, statementMs: 5_000 };
const closeMs = 2_000;

/**
 * Prepares the tables of the queue while no other process does. It polls for the lock on a separate
 * connection, because a statement that waits for the lock would show no progress, and would prevent
 * the other process from finishing its indexes.
 */
export async function runExclusively(
  options: ExclusiveOptions,
  prepare: () => Promise<unknown>,
): Promise<void> {
  const client = openClient(options.databaseUrl, limits);
  const callLock = async (what: string) => {
    const { rows } = await client.query<{ done: boolean }>(`select ${what}(${lock}) as done`);
    return rows[0]!.done;
  };
  try {
    await client.connect();
    await waitFor(() => callLock('pg_try_advisory_lock'), options);
    try {
      await prepare();
    } finally {
      // If this fails, the end of the session releases the lock.
      await callLock('pg_advisory_unlock').catch(() => undefined);
    }
  } finally {
    await inTime(closeMs, client.end()).catch(() => destroy(client));
  }
}

async function waitFor(
  tryLock: () => Promise<boolean>,
  { seconds, report }: ExclusiveOptions,
): Promise<void> {
  const start = performance.now();
  for (let attempt = 1; !(await tryLock()); attempt++) {
    if (attempt === 1)
      report(
        `Another process is preparing the queue's tables. Waiting up to ${seconds} seconds for it.`,
      );
    if (performance.now() - start + pauseMs > seconds * 1_000)
      throw new Error(
        `Another process has been preparing the queue's tables for more than ${seconds} seconds. ` +
          'Start again once it is done, or end its session in PostgreSQL (pg_locks, advisory, ' +
          `objid ${lock}).`,
      );
    await sleep(pauseMs);
  }
}
