import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Limits } from '../../../service/store/connections/clientConfig.ts';
import { execute, openPool } from '../../../service/store/connections/connections.ts';
import { classifyFailure } from '../../../service/store/databaseFailure.ts';
import { openProxy, type Proxy } from '../../chaos/proxy.ts';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { until } from '../../service/harness/until.ts';

// Fail soon instead of waiting forever.
jest.setTimeout(30_000);

const limits: Limits = { connections: 2, connectMs: 5_000, statementMs: 1_000 };

describe('a connection pool', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let address: string;
  const opened: PostgresPool[] = [];
  beforeAll(async () => {
    database = await openPostgres();
    const url = new URL(database.environment.DATABASE_URL!);
    proxy = await openProxy(Number(url.port || '5432'));
    url.host = `127.0.0.1:${proxy.port}`;
    address = url.href;
  });
  afterEach(async () => {
    for (const pool of opened.splice(0)) await pool.end();
    await until('no link is left', () => proxy.links().length === 0);
  });
  afterAll(async () => {
    await proxy.close();
    await database.remove();
  });

  const open = (change: Partial<Limits> = {}) => {
    const pool = openPool(address, { ...limits, ...change });
    opened.push(pool);
    return pool;
  };
  const ask = (client: PostgresPoolClient, text: string) => client.query<unknown>(text, []);
  /** Begins a transaction that holds a lock. */
  const lock = async (pool: PostgresPool, key: number) => {
    const client = await pool.connect();
    await ask(client, 'begin');
    await ask(client, `select pg_advisory_xact_lock(${key})`);
    return client;
  };
  const isLocked = async (key: number) => {
    const { rows } = await execute(open(), `select pg_try_advisory_xact_lock(${key}) as free`);
    return !(rows[0] as { free: boolean }).free;
  };

  it('tell how long work has waited for one', async () => {
    const pool = open({ connections: 1 });
    const first = await pool.connect();
    expect(pool.use()).toEqual({ inUse: 1, waiting: 0, waitedMs: 0 });
    const second = pool.connect();
    await until('the work has waited', () => pool.use().waitedMs > 100);
    first.release();
    (await second).release();
    expect(pool.use().waitedMs).toBe(0);
  });

  it('makes the server end a statement that takes too long, and keeps the connection', async () => {
    const client = await open({ connections: 1 }).connect();
    await expect(ask(client, 'select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
    expect((await ask(client, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    client.release();
  });

  it('ends the server session and the locks of a connection that does not respond', async () => {
    const client = await lock(open({ connections: 1 }), 1);
    expect(await isLocked(1)).toBe(true);
    const [link] = proxy.links();
    link!.stall();
    await expect(ask(client, 'select 1')).rejects.toMatchObject({
      name: 'ConnectionLostError',
      isSessionOver: true,
    });
    expect(await isLocked(1)).toBe(false);
    client.release();
    link!.reset();
  });

  it('lends no connection that was idle when another one was lost, because it may be dead too', async () => {
    const pool = open();
    const clients = [await pool.connect(), await pool.connect()];
    for (const client of clients) {
      await ask(client, 'select 1');
      client.release();
    }
    const links = proxy.links();
    links.forEach((link) => link.stall());
    await expect(execute(pool, 'select 1')).rejects.toMatchObject({ name: 'ConnectionLostError' });
    expect((await execute(pool, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    links.forEach((link) => link.reset());
  });

  it('lends no connection that reached a standby, and none that was idle at that time', async () => {
    const admin = open({ connections: 1 });
    const setting = `alter database ${new URL(address).pathname.slice(1)}`;
    await execute(admin, 'create table change (at integer)');
    await execute(admin, `${setting} set default_transaction_read_only = on`);
    const pool = open();
    const clients = [await pool.connect(), await pool.connect()];
    clients.forEach((client) => client.release());
    await execute(admin, `${setting} reset default_transaction_read_only`);
    const write = async () => {
      const client = await pool.connect();
      try {
        await ask(client, 'insert into change values (1)');
      } finally {
        client.release();
      }
    };
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    await write();
    expect((await execute(pool, 'select at from change')).rows).toEqual([{ at: 1 }]);
  });

  it('tell why the server ended a connection between two statements', async () => {
    const client = await lock(open({ connections: 1 }), 4);
    const [row] = (await ask(client, 'select pg_backend_pid() as pid')).rows as { pid: number }[];
    await execute(open(), `select pg_terminate_backend(${row!.pid})`);
    await until('the link is gone', () => proxy.links().length === 1);
    await expect(ask(client, 'select 1')).rejects.toMatchObject({
      code: '57P01',
      isSessionOver: true,
      cause: { message: 'terminating connection due to administrator command' },
    });
    client.release();
  });

  it('tell that the server refuses connections, until it accepts them again', async () => {
    const url = new URL(address);
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    const admin = openPool(url.href, limits);
    opened.push(admin);
    await execute(admin, `alter database ${name} allow_connections false`);
    const pool = open();
    const error: unknown = await execute(pool, 'select 1').catch((error: unknown) => error);
    await execute(admin, `alter database ${name} allow_connections true`);
    expect(error).toMatchObject({ name: 'ConnectionRefusedError', code: '55000' });
    expect(classifyFailure(error)).toBe('refused');
    expect((await execute(pool, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('reclaims a connection from a transaction that takes too long', async () => {
    const client = await lock(open({ leaseMs: 500 }), 2);
    // The server ends an idle transaction only later.
    await until('the lock is free', async () => !(await isLocked(2)), 4);
    await expect(ask(client, 'commit')).rejects.toMatchObject({ name: 'ConnectionLostError' });
    client.release();
  });

  it('makes the server end an abandoned transaction, even if this process cannot tell it to', async () => {
    await lock(open(), 3);
    proxy.links().forEach((link) => link.stall());
    const direct = openPool(database.environment.DATABASE_URL!, {
      ...limits,
      statementMs: 12_000,
    });
    opened.push(direct);
    const { rows } = await execute(direct, 'select 1 as one from pg_advisory_xact_lock(3)');
    expect(rows).toEqual([{ one: 1 }]);
    proxy.reset();
  });

  it('lends no connection that is left in a failed transaction', async () => {
    const pool = open({ connections: 1 });
    await expect(execute(pool, 'begin; select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect((await execute(pool, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
