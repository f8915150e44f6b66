import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { redeliverMissed } from '../../../service/webhooks/redeliverMissed.ts';
import { countReads } from '../harness/countReads.ts';
import { openTestContext } from '../harness/openTestContext.ts';

describe('a request to redeliver missed events', () => {
  let test: Awaited<ReturnType<typeof openTestContext>>;
  beforeAll(async () => {
    test = await openTestContext({ accounts: 2 });
  });
  afterAll(() => test.close());

  const now = new Date();
  const add = (accountId: string, count: number) =>
    sql`
      with new as (
        select 'evt_0' || lpad(at::text, 20, '0') || right(${accountId}, 5) as id
        from generate_series(1, ${count}::int) as at
      )
      insert into event (id, account_id, type, body, created_at)
      select id, ${accountId}, 'contact.opted_out', jsonb_build_object(
        'id', id, 'type', 'contact.opted_out', 'timestamp', ${now.toISOString()}::text, 'data', '{}'::jsonb
      )::text, ${now}
      from new`.execute(test.store.db);
  const subscribe = (account_id: string) =>
    test.store.db
      .insertInto('webhook')
      .values({
        ...{ id: `whk_${account_id}`, account_id, url: 'https://example.com', secret: '' },
        ...{ events: '["*"]', filter: null, status: 'enabled', disabled_reason: null },
        ...{ expires_at: null, created_at: now, updated_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow();

  it('reads few other events than it compares, and few of other accounts', async () => {
    const [large, small] = test.accountIds;
    const counts = { [large!]: 4 * limits.comparedEvents, [small!]: 10 };
    for (const [id, count] of Object.entries(counts)) await add(id, count);
    await sql`analyze event`.execute(test.store.db);
    for (const [id, count] of Object.entries(counts)) {
      const webhook = await subscribe(id);
      const compared = Math.min(count, limits.comparedEvents);
      const search = { range: { after: undefined, until: undefined }, cursor: undefined };
      const reads = await countReads(test.store.db, 'event', () =>
        test.store.db.transaction().execute(async (trx) => {
          const found = await redeliverMissed({ trx, context: test.context, now }, webhook, search);
          expect(found.deliveries).toBe(compared);
        }),
      );
      expect(reads).toBeLessThan(3 * compared);
    }
  });
});
