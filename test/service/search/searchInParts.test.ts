import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import { CompiledQuery, sql, type KyselyPlugin, type Selectable } from 'kysely';
import type { Context } from '../../../service/core/context.ts';
import { contact } from '../../../service/handlers/contact.ts';
import { conversation } from '../../../service/handlers/conversation.ts';
import type { Call } from '../../../service/handlers/handlers.ts';
import { message } from '../../../service/handlers/message.ts';
import { partSize } from '../../../service/search/searchNewest.ts';
import type { Db } from '../../../service/store/database.ts';
import type { Page } from '../../../service/store/readPage.ts';
import type { AccountTable } from '../../../service/store/tables/tables.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';

const most = limits.searchedConversations;
const rows = most + 700;
const contacts = limits.searchedContacts + 700;
/** Conversations get their last messages in another order than the one they start in. */
const timeOf = (at: number) => Math.floor(((at * 7) % rows) / 3);

describe('a search in parts', () => {
  let store: TestStore;
  let db: Db;
  let account: Selectable<AccountTable>;
  beforeAll(async () => {
    store = await openTestStore({ accounts: 1 });
    const [{ id } = { id: '' }] = store.accounts;
    db = store.db;
    account = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await db.connection().execute(async (one) => {
      // Without this, triggers count each message.
      await sql`set session_replication_role = replica`.execute(one);
      const all = sql`generate_series(0, ${rows - 1}::int) as at`;
      await sql`
        insert into contact (id, account_id, phone, first_name, attributes, status, created_at,
          updated_at)
        select 'con_' || lpad(at::text, 26, '0'), ${id}, '+1' || at,
          case when at = 5 then 'Old' when at % 31 = 0 then 'Ada' else 'Bo' end, '{}', 'subscribed', now(), now()
        from generate_series(0, ${contacts - 1}::int) as at`.execute(one);
      await sql`
        insert into message (id, account_id, direction, status, recipient, sender, text, encoding,
          segments, purpose, metadata, sequence, created_at, priority, due_at)
        select 'msg_' || lpad(at::text, 26, '0'), ${id}, 'inbound', 'received', '+2', '+1' || at,
          case when at = 5 then 'Old' when at % 37 = 0 then 'Ada?' else 'Hi' end, 'gsm7', 1, 'notification', '{}', 1,
          now(), 1, now()
        from ${all}`.execute(one);
      await sql`
        insert into conversation (id, account_id, number, phone, phones, status, last_message_id,
          created_at, updated_at)
        select 'cnv_' || lpad(at::text, 32, '0'), ${id}, '+2', '+1' || at, array['+1' || at],
          case when at % 2 = 0 then 'open' else 'closed' end, 'msg_' || lpad(at::text, 26, '0'),
          now(), timestamptz '2026-01-01Z' + at * 7 % ${rows} / 3 * interval '1 second'
        from ${all}`.execute(one);
      await sql`set session_replication_role = origin`.execute(one);
    });
    await sql`analyze`.execute(db);
  });
  afterAll(() => store.close());

  const toCaller = (searches: Db) => ({
    account,
    context: { db, searches, clock: () => new Date() } as Context,
  });
  type Input = Parameters<typeof conversation.list.prepare>[1];
  type Filters = Omit<Input, 'limit'>;
  const list = async (filters: Input, ...plugins: KyselyPlugin[]) => {
    const read = await conversation.list.prepare(toCaller(db), filters);
    return db.transaction().execute((trx) => {
      const watched = plugins.reduce((on, plugin) => on.withPlugin(plugin), trx);
      return read({ trx: watched } as Call);
    });
  };

  const newest = Array.from({ length: rows }, (_, at) => at).sort(
    (a, b) => timeOf(b) - timeOf(a) || b - a,
  );
  it.each<[string, Filters, (at: number) => boolean]>([
    ['names and texts', { search: 'ada' }, (at) => at % 31 === 0 || at % 37 === 0],
    ['numbers', { search: '777' }, (at) => String(at).includes('777')],
    [
      'open conversations',
      { search: 'a', status: 'open' },
      (at) => (at % 31) * (at % 37) === 0 && at % 2 === 0,
    ],
    ['nothing', { search: 'nobody' }, () => false],
  ])(
    'finds %s in pages, some of which begin and end within a part',
    async (_, filters, matches) => {
      const rest = newest.filter(matches).map((at) => `cnv_${String(at).padStart(32, '0')}`);
      let cursor: string | undefined;
      do {
        const page = await list({ ...filters, limit: 70, ...(cursor && { cursor }) });
        expect(page.data.map(({ id }) => id)).toEqual(rest.splice(0, page.data.length));
        // Rows that are left to compare may match.
        expect(page.has_more || rest.length === 0).toBe(true);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(rest).toEqual([]);
    },
  );

  const old = Math.max(...newest.slice(most));
  it.each([
    ['conversations', conversation, String(old), `cnv_${String(old).padStart(32, '0')}`],
    ['contacts', contact, 'Old', `con_${'5'.padStart(26, '0')}`],
    ['messages', message, 'Old', `msg_${'5'.padStart(26, '0')}`],
  ] as const)('finds old %s on the page after an empty one', async (_, handler, search, id) => {
    const read = async (cursor?: string | null) => {
      const input = { search, limit: 20, ...(cursor && { cursor }) };
      const show = await handler.list.prepare(toCaller(db), input);
      return db.transaction().execute<Page<unknown>>((trx) => show({ trx } as Call));
    };
    const first = await read();
    expect(first).toEqual({ data: [], has_more: true, next_cursor: expect.any(String) });
    expect(await read(first.next_cursor)).toMatchObject({ data: [{ id }], has_more: false });
  });

  it('begins with older conversations if updated_before leads it there', async () => {
    const updated_before = new Date(Date.UTC(2026) + (timeOf(old) + 1) * 1_000).toISOString();
    const { data } = await list({ search: String(old), limit: 5, updated_before });
    expect(data.map(({ phone }) => phone)).toEqual([`+1${old}`]);
  });

  it.each([
    // Each conversation has a contact and a last message.
    ['conversations', conversation, 3 * partSize],
    ['contacts', contact, partSize],
    ['messages', message, partSize],
  ] as const)('reads few rows in each statement of a search for %s', async (_, { list }, few) => {
    const { plugin, statements } = watch();
    await list.prepare(toCaller(db.withPlugin(plugin)), { search: 'nobody', limit: 20 });
    const reads = [];
    for (const statement of statements) reads.push(await rowsReadBy(statement));
    expect(reads.length).toBeGreaterThan(most / partSize);
    expect(Math.max(...reads)).toBeLessThanOrEqual(few);
  });

  it('reads a page of conversations without words in one statement', async () => {
    const { plugin, statements } = watch();
    expect((await list({ limit: 70 }, plugin)).data).toHaveLength(70);
    expect(statements).toHaveLength(1);
  });

  it('lets other statements wait for one part only, however many searches run', async () => {
    const ended: string[] = [];
    const work = (on: Db, name: string) =>
      sql`select count(*) from generate_series(1, 10000)`.execute(on).then(() => ended.push(name));
    const searches = Array.from({ length: 20 }, () => work(store.searches, 'search'));
    await work(db, 'other');
    await Promise.all(searches);
    expect(ended.indexOf('other')).toBeLessThanOrEqual(1);
  });

  /** Returns a plugin that notes all statements. */
  function watch(): {
    readonly plugin: KyselyPlugin;
    readonly statements: readonly CompiledQuery[];
  } {
    const statements: CompiledQuery[] = [];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        statements.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    return { plugin, statements };
  }

  /** Returns how many rows of the tables a statement reads. */
  async function rowsReadBy({ sql: text, parameters }: CompiledQuery): Promise<number> {
    const explain = `explain (analyze, timing off, format json) ${text}`;
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      CompiledQuery.raw(explain, [...parameters]),
    );
    return countReads(rows[0]!['QUERY PLAN'][0].Plan);
  }
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

function countReads({ Plans: plans = [], ...plan }: Plan): number {
  const read = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  const own = plan['Node Type'].endsWith('Scan') ? read * plan['Actual Loops'] : 0;
  return plans.reduce((sum, part) => sum + countReads(part), own);
}
