import {
  messageStatus,
  type MessageStatus,
  type Report,
  type ReportCounts,
} from '@textloom/shared/contract';

interface Series {
  /** The label of the series, and the key of its counts in a bar. */
  readonly name: string;
  readonly color: string;
}

export interface Chart {
  readonly series: readonly Series[];
  /** One bar for each period, oldest first, with its label and the messages of each series. */
  readonly bars: readonly Record<string, string | number>[];
}

type Row = Report['data'][number];
type FormatGroup = (group: string | null) => string;

/** Users could not distinguish more series. */
const maxSeries = 6;
const colors = ['iris.5', 'teal.6', 'orange.6', 'pink.6', 'cyan.7', 'grape.6'];
const others: Series = { name: 'Others', color: 'gray.6' };

/** Without a group, the chart shows the outcomes of the messages. */
const outcomes = [
  { name: 'Delivered', color: 'teal.6' },
  { name: 'Received', color: 'iris.5' },
  { name: 'On the way', color: 'blue.3' },
  { name: 'Not delivered', color: 'red.6' },
  { name: 'Canceled', color: 'gray.6' },
] as const satisfies readonly Series[];
type StatusGroup = (typeof outcomes)[number]['name'];
const outcomeByStatus: Record<MessageStatus, StatusGroup> = {
  scheduled: 'On the way',
  queued: 'On the way',
  sent: 'On the way',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Not delivered',
  expired: 'Not delivered',
  unconfirmed: 'Not delivered',
  canceled: 'Canceled',
  received: 'Received',
};

const countMessages = (row: ReportCounts, outcome: StatusGroup): number =>
  sum(
    messageStatus.enum
      .filter((status) => outcomeByStatus[status] === outcome)
      .map((status) => row[status]),
  );

export const notDelivered = (row: ReportCounts): number => countMessages(row, 'Not delivered');

/** Converts a report to stacked bars of its groups. */
export function toChart(
  { data, group_by }: Report,
  periods: readonly string[],
  { groupName, periodLabel }: { groupName: FormatGroup; periodLabel: (period: string) => string },
): Chart {
  const times = [...new Set([...periods, ...data.map(({ period }) => period!)])].sort();
  const rows = Map.groupBy(data, ({ period }) => period!);
  const { series, toCounts } = group_by === null ? byOutcome(data) : byGroup(data, groupName);
  return {
    series,
    bars: times.map((at) => ({ period: periodLabel(at), ...toCounts(rows.get(at) ?? []) })),
  };
}

function byOutcome(data: readonly Row[]) {
  const shown = outcomes.filter(({ name }) => data.some((row) => countMessages(row, name) > 0));
  return {
    series: shown.map(({ name, color }) => ({ name, color })),
    toCounts: (rows: readonly Row[]) =>
      Object.fromEntries(
        shown.map(({ name }) => [name, sum(rows.map((row) => countMessages(row, name)))]),
      ),
  };
}

function byGroup(data: readonly Row[], groupName: FormatGroup) {
  const sizes = [...Map.groupBy(data, ({ group }) => groupName(group))]
    .map(([name, rows]) => ({ name, size: sum(rows.map(({ messages }) => messages)) }))
    .sort((a, b) => b.size - a.size);
  const shown = sizes.slice(0, maxSeries);
  const series = shown.map(({ name }, index) => ({ name, color: colors[index]! }));
  const all = sizes.length > maxSeries ? [...series, others] : series;
  const known = new Set(series.map(({ name }) => name));
  const toSeries = (row: Row) => {
    const name = groupName(row.group);
    return known.has(name) ? name : others.name;
  };
  return {
    series: all,
    toCounts: (rows: readonly Row[]) =>
      Object.fromEntries(
        all.map(({ name }) => [
          name,
          sum(rows.filter((row) => toSeries(row) === name).map(({ messages }) => messages)),
        ]),
      ),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
