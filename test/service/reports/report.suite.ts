import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  messageStatus,
  type contract,
  type Input,
  type Message,
  type Report,
} from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

type Query = Input<(typeof contract)['report']['get']>;
type GroupBy = NonNullable<Query['group_by']>;

const minute = 60_000;
const hour = 60 * minute;
const area = 857;

/** Compares reports with the message search. */
export function describeReports(harness: () => Harness): void {
  describe('a report', () => {
    let account: Account;
    let everything: Message[];
    let start: string;
    let end: string;
    let lists: string[];
    const get = (query: Query) => account.client.report.get(query);

    beforeAll(async () => {
      account = harness().account();
      const { client } = account;
      lists = [];
      for (const name of ['Buyers', 'Friends']) lists.push((await client.list.create({ name })).id);
      await client.contact.upsert({ phone: handset(1, area), lists });
      await client.contact.upsert({ phone: handset(50, area), lists: lists.slice(0, 1) });
      const began = Date.now();
      for (const [round, ahead] of [0, 20 * minute, 70 * minute, 26 * hour].entries()) {
        harness().setAhead(ahead);
        const sent = [1, 2, 50, 51, 52].map((outcome) =>
          client.message.send({
            to: handset(outcome, area),
            text: 'x'.repeat(outcome === 2 ? 200 : 20),
            purpose: (['notification', 'otp', 'alert'] as const)[(round + outcome) % 3]!,
          }),
        );
        for (const { id } of await Promise.all(sent)) await account.reaches(id);
        await account.textFrom(handset(1, area), `Hello ${round}`);
        await until('the text has arrived', async () => {
          const { data } = await client.message.list({ direction: 'inbound', limit: 100 });
          return data.length === round + 1;
        });
      }
      const later = new Date(began + 30 * hour).toISOString();
      await client.message.send({ to: handset(1, area), text: 'Later', send_at: later });
      harness().setAhead(0);
      start = new Date(began - hour).toISOString();
      end = new Date(began + 28 * hour).toISOString();
      everything = await search({});
    });

    const search = async (filter: Parameters<Account['client']['message']['list']>[0]) => {
      const found: Message[] = [];
      const pages = paginate(account.client.message.list, { ...filter, limit: 100 });
      for await (const message of pages) found.push(message);
      return found;
    };
    /** Returns the filter that finds the messages of a group. */
    const createFilter = (groupBy: GroupBy, group: string) =>
      ({
        status: { status: group as Message['status'] },
        purpose: { purpose: group as Message['purpose'] },
        from: { from: group, direction: 'outbound' as const },
        campaign: { campaign_id: group },
        country: { country: group },
        list: { list_id: group },
      })[groupBy];
    const isOfNone = (message: Message, groupBy: GroupBy | null) =>
      (groupBy === 'from' && message.direction === 'inbound') ||
      (groupBy === 'campaign' && message.campaign_id === null) ||
      (groupBy === 'list' && message.list_ids.length === 0);
    const counted = (messages: readonly Message[]) => ({
      messages: messages.length,
      segments: messages.reduce((sum, { segments }) => sum + segments, 0),
      ...Object.fromEntries(
        messageStatus.enum.map((status) => [
          status,
          messages.filter((message) => message.status === status).length,
        ]),
      ),
    });

    /** Mostly generates undefined, because several filters together find nothing. */
    const optional = <const T>(...values: readonly T[]) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...values) },
      );

    it('has the results of the message search in each row', async () => {
      expect(new Set(everything.map(({ status }) => status)).size).toBeGreaterThan(4);
      const queries = fc.record(
        {
          interval: fc.constantFrom('hour', 'day', 'week', 'month'),
          group_by: fc.constantFrom('status', 'purpose', 'from', 'campaign', 'country', 'list'),
          time_zone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
          status: optional('delivered', 'undelivered', 'received'),
          purpose: optional('otp', 'notification'),
          from: optional(account.number, `(206) ${account.number.slice(5)}`),
          country: optional('US', 'CA'),
          list_id: optional(...lists, 'lst_none'),
        },
        { requiredKeys: [] },
      );
      let rows = 0;
      let withRows = 0;
      await fc.assert(
        fc.asyncProperty(queries, async (query) => {
          const report = await get({ ...query, start, end });
          rows += report.data.length;
          withRows += report.data.length > 0 ? 1 : 0;
          await checkRows(report, query);
        }),
        { numRuns: 40 },
      );
      expect(withRows).toBeGreaterThan(20);
      expect(rows).toBeGreaterThan(60);
    });

    const checkRows = async (report: Report, query: Query) => {
      const { interval: _, group_by: __, time_zone: ___, ...same } = query;
      const filter = { ...same, ...(same.from && { direction: 'outbound' as const }) };
      const within = { created_after: report.start, created_before: report.end };
      expect(report.totals).toMatchObject(counted(await search({ ...filter, ...within })));
      const periods = [...new Set(report.data.map(({ period }) => period))];
      expect(periods).toEqual([...periods].sort());
      for (const { period, group, delivery_rate, ...counts } of report.data) {
        const range = {
          created_after: period === null || period < report.start ? report.start : period,
          created_before: periods[periods.indexOf(period) + 1] ?? report.end,
        };
        const groupFilter =
          group === null || !query.group_by ? {} : createFilter(query.group_by, group);
        const found = await search({ ...filter, ...groupFilter, ...range });
        const own =
          group === null && query.group_by
            ? found.filter((message) => isOfNone(message, query.group_by!))
            : found;
        expect(counts).toEqual(counted(own));
        const decided =
          counts.delivered +
          counts.undelivered +
          counts.failed +
          counts.expired +
          counts.unconfirmed;
        expect(delivery_rate).toBe(decided === 0 ? null : counts.delivered / decided);
      }
      if (!report.data.length) expect(report.totals.messages).toBe(0);
    };
    it('counts the last seven days up to now, in whole quarter hours', async () => {
      const { client } = account;
      const before = (await get({})).totals.messages;
      const sent = await client.message.send({ to: handset(3, area), text: 'Now' });
      const report = await get({});
      expect(report).toMatchObject({
        interval: null,
        group_by: null,
        time_zone: 'America/New_York',
        totals: { messages: before + 1 },
      });
      const [from, to] = [Date.parse(report.start), Date.parse(report.end)];
      expect([from % (15 * minute), to % (15 * minute)]).toEqual([0, 0]);
      expect(to).toBeGreaterThan(Date.parse(sent.created_at));
      expect(to - from).toBeGreaterThanOrEqual(7 * 24 * hour);
      expect(to - from).toBeLessThanOrEqual(7 * 24 * hour + 30 * minute);
      await account.reaches(sent.id);
    });

    it('counts a message on two lists in both rows, and once in the totals', async () => {
      const { data, totals } = await get({ start, end, group_by: 'list' });
      const of = (group: string | null) => data.find((row) => row.group === group)!.messages;
      const onLists = (count: number) =>
        everything.filter(({ list_ids }) => list_ids.length === count).length;
      expect(onLists(2)).toBeGreaterThan(0);
      expect(of(lists[0]!)).toBe(onLists(1) + onLists(2));
      expect(of(lists[1]!)).toBe(onLists(2));
      expect(of(null)).toBe(totals.messages - of(lists[0]!));
    });

    it.each([
      [{ interval: 'hour', start: '2026-01-01T00:00:00Z', end: '2026-04-04T00:00:00Z' }, 'start'],
      [{ start: '2010-01-01T00:00:00Z', end: '2026-01-01T00:00:00Z' }, 'start'],
      [{ start: '2026-01-02T00:00:00Z', end: '2026-01-02T00:00:00Z' }, 'end'],
      [{ start: '9990-01-01T00:00:00Z' }, 'start'],
      [{ start: '9999-12-31T00:00:00Z', end: '9999-12-31T23:59:00Z' }, 'end'],
      [{ start: '1969-12-31T00:00:00Z' }, 'start'],
      [{ time_zone: '+01:00' }, 'time_zone'],
      [{ list_id: '' }, 'list_id'],
    ] as const)('is refused for %j', async (query, field) => {
      await expect(get(query)).rejects.toMatchObject({ status: 422, field });
    });

    it('covers at most 92 days by the hour, and ten years otherwise', async () => {
      const [hours, years] = await Promise.all([
        get({ interval: 'hour', start: '2026-01-01T00:00:00Z', end: '2026-04-03T00:00:00Z' }),
        get({ interval: 'day', start: '2016-01-01T00:00:00Z', end: '2026-01-01T00:00:00Z' }),
      ]);
      expect([hours.data, years.data]).toEqual([[], []]);
    });

    it('covers one account only', async () => {
      const { totals, data } = await harness()
        .account()
        .client.report.get({ start, end, interval: 'hour', group_by: 'from' });
      expect([totals.messages, totals.delivery_rate, data]).toEqual([0, null, []]);
    });
  });
}
