import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../service/lib/ids.ts';
import { findOpenStopReviews } from '../../../service/reviews/findOpenStopReviews.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { accountRow, messageRow } from '../harness/rows.ts';

describe('the people whose text may be an opt-out', () => {
  let store: TestStore;
  const [one, two] = ['acc_1', 'acc_2'] as const;
  beforeAll(async () => {
    store = await openTestStore();
    const accounts = [one, two].map((id) => accountRow({ id }));
    await store.db.insertInto('account').values(accounts).execute();
  });
  afterAll(() => store.close());

  const receive = async (
    accountId: string,
    phone: string,
    review: { readonly keyword: 'stop' | 'start'; readonly status: 'open' | 'dismissed' },
  ) => {
    const common = { id: newId('msg'), account_id: accountId, created_at: new Date() };
    await store.db
      .insertInto('message')
      .values(
        messageRow({
          ...common,
          ...{ direction: 'inbound', recipient: '+12065550100', sender: phone, text: 'Enough' },
        }),
      )
      .execute();
    await store.db
      .insertInto('review')
      .values({
        ...common,
        ...review,
        ...{ id: newId('rev'), phone, number: '+12065550100', rule: 'unsure_keyword' },
        ...{ message_id: common.id, decided_at: null },
      })
      .execute();
  };
  const find = (phones: readonly string[]) =>
    store.db.transaction().execute((trx) => findOpenStopReviews(trx, one, phones));

  it('are those of the account with an open review, in any spelling of their number', async () => {
    await receive(one, '+12025550101', { keyword: 'stop', status: 'open' });
    await receive(one, '+12025550102', { keyword: 'stop', status: 'dismissed' });
    await receive(one, '+12025550103', { keyword: 'start', status: 'open' });
    await receive(two, '+12025550104', { keyword: 'stop', status: 'open' });
    await receive(one, '+5511987654321', { keyword: 'stop', status: 'open' });
    const numbers = [1, 2, 3, 4, 5].map((at) => `+1202555010${at}`);
    expect(await find([...numbers, '+551187654321'])).toEqual(
      new Set(['+12025550101', '+551187654321']),
    );
    expect(await find([])).toEqual(new Set());
  });
});
