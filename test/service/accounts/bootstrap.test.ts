import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addAccount } from '../../../service/accounts/addAccount.ts';
import { bootstrap } from '../../../service/runtime/bootstrap.ts';
import { hashKey } from '../../../service/accounts/caller.ts';
import { openCarriers } from '../../../service/carriers/openCarriers.ts';
import { readCarriers } from '../../../service/carriers/readCarriers.ts';
import { openQueues } from '../../../service/store/jobs.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';

const onError = (error: unknown) => {
  throw error;
};
let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

/** Creates the first account on an empty database with these carriers and returns its numbers. */
async function numbersWith(carriers: string) {
  const { db, boss } = store;
  const enqueue = await openQueues(boss);
  const deps = { db, boss, enqueue, clock: () => new Date(), onError };
  const { numbers } = openCarriers(readCarriers(carriers), '', deps);
  expect(await bootstrap(db, { apiKey: '', numbers, now: new Date() })).toMatch(/^tl_admin_/);
  return db.selectFrom('number').select(['number', 'is_default', 'carrier']).execute();
}

describe('the first account', () => {
  it('keeps its keys if another one is set, and does not restore a revoked key', async () => {
    const { db } = store;
    const numbers = { find: () => Promise.resolve(undefined) };
    const start = (apiKey: string) => bootstrap(db, { apiKey, numbers, now: new Date() });
    const valid = async () => {
      const rows = await db
        .selectFrom('api_key')
        .selectAll()
        .where('revoked_at', 'is', null)
        .execute();
      return rows.map(({ hash }) => hash).sort();
    };
    const printed = (await start(''))!;
    const [first, second] = ['tl_admin_first_0123456789', 'tl_admin_second_0123456789'];
    for (const apiKey of [first, first, second, '']) expect(await start(apiKey)).toBeUndefined();
    expect(await valid()).toEqual([printed, first, second].map(hashKey).sort());
    const log = await db.selectFrom('audit_log').select(['operation', 'actor']).execute();
    expect(log).toEqual(Array(3).fill({ operation: 'key.create', actor: 'service' }));
    await db
      .updateTable('api_key')
      .set({ revoked_at: new Date() })
      .where('hash', '=', hashKey(first))
      .execute();
    await start(first);
    expect(await valid()).toEqual([printed, second].map(hashKey).sort());
    expect(await db.selectFrom('account').selectAll().execute()).toHaveLength(1);
  });

  it('stays the account of the operator, even if a later one has a smaller ID', async () => {
    const { db } = store;
    const numbers = { find: () => Promise.resolve(undefined) };
    const start = (apiKey: string) => bootstrap(db, { apiKey, numbers, now: new Date() });
    await start('');
    const first = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    const shop = { name: 'Shop', country: 'DE', timeZone: 'Europe/Berlin' };
    const id = await db.transaction().execute((trx) => addAccount(trx, shop, new Date()));
    await db.updateTable('account').set({ id: 'acc_0' }).where('id', '=', id).execute();
    const apiKey = 'tl_admin_third_0123456789';
    await start(apiKey);
    const keys = db.selectFrom('api_key').select('account_id');
    expect(await keys.where('hash', '=', hashKey(apiKey)).execute()).toEqual([
      { account_id: first.id },
    ]);
    const operators = db.selectFrom('account').select('id').where('is_operator', '=', true);
    expect(await operators.execute()).toEqual([first]);
  });

  it('gets a number of the simulated carrier', async () => {
    expect(await numbersWith('')).toEqual([
      { number: '+12025550100', is_default: true, carrier: 'handset' },
    ]);
  });

  it('gets the same number from a real carrier that offers it', async () => {
    const carrier = { name: 'acme', host: 'smsc.example.com', system_id: 'textloom' };
    const numbers = ['+12025550100'];
    expect(await numbersWith(JSON.stringify([{ ...carrier, numbers }]))).toEqual([
      { number: '+12025550100', is_default: true, carrier: 'acme' },
    ]);
  });

  it('gets no number if all carriers are real, because only its user knows which numbers are theirs', async () => {
    const carrier = { name: 'acme', host: 'smsc.example.com', system_id: 'textloom' };
    expect(await numbersWith(JSON.stringify([{ ...carrier, numbers: ['+13125551234'] }]))).toEqual(
      [],
    );
  });
});
