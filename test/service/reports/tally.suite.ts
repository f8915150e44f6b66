import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { messageStatus, purpose, type MessageStatus, type Report } from '@textloom/shared/contract';
import { foldTally } from '../../../service/reports/foldTally.ts';
import { readReport, type ReportQuery } from '../../../service/reports/readReport.ts';
import type { Db } from '../../../service/store/database.ts';
import type { OpenDatabase } from '../harness/database.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { messageRow } from '../harness/rows.ts';

type Asked = Omit<ReportQuery, 'accountId' | 'maxRows'>;

/** Describes a row to insert, with the names of its columns. */
interface Kind {
  readonly account: 0 | 1;
  readonly at: number;
  readonly inbound: boolean;
  readonly status: MessageStatus;
  readonly purpose: (typeof purpose.enum)[number];
  readonly sender: string;
  readonly campaign_id: string | null;
  readonly country: string | null;
  readonly list_ids: readonly string[];
  readonly segments: number;
}

const quarter = 900_000;
/** Surrounds a clock change in America and Lord Howe, and precedes one in Europe. */
const from = Date.parse('2026-10-30T00:00:00Z');
const until = Date.parse('2026-11-04T00:00:00Z');
const senders = ['+12065550001', '+12065550002', 'ACME'];
const campaigns = ['reg_a', 'reg_b'];
const countries = ['US', 'CA'];
const lists = ['lst_a', 'lst_b', 'lst_c'];
const zones = [
  'America/New_York',
  'America/Havana',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/London',
  'UTC',
];

const kinds: fc.Arbitrary<Kind> = fc.record({
  account: fc.constantFrom(0, 1),
  at: fc.integer({ min: from, max: until - 1 }),
  inbound: fc.boolean(),
  status: fc.constantFrom(...messageStatus.enum),
  purpose: fc.constantFrom(...purpose.enum),
  sender: fc.constantFrom(...senders),
  campaign_id: fc.constantFrom(null, ...campaigns),
  country: fc.constantFrom(null, ...countries),
  list_ids: fc.array(fc.constantFrom(...lists), { maxLength: 3 }),
  segments: fc.integer({ min: 1, max: 10 }),
});
/** Mostly generates undefined, because several filters together find nothing. */
const sometimes = <T>(...values: readonly T[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );
const reports: fc.Arbitrary<Asked> = fc
  .record({
    edges: fc.uniqueArray(fc.integer({ min: 0, max: (until - from) / quarter }), {
      minLength: 2,
      maxLength: 2,
    }),
    timeZone: fc.constantFrom(...zones),
    interval: fc.constantFrom('hour', 'day', 'week', 'month', undefined),
    groupBy: fc.constantFrom('status', 'purpose', 'from', 'campaign', 'country', 'list', undefined),
    status: sometimes(...messageStatus.enum),
    filters: fc.record({
      purpose: sometimes(...purpose.enum),
      sender: sometimes<string | string[]>(
        senders[0]!,
        ...senders.map((_, at) => senders.slice(at, at + 2)),
      ),
      campaign_id: sometimes(...campaigns),
      country: sometimes(...countries),
      list_id: sometimes(...lists),
    }),
  })
  .map(({ edges, ...rest }) => {
    const [start, end] = edges.sort((a, b) => a - b).map((edge) => new Date(from + edge * quarter));
    return { ...rest, start: start!, end: end! };
  });

/** Generates one change to messages: a statement on some of them, or a fold. */
const steps = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), kinds: fc.array(kinds, { maxLength: 30 }) }),
  fc.record({
    do: fc.constant('status' as const),
    status: fc.constantFrom(...messageStatus.enum),
    share: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    do: fc.constant('change' as const),
    kind: kinds,
    share: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ do: fc.constant('delete' as const), share: fc.integer({ min: 3, max: 6 }) }),
  fc.record({ do: fc.constant('fold' as const) }),
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;
/** Makes sure that there is something to count. */
const firstStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('insert' as const),
  kinds: fc.array(kinds, { minLength: 20, maxLength: 40 }),
});

/** Tests that the counts of the database match the messages as the messages change. */
export function describeTally(name: string, open: OpenDatabase): void {
  describe(`the tally of messages on ${name}`, () => {
    let store: TestStore;
    let accounts: readonly string[];
    let made = 0;
    beforeAll(async () => {
      store = await openTestStore({ open, accounts: 2 });
      accounts = store.accounts.map(({ id }) => id);
    });
    afterAll(() => store.close());

    const insert = async (db: Db, rows: readonly Kind[]) => {
      if (rows.length === 0) return;
      await db
        .insertInto('message')
        .values(
          rows.map(({ account, at, inbound, list_ids, ...rest }) =>
            messageRow({
              ...rest,
              id: `msg_${String(made++).padStart(8, '0')}`,
              ...{ account_id: accounts[account]!, recipient: '+12025550100' },
              direction: inbound ? 'inbound' : 'outbound',
              created_at: new Date(at),
              due_at: new Date(at),
              list_ids: [...list_ids],
            }),
          ),
        )
        .execute();
    };
    const some = (share: number) => sql`hashtext(id) % ${sql.lit(share)} = 0`;
    const take = async (step: Step): Promise<void> => {
      const { db } = store;
      if (step.do === 'insert') await insert(db, step.kinds);
      else if (step.do === 'fold') await foldTally(db);
      else if (step.do === 'delete')
        await sql`delete from message where ${some(step.share)}`.execute(db);
      else if (step.do === 'status')
        await sql`update message set status = ${step.status}, sequence = sequence + 1
          where ${some(step.share)}`.execute(db);
      else {
        const { list_ids, campaign_id, country, segments, at } = step.kind;
        await sql`update message set list_ids = ${[...list_ids]}::text[],
            campaign_id = ${campaign_id}, country = ${country}, segments = ${segments},
            created_at = ${new Date(at)}
          where ${some(step.share)}`.execute(db);
      }
    };

    it('gives the same sums as the messages themselves, whatever happens to them', async () => {
      let read = 0;
      let withRows = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(firstStep, fc.array(steps, { maxLength: 7 })).map((all) => all.flat()),
          fc.array(reports, { minLength: 1, maxLength: 6 }),
          async (happens, asked) => {
            await sql`delete from message`.execute(store.db);
            for (const step of happens) await take(step);
            for (const one of asked) {
              const query = { ...one, accountId: accounts[0]!, maxRows: 25_000 };
              const before = await readReport(store.db, query);
              read += 1;
              withRows += before!.data.length > 0 ? 1 : 0;
              expect(await byLocalTime(store.db, query, before!)).toEqual(
                await countMessages(store.db, query),
              );
              const all = await countMessages(store.db, {
                ...query,
                interval: undefined,
                groupBy: undefined,
              });
              const { delivery_rate: _, ...totals } = before!.totals;
              expect(totals).toEqual(
                all['null null'] ?? Object.fromEntries(counted.map((one) => [one, 0])),
              );
              await foldTally(store.db);
              expect(await readReport(store.db, query)).toEqual(before);
            }
          },
        ),
        { numRuns: 40 },
      );
      expect(withRows / read).toBeGreaterThan(0.4);
    });

    it('counts messages from the start of a report to right before its end', async () => {
      await sql`delete from message`.execute(store.db);
      const [kind] = fc.sample(kinds, { numRuns: 1, seed: 1 });
      const begin = from + 6 * quarter;
      const last = begin + 7 * quarter;
      const times = [begin - 1, begin, last - 1, last, last + 4 * quarter - 1];
      await insert(
        store.db,
        times.map((at) => ({ ...kind!, account: 0, at })),
      );
      await insert(store.db, [{ ...kind!, account: 1, at: begin }]);
      const query = {
        accountId: accounts[0]!,
        start: new Date(begin),
        end: new Date(last),
        timeZone: 'UTC',
        filters: {},
        maxRows: 100,
      } as const;
      const messages = async (more: Partial<ReportQuery> = {}) =>
        (await readReport(store.db, { ...query, ...more }))!.totals.messages;
      for (const where of ['as changes', 'as folded']) {
        expect([where, await messages()]).toEqual([where, 2]);
        expect([where, await messages({ interval: 'hour' })]).toEqual([where, 2]);
        expect([where, await messages({ start: query.end, end: new Date(until) })]).toEqual([
          where,
          2,
        ]);
        await foldTally(store.db);
      }
    });

    it('is right at every moment while messages change and several processes add to it', async () => {
      const { db } = store;
      const [rows] = fc.sample(fc.array(kinds, { minLength: 400, maxLength: 400 }), {
        numRuns: 1,
        seed: 7,
      });
      let isOver = false;
      const write = async (part: readonly Kind[]) => {
        for (let at = 0; at < part.length; at += 10) {
          await db.transaction().execute(async (trx) => {
            await insert(trx, part.slice(at, at + 10));
            await sql`update message set status = 'sent' where status = 'queued'
              and id in (select id from message where status = 'queued' order by id for update skip locked)`.execute(
              trx,
            );
          });
        }
      };
      const fold = async () => {
        while (!isOver) await foldTally(db);
      };
      const differences: unknown[] = [];
      let looks = 0;
      const look = async () => {
        while (!isOver) {
          const query = {
            accountId: accounts[0]!,
            start: new Date(from),
            end: new Date(until),
            timeZone: 'UTC',
            groupBy: 'list',
            filters: {},
            maxRows: 25_000,
          } as const;
          await db
            .transaction()
            .setIsolationLevel('repeatable read')
            .execute(async (trx) => {
              const report = await readReport(trx, query);
              const recounted = await countMessages(trx, query);
              if (!isDeepStrictEqual(await byLocalTime(trx, query, report!), recounted))
                differences.push({ report, recounted });
            });
          looks += 1;
        }
      };
      const writing = Promise.all([write(rows!.slice(0, 200)), write(rows!.slice(200))]).finally(
        () => (isOver = true),
      );
      await Promise.all([writing, fold(), fold(), look()]);
      expect(differences).toEqual([]);
      expect(looks).toBeGreaterThan(0);
      await foldTally(db);
      expect((await sql`select * from tally_change`.execute(db)).rows).toEqual([]);
    });

    it('gives no report of more rows than the limit', async () => {
      await sql`delete from message`.execute(store.db);
      const [kind] = fc.sample(kinds, { numRuns: 1, seed: 1 });
      await insert(
        store.db,
        senders.map((sender) => ({ ...kind!, account: 0, inbound: false, sender })),
      );
      const query = {
        accountId: accounts[0]!,
        start: new Date(from),
        end: new Date(until),
        timeZone: 'UTC',
        interval: 'day',
        groupBy: 'from',
        filters: {},
      } as const;
      expect((await readReport(store.db, { ...query, maxRows: 3 }))!.data).toHaveLength(3);
      expect(await readReport(store.db, { ...query, maxRows: 2 })).toBeUndefined();
    });
  });
}

/** Stores messages, segments and each status by local time and group. */
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;
const counted = ['messages', 'segments', ...messageStatus.enum] as const;

/** Counts the messages one by one, by the local time in the database's own zones. */
async function countMessages(db: Db, query: ReportQuery): Promise<Counts> {
  const { filters, groupBy } = query;
  const group = {
    status: sql`status`,
    purpose: sql`purpose`,
    from: sql`case direction when 'outbound' then sender end`,
    campaign: sql`campaign_id`,
    country: sql`country`,
    list: sql`list.id`,
  };
  const wanted = [
    [sql`status`, query.status],
    [group.purpose, filters.purpose],
    [group.from, filters.sender],
    [group.campaign, filters.campaign_id],
    [group.country, filters.country],
  ] as const;
  const list = filters.list_id;
  const { rows } = await sql<Row>`
    select ${toLocal(query, sql`created_at`)} as local,
      ${groupBy ? group[groupBy] : sql`null`} as "group",
      count(*) as messages, sum(segments) as segments,
      ${sql.join(messageStatus.enum.map((one) => sql`count(*) filter (where status = ${one}) as ${sql.ref(one)}`))}
    from message
    ${
      groupBy === 'list' && list === undefined
        ? sql`cross join lateral (
            select distinct unnest(list_ids) union all select null where list_ids = '{}'
          ) as list(id)`
        : sql`cross join (select ${list ?? null}::text) as list(id)`
    }
    where account_id = ${query.accountId}
      and created_at >= ${query.start} and created_at < ${query.end}
      and ${list === undefined ? sql`true` : sql`${list} = any(list_ids)`}
      and ${sql.join(
        wanted.map(([column, value]) =>
          value === undefined ? sql`true` : sql`${column} = any(${[value].flat()}::text[])`,
        ),
        sql` and `,
      )}
    group by 1, 2`.execute(db);
  return byKey(rows);
}

/** Returns the rows of a report in the same form. */
async function byLocalTime(db: Db, query: ReportQuery, { data }: Report): Promise<Counts> {
  const { rows } = await sql<{ local: string | null }>`
    select ${toLocal(query, sql`period`)} as local
    from unnest(${data.map(({ period }) => period)}::timestamptz[]) with ordinality as one(period, place)
    order by place`.execute(db);
  return byKey(data.map((row, index) => ({ ...row, local: rows[index]!.local })));
}

type Row = Readonly<Record<(typeof counted)[number], number>> & {
  readonly local: string | null;
  readonly group: string | null;
};

/** Merges an hour that the clocks repeat, because it has one local time. */
function byKey(rows: readonly Row[]): Counts {
  const sums = new Map<string, Record<string, number>>();
  for (const row of rows) {
    const key = `${row.local} ${row.group}`;
    const before = sums.get(key);
    sums.set(key, Object.fromEntries(counted.map((one) => [one, (before?.[one] ?? 0) + row[one]])));
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const toLocal = ({ interval, timeZone }: ReportQuery, time: RawBuilder<unknown>) =>
  interval ? sql`date_trunc(${interval}, ${time} at time zone ${timeZone})::text` : sql`null::text`;
