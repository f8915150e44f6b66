import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bootstrap } from '../../service/bootstrap.ts';
import { openCarriers } from '../../service/carriers/openCarriers.ts';
import { readCarriers } from '../../service/carriers/readCarriers.ts';
import { openStore, type Store } from '../../service/store/database.ts';
import { openQueues } from '../../service/store/jobs.ts';

const onError = (error: unknown) => {
  throw error;
};
let store: Store;
beforeEach(async () => {
  store = await openStore({ dataDir: 'memory://' }, onError);
});
afterEach(async () => {
  await store.boss.stop({ graceful: false });
  await store.close();
});

/** Starts on an empty database with these carriers, and returns the numbers of the account. */
async function numbersWith(carriers: string) {
  const { db, boss } = store;
  const enqueue = await openQueues(boss);
  const deps = { db, boss, enqueue, clock: () => new Date(), onError };
  const { numbers } = openCarriers(readCarriers(carriers), deps);
  expect(await bootstrap(db, { apiKey: '', numbers, now: new Date() })).toMatch(/^tl_admin_/);
  return db.selectFrom('number').select(['number', 'is_default']).execute();
}

describe('the first account', () => {
  it('has a number of the simulated carrier', async () => {
    expect(await numbersWith('')).toEqual([{ number: '+12025550100', is_default: true }]);
  });

  it('has none where all carriers are real: nobody but its user knows which is theirs', async () => {
    const carrier = { name: 'acme', host: 'smsc.example.com', system_id: 'textloom' };
    expect(await numbersWith(JSON.stringify([{ ...carrier, numbers: ['+13125551234'] }]))).toEqual(
      [],
    );
  });
});
