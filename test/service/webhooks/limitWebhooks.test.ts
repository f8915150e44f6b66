import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { limits } from '@textloom/shared/contract';
import { goneReason } from '../../../service/webhooks/health/updateWebhookHealth.ts';
import { limitWebhooks } from '../../../service/webhooks/limitWebhooks.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';

describe('webhooks for single messages', () => {
  let store: TestStore;
  let accounts: string[];
  beforeAll(async () => {
    store = await openTestStore({ accounts: 2 });
    accounts = store.accounts.map(({ id }) => id);
  });
  afterAll(() => store.close());

  const add = (accountId: string, count: number) =>
    sql`
      insert into webhook (id, account_id, url, events, filter, secret, status, created_at, updated_at)
      select md5(random()::text), ${accountId}, 'https://example.com/' || random(), '["*"]',
        jsonb_build_object('message_id', jsonb_build_array('msg_' || at)), '', 'enabled', now(), now()
      from generate_series(1, ${count}::int) as at`.execute(store.db);
  const judge = (account_id: string) =>
    store.db
      .transaction()
      .execute((trx) =>
        limitWebhooks(trx, { id: 'whk_new', account_id, filter: { message_id: ['msg_other'] } }),
      );

  it('have a limit that is counted for each account separately', async () => {
    await add(accounts[0]!, limits.messageWebhooks);
    await add(accounts[1]!, 5);
    await judge(accounts[0]!);
    await add(accounts[0]!, 1);
    await expect(judge(accounts[0]!)).rejects.toMatchObject({ code: 'limit_reached' });
    await judge(accounts[1]!);
  });

  it('take no place of a webhook of another account that ended', async () => {
    const ended = { status: 'disabled', disabled_reason: goneReason } as const;
    const own = store.db.updateTable('webhook').where('account_id', '=', accounts[1]!);
    await own.set(ended).execute();
    await expect(judge(accounts[0]!)).rejects.toMatchObject({ code: 'limit_reached' });
    const left = store.db.selectFrom('webhook').select('id').where('account_id', '=', accounts[1]!);
    expect(await left.execute()).toHaveLength(5);
  });
});
