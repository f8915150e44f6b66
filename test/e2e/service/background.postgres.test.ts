import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execute, openPool } from '../../../service/store/connections/connections.ts';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { handset } from '../../service/harness/harness.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import { until } from '../../service/harness/until.ts';

describe('the background work, on PostgreSQL in a separate thread', () => {
  let database: TestDatabase;
  let running: TestProcess;
  const faults: string[] = [];
  beforeAll(async () => {
    database = await openPostgres();
    running = await startProcess(database, newKey(), faults, { METRICS_PORT: '0' });
  });
  afterAll(async () => {
    await running.kill();
    await database.remove();
  });

  it('delivers a message', async () => {
    const { id } = await running.account.client.message.send({ to: handset(0, 505), text: 'Hi' });
    await running.account.reaches(id, 'delivered');
    expect(faults).toEqual([]);
  });

  it('is counted together with the requests', async () => {
    const [address] = /http\S+\/metrics/.exec(running.output())!;
    const text = await (await fetch(address)).text();
    // The counter of each status starts at 0.
    const counted = text.match(/^textloom_messages_total\{.*\} [1-9].*$/gm) ?? [];
    expect(counted.sort()).toEqual([
      'textloom_messages_total{status="delivered"} 1',
      'textloom_messages_total{status="queued"} 1',
      'textloom_messages_total{status="sent"} 1',
    ]);
  });

  it('stops when the process is asked to stop', async () => {
    expect(await running.stop()).toBe(0);
    expect(running.output()).not.toMatch(/error/i);
  });

  it('logs why it failed, once while it fails in the same way', async () => {
    const { pathname } = new URL(database.environment.DATABASE_URL!);
    running = await startProcess(database, newKey(), [], { LOG_FORMAT: 'json' });
    const pool = openPool(database.environment.DATABASE_URL!, { connections: 1, connectMs: 5_000 });
    await execute(
      pool,
      `alter database ${pathname.slice(1)} set default_transaction_read_only = on`,
    );
    await execute(
      pool,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await pool.end();
    const entries = () =>
      running
        .output()
        .split('\n')
        .filter((line) => line.includes('"msg":"Failed while'))
        .map((line) => JSON.parse(line) as { msg: string; code?: string; reason?: string });
    await until('the queue fails', () => entries().some(({ msg }) => msg.endsWith('the queue')));
    await until('the sender fails', () => entries().some(({ msg }) => !msg.endsWith('the queue')));
    // Failed work starts again after a second.
    await until('maintenance fails', () => entries().some(({ msg }) => /maintenance$/.test(msg)));
    const failures = entries();
    expect(failures.filter(({ reason }) => reason === undefined)).toEqual([]);
    const kinds = failures.map(({ msg, code }) => `${msg}: ${code}`);
    expect(kinds).toEqual([...new Set(kinds)]);
  });
});
