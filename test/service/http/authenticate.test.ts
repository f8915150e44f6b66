import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { createAuthenticator } from '../../../service/http/authenticate.ts';
import type { Database } from '../../../service/store/tables/tables.ts';
import { authorization } from '../harness/harness.ts';

// Fail soon instead of waiting forever.
jest.setTimeout(20_000);

/**
 * Opens a database that responds to each query with the next of these answers, and with no rows
 * after the last one.
 */
function openDatabase(responses: (() => Promise<{ rows: object[] }>)[]) {
  const asked = { times: 0 };
  const driver = new (class extends DummyDriver {
    override acquireConnection() {
      return Promise.resolve({
        executeQuery: async <R>() => {
          asked.times++;
          return ((await responses.shift()?.()) ?? { rows: [] }) as QueryResult<R>;
        },
        streamQuery: () => {
          throw new Error('Streaming is not supported');
        },
      });
    }
  })();
  const db = new Kysely<Database>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, asked };
}

describe('the lookup of a key', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const headers = authorization('tl_admin_0123456789abcdef');

  it('runs once for all requests at the same moment', async () => {
    const { db, asked } = openDatabase([]);
    const recognise = createAuthenticator({ db, clock: () => new Date() });
    await Promise.all([1, 2, 3].map(() => recognise(headers).confirm()));
    expect(asked.times).toBe(1);
  });

  it('fails for all waiting requests if it takes too long, and the next request starts a new one', async () => {
    const { db, asked } = openDatabase([() => new Promise<never>(() => undefined)]);
    const recognise = createAuthenticator({ db, clock: () => new Date() });
    const waiting = Promise.allSettled([1, 2].map(() => recognise(headers).confirm()));
    await jest.advanceTimersByTimeAsync(30_000);
    for (const one of await waiting)
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } });
    expect(await recognise(headers).confirm()).toBeUndefined();
    expect(asked.times).toBe(2);
  });

  it('fails for all waiting requests if the database fails, and the next request starts a new one', async () => {
    const { db, asked } = openDatabase([() => Promise.reject(new Error('Gone'))]);
    const recognise = createAuthenticator({ db, clock: () => new Date() });
    const waiting = await Promise.allSettled([1, 2].map(() => recognise(headers).confirm()));
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await recognise(headers).confirm()).toBeUndefined();
    expect(asked.times).toBe(2);
  });

  it('runs again if the settings of its account have changed', async () => {
    const row = { id: 'acc_one', scope: 'admin', last_used_at: new Date(), revoked_at: null };
    const respond = () => Promise.resolve({ rows: [{ ...row, expires_at: null }] });
    const { db, asked } = openDatabase([respond, respond]);
    const recognise = createAuthenticator({ db, clock: () => new Date() });
    for (const changed of [undefined, 'acc_two', 'acc_one']) {
      if (changed) recognise.forget(changed);
      expect(await recognise(headers).confirm()).toMatchObject({ account: { id: 'acc_one' } });
    }
    expect(asked.times).toBe(2);
  });
});
