import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../service/harness/database.ts';
import { openHarness, type Account, type Harness } from '../../service/harness/harness.ts';
import { isOutOfTurn, repeatInTurn } from '../../service/harness/repeatInTurn.ts';
import { until } from '../../service/harness/until.ts';

describe('an account whose requests are slow', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(openPostgres);
  });
  afterAll(() => harness.close());

  const rename = { method: 'PATCH', path: '/account', body: JSON.stringify({ name: 'Slow' }) };
  const headers = { 'content-type': 'application/json' };
  const ask = ({ raw }: Account) => raw({ ...rename, headers });
  const askUntilItsTurn = (account: Account) => repeatInTurn(() => ask(account));

  /** Makes 30 requests of a new account, which the database holds up until `work` ends. */
  const makeSlowRequests = async (request: typeof ask, work: () => Promise<unknown>) => {
    const account = harness.account();
    await harness.query('begin');
    try {
      await harness.query(`select id from account where id = '${account.id}' for update`);
      const responses = Array.from({ length: 30 }, () => request(account));
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
    const responses = await makeSlowRequests(askUntilItsTurn, async () => {
      for (const path of ['/lists', '/contacts?search=Ana'])
        expect((await other.json('GET', path)).status).toBe(200);
      expect((await other.json('PATCH', '/account', { name: 'Fast' })).status).toBe(200);
    });
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200));
  });

  it('gets 429 for requests that have waited for 5 seconds', async () => {
    const responses = await makeSlowRequests(ask, () => sleep(6_000));
    // The five requests that run may reach the time limit of a statement.
    const statuses = new Set(responses.map(({ status }) => status));
    expect([200, 429, 503]).toEqual(expect.arrayContaining([...statuses]));
    const refused = responses.filter(isOutOfTurn);
    expect(refused.length).toBeGreaterThan(5);
    expect(refused[0]!.body).toMatchObject({ code: 'rate_limited' });
    expect(refused[0]!.headers['retry-after']).toBe('1');
  });
});
