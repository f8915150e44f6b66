import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { retryItems, runOnce } from '../../../service/core/idempotency.ts';
import type { Result } from '../../../service/core/idempotencyKeys.ts';
import type { Trx } from '../../../service/store/database.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { openTestStore, type TestStore } from '../../service/harness/openTestStore.ts';

type Items = readonly ('accepted' | 'refused')[];

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ open: openPostgres, accounts: 1 });
});
afterAll(() => store.close());

it('runs a refused item once if several processes repeat its request at the same moment', async () => {
  const request = { key: 'batch', input: {} };
  let runs = 0;
  const accept = async (trx: Trx): Promise<Items> => {
    runs++;
    // Gives the other transactions time to look at the key.
    for (let times = 0; times < 20; times++) await trx.selectFrom('account').select('id').execute();
    return ['accepted', 'accepted'];
  };
  const repeat = (first: Items): Promise<Result<Items>> =>
    store.db.transaction().execute(async (trx) => {
      const accountId = store.accounts[0]!.id;
      const scope = { trx, accountId, path: '/messages/batch', now: new Date() };
      const work = () => Promise.resolve([{ status: 200, body: first }]);
      const [result] = await runOnce<Items>(scope, [request], work);
      return retryItems(scope, request, result!, async (earlier) =>
        earlier.includes('refused') ? { output: await accept(trx), isProgress: true } : undefined,
      );
    });
  await repeat(['accepted', 'refused']);
  const results = await Promise.all(Array.from({ length: 5 }, () => repeat([])));
  expect(results).toMatchObject(results.map(() => ({ body: ['accepted', 'accepted'] })));
  expect(runs).toBe(1);
});
