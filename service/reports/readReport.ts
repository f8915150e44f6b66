import {
  messageStatus,
  type MessageStatus,
  type Report,
  type ReportCounts,
} from '@textloom/shared/contract';
import { sql, type RawBuilder } from 'kysely';
import { iso } from '../times/iso.ts';
import type { Db } from '../store/database.ts';
import type { Facet } from '../store/tables/tallyTables.ts';
import { listPeriods, type Interval } from './periods.ts';
import { splitIntoSpans, type Span } from './splitIntoSpans.ts';

type GroupBy = NonNullable<Report['group_by']>;

export interface ReportQuery {
  readonly accountId: string;
  /** The start, which must be on a quarter hour like the end. */
  readonly start: Date;
  readonly end: Date;
  readonly timeZone: string;
  readonly interval?: Interval | undefined;
  readonly groupBy?: GroupBy | undefined;
  readonly status?: MessageStatus | undefined;
  /** The filters by column of the tally: a value, or all spellings of one. */
  readonly filters: Readonly<Partial<Record<Column, string | readonly string[] | undefined>>>;
  /** The maximum number of rows of a report. */
  readonly maxRows: number;
}

type Column = 'purpose' | 'sender' | 'campaign_id' | 'country' | 'list_id';
const columnByGroup: Record<Exclude<GroupBy, 'status'>, Column> = {
  purpose: 'purpose',
  from: 'sender',
  campaign: 'campaign_id',
  country: 'country',
  list: 'list_id',
};

const counters = messageStatus.enum.map((status) => `${status}, ${status}_segments`).join(', ');

/** The counts of one period and group, or of a whole period if groups overlap. */
type Sum = Readonly<Partial<Record<MessageStatus, number | null>>> & {
  /** The number of the period, counted from 1. */
  readonly period: number;
  readonly is_total: boolean;
  readonly group: string | null;
  readonly segments: number;
};

/** The segments of each status, if the report has statuses. */
type Segments = Readonly<Record<`${MessageStatus}_segments`, number>>;

/** Computes a report. Returns undefined if it has too many rows. */
export async function readReport(db: Db, query: ReportQuery): Promise<Report | undefined> {
  const { start, end, timeZone, interval, groupBy, maxRows } = query;
  const periods = interval ? listPeriods(interval, timeZone, start, end) : [start];
  const begins = periods.map((begin) => (interval ? iso(begin) : null));
  const sums = await sumTally(db, query, periods);
  if (!sums) return undefined;
  const data = sums
    .filter(({ is_total }) => !is_total)
    .map((sum) => ({
      period: begins[sum.period - 1]!,
      group: sum.group || null,
      ...toCounts([sum]),
    }))
    .filter(({ messages }) => messages > 0);
  if (data.length > maxRows) return undefined;
  const overlap = sums.some(({ is_total }) => is_total);
  return {
    start: iso(start),
    end: iso(end),
    time_zone: timeZone,
    interval: interval ?? null,
    group_by: groupBy ?? null,
    data,
    totals: toCounts(sums.filter(({ is_total }) => is_total === overlap)),
  };
}

/** Uses one statement, so that changes that are added to the tally at the same time count once. */
async function sumTally(
  db: Db,
  query: ReportQuery,
  periods: readonly Date[],
): Promise<Sum[] | undefined> {
  const { start, end, groupBy, status, filters, maxRows } = query;
  const statuses = status ? [status] : messageStatus.enum;
  const group = groupBy && groupBy !== 'status' ? columnByGroup[groupBy] : undefined;
  const isByList = group === 'list_id' || filters.list_id !== undefined;
  const overlap = group === 'list_id' && filters.list_id === undefined;
  const spans = splitIntoSpans(start, end, periods);
  const sources = [
    selectSource(query, spans, { isByList, group, isTotal: false }),
    ...(overlap
      ? [selectSource(query, spans, { isByList: false, group: undefined, isTotal: true })]
      : []),
  ];
  // There is at most one row of totals per period.
  const limit = maxRows + periods.length;
  const segments = statuses.map((one) => `coalesce(sum(${one}_segments), 0)`);
  // Return one JSON value, because the embedded database returns many small values slowly.
  const { rows } = await sql<{ sums: (Sum & Segments)[] }>`
    select coalesce(json_agg(sum), '[]') as sums from (
      select width_bucket(bucket, ${periods}::timestamptz[]) as period, is_total, "group",
        ${sql.raw(statuses.map((one) => `sum(${one}) as ${one}`).join(', '))},
        ${sql.raw(
          groupBy === 'status'
            ? statuses.map((one, index) => `${segments[index]} as ${one}_segments`).join(', ')
            : `${segments.join(' + ')} as segments`,
        )}
      from (${sql.join(sources, sql` union all `)}) as source
      group by 1, 2, 3
      having ${sql.raw(statuses.map((one) => `coalesce(sum(${one}), 0)`).join(' + '))} > 0
      order by 1, nullif("group", '') collate "C"
      limit ${limit + 1}
    ) as sum`.execute(db);
  const { sums } = rows[0]!;
  if (sums.length > limit) return undefined;
  if (groupBy !== 'status') return sums;
  return sums.flatMap(({ period, is_total, ...row }) =>
    statuses.map((one) => ({
      period,
      is_total,
      group: one,
      [one]: row[one],
      segments: row[`${one}_segments`],
    })),
  );
}

function selectSource(
  { accountId, start, end, filters }: ReportQuery,
  spans: readonly Span[],
  { isByList, group, isTotal }: { isByList: boolean; group?: Column | undefined; isTotal: boolean },
): RawBuilder<unknown> {
  const filtered = Object.values(columnByGroup).flatMap((column) => {
    const value = filters[column];
    return value === undefined ? [] : [{ column, values: [value].flat() }];
  });
  const facet = chooseFacet(isByList, [
    ...filtered.map(({ column }) => column),
    ...(group ? [group] : []),
  ]);
  const columns = sql`bucket, ${sql.lit(isTotal)} as is_total,
    ${group ? sql.ref(group) : sql`null::text`} as "group", ${sql.raw(counters)}`;
  const conditions = sql.join(
    [
      sql`account_id = ${accountId}`,
      ...filtered.map(({ column, values }) => sql`${sql.ref(column)} = any(${values}::text[])`),
    ],
    sql` and `,
  );
  // The offset keeps the spans separate, so that each one uses the index.
  return sql`
    select found.*
    from unnest(
      ${spans.map(({ width }) => width)}::smallint[],
      ${spans.map(({ begins }) => begins)}::timestamptz[],
      ${spans.map(({ ends }) => ends)}::timestamptz[]
    ) as span(width, begins, ends)
    cross join lateral (
      select ${columns} from tally
      where ${conditions} and facet = ${facet}
        and tally.width = span.width and bucket >= begins and bucket < ends
      offset 0
    ) as found
    union all
    select ${columns} from tally_change
    where ${conditions} and is_by_list = ${isByList} and bucket >= ${start} and bucket < ${end}`;
}

/** Returns the smallest facet of the tally that has these columns. */
function chooseFacet(isByList: boolean, columns: readonly Column[]): Facet {
  const [first, ...others] = new Set(columns.filter((column) => column !== 'list_id'));
  if (isByList) return first === undefined ? 'list_id' : 'each_by_list';
  if (first === undefined) return 'all';
  return others.length === 0 ? first : 'each';
}

function toCounts(sums: readonly Sum[]): ReportCounts {
  const counts = {
    messages: 0,
    segments: 0,
    scheduled: 0,
    queued: 0,
    sent: 0,
    delivered: 0,
    undelivered: 0,
    failed: 0,
    expired: 0,
    unconfirmed: 0,
    canceled: 0,
    received: 0,
  };
  for (const sum of sums) {
    counts.segments += sum.segments;
    for (const status of messageStatus.enum) {
      const count = sum[status] ?? 0;
      counts[status] += count;
      counts.messages += count;
    }
  }
  const { delivered, undelivered, failed, expired, unconfirmed } = counts;
  const decided = delivered + undelivered + failed + expired + unconfirmed;
  return { ...counts, delivery_rate: decided === 0 ? null : delivered / decided };
}
