import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { watchClocks } from '../../../service/runtime/watchClocks.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

it.each([60, -60])(
  'reports a clock that is %i seconds ahead once for each change',
  async (seconds) => {
    let ahead = 0;
    const compare = watchClocks();
    const clock = () => new Date(Date.now() + ahead);
    const check = () => compare({ db: store.db, clock, embedded: false });
    await check();
    for (let change = 0; change < 2; change++) {
      ahead = seconds * 1_000;
      await expect(check()).rejects.toThrow('are 60 seconds apart. Synchronize');
      await check();
      ahead = 2_000;
      await check();
    }
  },
);
