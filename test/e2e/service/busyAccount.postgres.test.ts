import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../service/harness/database.ts';
import { openHarness, type Harness } from '../../service/harness/harness.ts';
import { until } from '../../service/harness/until.ts';

describe('an account whose requests are slow', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(openPostgres);
  });
  afterAll(() => harness.close());

  /** Makes 30 requests of a new account, which wait until they have `work` behind them. */
  const makeSlowRequests = async (work: () => Promise<unknown>) => {
    const account = harness.account();
    await harness.query('begin');
    try {
      await harness.query(`select id from account where id = '${account.id}' for update`);
      const responses = Array.from({ length: 30 }, (_, index) =>
        account.json('PATCH', '/account', { name: `Slow ${index}` }),
      );
      await until('requests wait for the account', async () => {
        const { rows } = await harness.query(`
          select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`);
        return rows.length >= 4;
      });
      await work();
      await harness.query('commit');
      return await Promise.all(responses);
    } finally {
      await harness.query('rollback');
    }
  };

  it('delays no other account, and gets all its responses', async () => {
    const other = harness.account();
    const responses = await makeSlowRequests(async () => {
      for (const path of ['/lists', '/contacts?search=Ana'])
        expect((await other.json('GET', path)).status).toBe(200);
      expect((await other.json('PATCH', '/account', { name: 'Fast' })).status).toBe(200);
    });
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200));
  });

  it('gets 429 for requests that have waited for 5 seconds', async () => {
    const responses = await makeSlowRequests(() => sleep(5_300));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(25).fill(429)]);
    const { body, headers } = responses.find(({ status }) => status === 429)!;
    expect(body).toMatchObject({ code: 'rate_limited' });
    expect(headers['retry-after']).toBe('1');
  });
});
