import { describe, expect, it } from '@jest/globals';
import { messageStatus, type Report, type ReportCounts } from '@textloom/shared/contract';
import { toChart } from '../../console/src/reports/toChart.ts';
import { reportToCsv } from '../../console/src/reports/reportToCsv.ts';
import {
  listPeriods,
  parseInterval,
  parseRange,
  startOfPeriod,
} from '../../console/src/reports/range.ts';

const local = (text: string) => new Date(text);
const none = {
  ...Object.fromEntries(messageStatus.enum.map((status) => [status, 0])),
  messages: 0,
  segments: 0,
  delivery_rate: null,
} as unknown as ReportCounts;
const row = (period: string, group: string | null, counts: Partial<ReportCounts>) => ({
  ...none,
  ...counts,
  period,
  group,
});
const report = (data: Report['data'], group_by: Report['group_by']): Report => ({
  start: '2026-01-01T00:00:00.000Z',
  end: '2026-01-03T00:00:00.000Z',
  time_zone: 'UTC',
  interval: 'day',
  group_by,
  data,
  totals: none,
});
const words = {
  groupName: (group: string | null) => group ?? 'None',
  periodLabel: (at: string) => at,
};

describe('the periods of a report', () => {
  it('are complete, including those without messages', () => {
    const days = listPeriods('day', local('2026-03-27T15:00'), local('2026-03-30T01:00'));
    expect(days).toEqual(
      ['27', '28', '29', '30'].map((day) => local(`2026-03-${day}T00:00`).toISOString()),
    );
  });

  it('start a week on Monday and a month on its first day', () => {
    expect(listPeriods('week', local('2026-01-01T00:00'), local('2026-01-06T00:00'))).toEqual(
      ['2025-12-29T00:00', '2026-01-05T00:00'].map((at) => local(at).toISOString()),
    );
    expect(listPeriods('month', local('2026-01-31T12:00'), local('2026-03-01T00:00'))).toEqual(
      ['2026-01-01T00:00', '2026-02-01T00:00'].map((at) => local(at).toISOString()),
    );
  });

  const now = local('2026-03-31T15:00');

  it('of a preset end today', () => {
    expect(startOfPeriod('today', now)).toEqual(local('2026-03-31T00:00'));
    expect(startOfPeriod('7d', now)).toEqual(local('2026-03-25T00:00'));
    expect(startOfPeriod('12m', now)).toEqual(local('2025-04-01T00:00'));
  });

  it('is the one in the URL, and ignores a time that is not valid', () => {
    const start = local('2026-03-01T00:00');
    const own = { range: 'own', start: start.toISOString(), end: now.toISOString() };
    expect(parseRange(own, now)).toEqual({ name: 'own', start, end: now, interval: 'day' });
    expect(parseRange({ ...own, start: 'x', end: 'y' }, now)).toEqual({
      name: 'own',
      start: startOfPeriod('7d', now),
      end: undefined,
      interval: 'day',
    });
  });

  it('are long enough for a readable chart', () => {
    const days = (count: number) =>
      parseInterval(new Date(0), new Date(count * 24 * 60 * 60 * 1000));
    expect([1, 30, 120, 800].map(days)).toEqual(['hour', 'day', 'week', 'month']);
  });
});

describe('the chart of a report', () => {
  it('shows the outcomes of the messages, and no empty series', () => {
    const data = [row('b', null, { messages: 3, delivered: 2, failed: 1 })];
    expect(toChart(report(data, null), ['a', 'b'], words)).toEqual({
      series: [
        expect.objectContaining({ name: 'Delivered' }),
        expect.objectContaining({ name: 'Not delivered' }),
      ],
      bars: [
        { period: 'a', Delivered: 0, 'Not delivered': 0 },
        { period: 'b', Delivered: 2, 'Not delivered': 1 },
      ],
    });
  });

  it('combines the smallest groups if there are too many', () => {
    const data = Array.from({ length: 9 }, (_, n) => row('a', `g${n}`, { messages: 10 - n }));
    const { series, bars } = toChart(report(data, 'country'), ['a'], words);
    expect(series.map(({ name }) => name)).toEqual(['g0', 'g1', 'g2', 'g3', 'g4', 'g5', 'Others']);
    expect(bars[0]).toMatchObject({ g0: 10, Others: 4 + 3 + 2 });
  });
});

describe('a report as a CSV file', () => {
  const linesOf = (one: Report) => reportToCsv(one, (group) => `Group ${group}`).split('\r\n');

  it('has a column for everything', () => {
    const [head, line] = linesOf(
      report([row(local('2026-01-02').toISOString(), null, { messages: 2 })], null),
    );
    expect(head).toMatch(/^"Period","Group","Messages","Segments","Scheduled",.*,"Delivery rate"$/);
    expect(line).toMatch(/^"\S+","","2","0","0",/);
  });

  it('names the days and the groups of the page', () => {
    const days = [local('2026-03-29T00:00'), local('2026-10-25T00:00')];
    const rows = days.map((day) => row(day.toISOString(), 'US', {}));
    const [, ...lines] = linesOf(report(rows, 'country'));
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^"2026-03-29","Group US",/),
      expect.stringMatching(/^"2026-10-25","Group US",/),
    ]);
  });

  it('has a line for each hour, also for one that the clock repeats', () => {
    const hour = '2026-10-25T00:00:00.000Z';
    const [, line] = linesOf({ ...report([row(hour, null, {})], null), interval: 'hour' });
    const [, written] = /^"([^"]*)",/.exec(line!)!;
    expect(written).toMatch(/^2026-10-2\dT\d\d:\d\d[+-]\d\d:\d\d$/);
    expect(new Date(written!).toISOString()).toBe(hour);
  });
});
