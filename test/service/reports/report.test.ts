import { describe, expect, it } from '@jest/globals';
import { Kysely, PGliteDialect } from 'kysely';
import { listPeriods, type Interval } from '../../../service/reports/periods.ts';
import { splitIntoSpans } from '../../../service/reports/splitIntoSpans.ts';
import { readReport } from '../../../service/reports/readReport.ts';
import * as initial from '../../../service/store/migrations/0001_initial.ts';
import * as line from '../../../service/store/migrations/0002_line.ts';
import * as capabilities from '../../../service/store/migrations/0003_capabilities.ts';
import * as tally from '../../../service/store/migrations/0004_tally.ts';
import type { Database } from '../../../service/store/tables/tables.ts';
import { openFolder, openPglite } from '../harness/database.ts';
import { describeTally } from './tally.suite.ts';
import { accountRow, messageRow } from '../harness/rows.ts';

describeTally('PGlite', openFolder);

describe('messages that are older than the tally', () => {
  it('are counted in it', async () => {
    const { pglite, remove } = await openPglite();
    await pglite.exec('drop schema public cascade; create schema public');
    const dialect = new PGliteDialect({ pglite });
    const [tables, db] = [new Kysely<unknown>({ dialect }), new Kysely<Database>({ dialect })];
    for (const { up } of [initial, line, capabilities]) await up(tables);
    const at = new Date('2026-01-31T09:30:00Z');
    await db
      .insertInto('account')
      .values(accountRow({ id: 'acc_1', created_at: at }))
      .execute();
    const message = messageRow({
      ...{ account_id: 'acc_1', sender: '+12065550001', recipient: '+12025550100' },
      created_at: at,
    });
    await db
      .insertInto('message')
      .values([
        { ...message, id: 'msg_1', status: 'delivered', list_ids: ['lst_1'] },
        { ...message, id: 'msg_2', status: 'sent', segments: 3 },
      ])
      .execute();
    await tally.up(tables);
    const { data, totals } = (await readReport(db, {
      accountId: 'acc_1',
      start: new Date('2026-01-31T09:00:00Z'),
      end: new Date('2026-01-31T10:00:00Z'),
      timeZone: 'UTC',
      groupBy: 'list',
      filters: {},
      maxRows: 10,
    }))!;
    expect(totals).toMatchObject({ messages: 2, segments: 4, delivered: 1, sent: 1 });
    expect(data).toMatchObject([
      { group: 'lst_1', messages: 1, delivered: 1 },
      { group: null, messages: 1, sent: 1 },
    ]);
    await db.destroy();
    await remove();
  });
});

describe('the periods of a report', () => {
  const periods = (interval: Interval, zone: string, start: string, end: string) =>
    listPeriods(interval, zone, new Date(start), new Date(end)).map((begin) =>
      begin.toISOString().slice(0, 16),
    );

  it('begin at local midnight, even if a day has 23 or 25 hours', () => {
    expect(periods('day', 'America/New_York', '2026-03-07T12:00Z', '2026-03-10T00:00Z')).toEqual([
      '2026-03-07T05:00',
      '2026-03-08T05:00',
      '2026-03-09T04:00',
    ]);
    expect(periods('day', 'America/New_York', '2026-10-31T12:00Z', '2026-11-03T00:00Z')).toEqual([
      '2026-10-31T04:00',
      '2026-11-01T04:00',
      '2026-11-02T05:00',
    ]);
  });

  it('begin at the first of two midnights, and at the end of a gap', () => {
    // Cuba sets its clocks back from one to midnight, and forward from midnight to one.
    expect(periods('day', 'America/Havana', '2026-11-01T04:00Z', '2026-11-02T06:00Z')).toEqual([
      '2026-11-01T04:00',
      '2026-11-02T05:00',
    ]);
    expect(periods('day', 'America/Havana', '2026-03-07T05:00Z', '2026-03-09T05:00Z')).toEqual([
      '2026-03-07T05:00',
      '2026-03-08T05:00',
      '2026-03-09T04:00',
    ]);
  });

  it('begin on Mondays, and on the first of the month', () => {
    expect(periods('week', 'Europe/London', '2026-03-29T12:00Z', '2026-04-08T00:00Z')).toEqual([
      '2026-03-23T00:00',
      '2026-03-29T23:00',
      '2026-04-05T23:00',
    ]);
    expect(periods('month', 'Asia/Tokyo', '2026-01-14T15:00Z', '2026-03-01T00:00Z')).toEqual([
      '2025-12-31T15:00',
      '2026-01-31T15:00',
      '2026-02-28T15:00',
    ]);
  });

  it('are the hours that clocks show, with two periods for a repeated hour', () => {
    expect(periods('hour', 'Asia/Kathmandu', '2026-01-01T00:00Z', '2026-01-01T02:00Z')).toEqual([
      '2025-12-31T23:15',
      '2026-01-01T00:15',
      '2026-01-01T01:15',
    ]);
    expect(periods('hour', 'America/New_York', '2026-11-01T05:00Z', '2026-11-01T08:00Z')).toEqual([
      '2026-11-01T05:00',
      '2026-11-01T06:00',
      '2026-11-01T07:00',
    ]);
    // Lord Howe Island sets its clocks back by half an hour.
    expect(
      periods('hour', 'Australia/Lord_Howe', '2026-04-04T14:00Z', '2026-04-04T17:00Z'),
    ).toEqual(['2026-04-04T14:00', '2026-04-04T15:00', '2026-04-04T15:30', '2026-04-04T16:30']);
  });
});

describe('the spans of a report', () => {
  it('are whole hours, and quarter hours if an hour is cut', () => {
    const at = (time: string) => new Date(`2026-01-01T${time}Z`);
    const spans = splitIntoSpans(at('00:15'), at('05:15'), [at('00:00'), at('02:30'), at('04:00')]);
    expect(
      spans.map(
        ({ width, begins, ends }) =>
          `${width} ${begins.toISOString().slice(11, 16)} ${ends.toISOString().slice(11, 16)}`,
      ),
    ).toEqual([
      '15 00:15 01:00',
      '60 01:00 02:00',
      '15 02:00 03:00',
      '60 03:00 05:00',
      '15 05:00 05:15',
    ]);
  });
});
