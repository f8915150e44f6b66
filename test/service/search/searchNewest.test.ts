import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { parseFilters } from '../../../service/handlers/message.ts';
import { messagesOfPhones } from '../../../service/search/messagesOfPhones.ts';
import { isInRange, partSize, searchNewest } from '../../../service/search/searchNewest.ts';
import { selectMessages } from '../../../service/search/selectMessages.ts';
import type { Db } from '../../../service/store/database.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';

const rows = 6_000;
const prefixes = { contact: 'con', message: 'msg', conversation: 'cnv' } as const;
const toId = (table: keyof typeof prefixes, at: number) =>
  `${prefixes[table]}_${String(at).padStart(26, '0')}`;
const start = Date.UTC(2026, 0);
/** Three conversations at a time have the same time. */
const toPlace = {
  contact: (at: number) => toId('contact', at),
  conversation: (at: number) =>
    `${new Date(start + Math.floor(at / 3) * 1_000).toISOString()} ${toId('conversation', at)}`,
} as const;
const numberIn = ({ id }: { readonly id: string }) => Number(id.slice(4));
const customer = '+12065550001';
const own = '+12065550002';

describe('a search among many rows', () => {
  let store: TestStore;
  let db: Db;
  let accountId: string;
  beforeAll(async () => {
    store = await openTestStore({ accounts: 2 });
    const accounts = store.accounts.map(({ id }) => id);
    accountId = accounts[0]!;
    db = store.db;
    await db.connection().execute(async (one) => {
      // Without this, triggers count each message.
      await sql`set session_replication_role = replica`.execute(one);
      await sql`
        insert into contact (id, account_id, phone, attributes, status, created_at, updated_at)
        select 'con_' || lpad(at::text, 26, '0'), (${accounts}::text[])[1 + at % 2], '+1' || at, '{}',
          'subscribed', now(), now()
        from generate_series(0, ${rows - 1}::int) as at`.execute(one);
      await sql`
        insert into message (id, account_id, direction, status, recipient, sender, text, encoding,
          segments, purpose, metadata, sequence, created_at, priority, due_at)
        select 'msg_' || lpad(at::text, 26, '0'), ${accountId},
          case when at % 10 = 0 then 'inbound' else 'outbound' end, 'delivered',
          case when at % 10 = 0 then ${own}::text else phone end,
          case when at % 10 = 0 then phone else ${own}::text end,
          'Hi', 'gsm7', 1, 'notification', '{}', 1, now(), 1, now()
        from generate_series(0, ${rows - 1}::int) as at,
          lateral (select case when at in (10, 11) then ${customer}::text
            else '+1' || 2000000000 + at end as phone) as of`.execute(one);
      await sql`
        insert into conversation (id, account_id, number, phone, phones, status, last_message_id,
          created_at, updated_at)
        select 'cnv_' || lpad(at::text, 26, '0'), (${accounts}::text[])[1 + at % 2], ${own},
          '+1' || at, array['+1' || at], 'open', 'msg_' || lpad(at::text, 26, '0'), now(),
          ${new Date(start)}::timestamptz + at / 3 * interval '1 second'
        from generate_series(0, ${rows - 1}::int) as at`.execute(one);
      await sql`set session_replication_role = origin`.execute(one);
    });
    await sql`analyze`.execute(db);
  });
  afterAll(() => store.close());

  it('finds the same rows in each page as one look at all, a few rows at a time', async () => {
    const mine = Array.from({ length: rows / 2 }, (_, at) => rows - 2 - 2 * at);
    const place = fc.option(fc.nat(rows), { nil: undefined });
    const law = fc.asyncProperty(
      fc.record({
        table: fc.constantFrom('contact', 'conversation'),
        most: fc.constantFrom(1, 2, 6, 10).map((parts) => parts * partSize),
        every: fc.constantFrom(2, 14, 998, 6_000),
        limit: fc.constantFrom(1, 25, 100),
        since: place,
        until: place,
        after: place,
      }),
      async ({ table, most, every, limit, since, until, after }) => {
        const asPlace = (at: number | undefined) =>
          at === undefined ? undefined : toPlace[table](at);
        const sizes: number[] = [];
        const bounds = { since: asPlace(since), until: asPlace(until) };
        const search = { table, accountId, most, ...bounds, after: asPlace(after), limit };
        const found = await searchNewest(db, search, async (part) => {
          const { rows: inPart } = await sql<{ id: string; updated_at: Date }>`
            select id, updated_at from ${sql.table(table)}
            where account_id = ${accountId} and ${isInRange(table, part)}
            order by id desc`.execute(db);
          sizes.push(inPart.length);
          return inPart.filter((row) => numberIn(row) % every === 0).slice(0, part.count);
        });
        const rest = mine.filter(
          (at) => at >= (since ?? 0) && at < Math.min(until ?? rows, after ?? rows),
        );
        const compared = rest.slice(0, most);
        const matching = compared.filter((at) => at % every === 0);
        const end = matching.length > limit ? matching[limit - 1] : compared.at(-1);
        const isEnd = rest.length <= most && matching.length <= limit;
        expect(found).toEqual({
          rows: matching
            .slice(0, limit)
            .map((at) => expect.objectContaining({ id: toId(table, at) })),
          next: isEnd ? undefined : asPlace(end),
        });
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(partSize);
      },
    );
    // A page that ends with the oldest row is rare.
    const all = { since: undefined, until: undefined, after: undefined };
    const last = { table: 'contact', most: rows / 2, every: 998, limit: 100, ...all } as const;
    await fc.assert(law, { numRuns: 60, examples: [[last]] });
  });

  it('finds each row once if new rows arrive between the pages', async () => {
    const found: number[] = [];
    let after: string | undefined;
    let arrivals = 0;
    do {
      const search = { table: 'contact', accountId, most: partSize, after, limit: 2 } as const;
      const page = await searchNewest(db, search, async (part) => {
        const inPart = await db
          .selectFrom('contact')
          .select('id')
          .where('account_id', '=', accountId)
          .where(isInRange('contact', part))
          .orderBy('id', 'desc')
          .execute();
        return inPart.filter((row) => numberIn(row) % 1_000 === 0).slice(0, part.count);
      });
      found.push(...page.rows.map(numberIn));
      after = page.next;
      await sql`
        insert into contact (id, account_id, phone, attributes, status, created_at, updated_at)
        select 'con_' || lpad(at::text, 26, '0'), ${accountId}, '+2' || at, '{}', 'subscribed',
          now(), now()
        from generate_series(${rows + 1_000 * ++arrivals}::int, ${rows + 1_000 * arrivals + 600}::int)
          as at`.execute(db);
    } while (after !== undefined);
    expect(found).toEqual([5_000, 4_000, 3_000, 2_000, 1_000, 0]);
  });

  it.each([
    ['of a customer who wrote once', customer, [], 2],
    ['of nobody', '+12065550003', [], 0],
    ['of a number of the account', own, [own], 26],
  ])('reads few rows for the messages %s', async (_, phone, ownPhones, count) => {
    const messages = db.selectFrom('message').where('account_id', '=', accountId);
    const ids = messagesOfPhones(messages, {
      phones: [phone],
      own: ownPhones,
      before: undefined,
      count: 26,
    });
    const { rows: found } = await sql<{ ids: string[] }>`select ${ids} as ids`.execute(db);
    expect(found[0]!.ids).toHaveLength(count);
    expect(await rowsReadBy(sql`select ${ids}`)).toBeLessThan(100);
  });

  it.each(['scheduled', 'undelivered', 'failed', 'expired', 'unconfirmed', 'canceled'] as const)(
    'reads only the messages that are %s if few are',
    async (status) => {
      const ids = [3_001, 1].map((at) => toId('message', at));
      await db.updateTable('message').set({ status }).where('id', 'in', ids).execute();
      await sql`analyze message`.execute(db);
      const account = await db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const page = selectMessages(parseFilters({ account, now: new Date() }, { status: [status] }))(
        db,
      )
        .selectAll()
        .orderBy('id', 'desc')
        .limit(21);
      const found = await page.execute();
      expect(found.map(({ id }) => id)).toEqual(ids);
      expect(await rowsReadBy(sql`${page}`)).toBe(2);
      // A prepared statement must not lose the index when PostgreSQL stops reading its parameters.
      expect(page.compile().sql).toContain(`status in ('${status}')`);
    },
  );

  /** Returns how many rows of the tables a statement reads. */
  async function rowsReadBy(statement: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{
      'QUERY PLAN': string;
    }>`explain (analyze, costs off, timing off) ${statement}`.execute(db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const scanned = plan.matchAll(/Scan.*actual rows=([\d.]+)/g);
    const removed = plan.matchAll(/Rows Removed by Filter: (\d+)/g);
    return [...scanned, ...removed].reduce((sum, [, count]) => sum + Number(count), 0);
  }
});
