import type { MessageStatus } from '@textloom/shared/contract';
import { sql, type QueryCreator, type SelectQueryBuilder } from 'kysely';
import { idBefore, lowestId } from '../lib/ids.ts';
import { areRare, possibleStatuses, type StatusFilter } from './statusFilter.ts';
import type { Db } from '../store/database.ts';
import type { Database } from '../store/tables/tables.ts';
import { selectPage, toIdPage, toPage, type Page, type Paging } from '../store/readPage.ts';

/** Filters that no index serves. The first ones usually match the fewest messages. */
const columns = ['list_id', 'campaign_id', 'country', 'sender', 'purpose'] as const;
type Column = (typeof columns)[number];

interface Filters
  extends
    StatusFilter,
    Readonly<Partial<Record<Exclude<Column, 'sender'> | 'reference' | 'broadcast_id', string>>> {
  /** All spellings of the recipient. */
  readonly recipients: readonly string[] | undefined;
  /** All spellings of the sender. */
  readonly senders: readonly string[] | undefined;
}

/** The messages whose hours to read, as the reports count them. */
interface Counted {
  readonly column?: Column | undefined;
  readonly values?: readonly string[] | undefined;
  /** The messages have one of these statuses. Undefined means all of them. */
  readonly statuses: readonly MessageStatus[] | undefined;
}

interface Search extends Counted {
  readonly accountId: string;
  readonly now: Date;
  readonly after: Date | undefined;
  readonly until: Date | undefined;
}

/**
 * Returns what reports count about filters, or undefined if an index serves them better. Reports
 * count the senders of sent messages only.
 */
export function toCounted(filters: Filters): Counted | undefined {
  const { recipients, reference, broadcast_id, senders } = filters;
  if (recipients ?? reference ?? broadcast_id) return undefined;
  if (filters.statuses && areRare(filters.statuses)) return undefined;
  const statuses = possibleStatuses({
    ...filters,
    ...(senders && filters.direction === undefined && { direction: 'outbound' }),
  });
  if (statuses?.length === 0 || (senders && filters.direction === 'inbound')) return undefined;
  const listValues = (column: Column) => {
    if (column === 'sender') return senders;
    const value = filters[column];
    return value === undefined ? undefined : [value];
  };
  const column = columns.find((one) => listValues(one) !== undefined);
  if (!column && !statuses) return undefined;
  return { column, values: column && listValues(column), statuses };
}

interface Reading<R, T> {
  /** Selects the messages that match all filters. */
  readonly select: (from: QueryCreator<Database>) => SelectQueryBuilder<Database, 'message', R>;
  /** Selects those of the messages that reports do not count, and that an index finds. */
  readonly selectIndexed?: Reading<R, T>['select'] | undefined;
  readonly show: (row: R) => T | Promise<T>;
}

/**
 * Reads a page of messages, newest first. If the newest ones do not fill it, reads only the hours
 * in which reports count such messages, and what an index finds. Reports also count erased
 * messages, so an hour can turn out to be empty.
 */
export async function readPageByHours<R extends { id: string }, T>(
  db: Db,
  search: Search,
  paging: Paging,
  { select, selectIndexed, show }: Reading<R, T>,
): Promise<Page<T>> {
  const page = toIdPage('msg', paging);
  const { before: end, count } = page;
  let rows: R[] = await newestFirst(
    select(selectNewest(db, search, end, 100 * count)),
    count,
  ).execute();
  if (rows.length < count) {
    const indexed = selectIndexed && selectPage(selectIndexed(db), page);
    const all = [
      ...(await readHours(db, search, end, select(db), count)),
      ...((await indexed?.execute()) ?? []),
    ];
    const unique = [...new Map(all.map((row) => [row.id, row])).values()];
    rows = unique.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, count);
  }
  return toPage(rows, paging.limit, { place: ({ id }) => id, show });
}

/** Replaces the messages by the newest ones, of which most requests need no others. */
const selectNewest = (
  db: Db,
  { accountId, until }: Search,
  before: string | undefined,
  most: number,
): QueryCreator<Database> =>
  db.with('message', (all) =>
    selectPage(
      all
        .selectFrom('message')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(until !== undefined, (older) => older.where('id', '<', idBefore('msg', until!))),
      { before, count: most },
    ),
  );

const newestFirst = <R>(query: SelectQueryBuilder<Database, 'message', R>, count: number) =>
  query.orderBy(sql.ref('id'), 'desc').limit(count);

/** Reads the newest messages before an ID, in more and more hours. */
async function readHours<R extends { id: string }>(
  db: Db,
  search: Search,
  end: string | undefined,
  query: SelectQueryBuilder<Database, 'message', R>,
  count: number,
): Promise<R[]> {
  const rows: R[] = [];
  let before = end;
  let { until } = search;
  for (let most = 8; rows.length < count; most *= 8) {
    const hours = await findHours(db, { ...search, until }, most);
    const parts: Part[] = [];
    for (const hour of hours) {
      const part = toPart(hour, search, before);
      if (part.from >= part.before) continue;
      parts.push(part);
      before = part.from;
    }
    rows.push(...(await readParts(query, parts, count - rows.length)));
    if (hours.length < most) break;
    until = hours.at(-1);
  }
  return rows;
}

const hourMs = 3_600_000;

/** Returns the newest hours before a time in which reports count such messages. */
async function findHours(
  db: Db,
  { accountId, column, values, statuses, after, until }: Omit<Search, 'now'>,
  most: number,
): Promise<Date[]> {
  const matches = sql`account_id = ${accountId}
    and ${column ? sql`${sql.ref(column)} = any(${values}::text[])` : sql`true`}
    and ${statuses ? sql`coalesce(${sql.join(statuses.map((one) => sql.ref(one)))}) is not null` : sql`true`}`;
  // Reports count messages for longer than retention keeps them.
  const oldest = sql`(
    select created_at from message where account_id = ${accountId} order by id limit 1)`;
  const between = (time: ReturnType<typeof sql>) => sql`
    ${time} > coalesce(${after}::timestamptz, ${oldest}) - interval '1 hour'
    and ${time} < coalesce(${until}::timestamptz, 'infinity')`;
  const hour = sql`date_bin('1 hour', bucket, timestamptz '2000-01-01 00:00Z')`;
  const { rows } = await sql<{ readonly hour: Date }>`
    select distinct hour from (
      (select bucket as hour from tally
      where ${matches} and facet = ${column ?? 'all'} and width = 60 and ${between(sql`bucket`)}
      order by bucket desc limit ${most})
      union all
      select ${hour} from tally_change
      where ${matches} and is_by_list = ${column === 'list_id'} and ${between(hour)}
    ) as counted
    order by hour desc limit ${most}`.execute(db);
  return rows.map((row) => row.hour);
}

interface Part {
  readonly from: string;
  readonly before: string;
}

/**
 * Returns where the IDs of an hour are. An ID can be a little older or newer than its row, so the
 * parts of two hours would overlap.
 */
function toPart(hour: Date, { now }: Search, before: string | undefined): Part {
  const end = idBefore('msg', new Date(hour.getTime() + hourMs));
  const ageMs = now.getTime() - hour.getTime();
  return {
    // Rows with a future time have IDs of any age, because someone set the clock back later.
    from: ageMs > 0 ? lowestId('msg', ageMs) : 'msg_',
    before: before === undefined || end < before ? end : before,
  };
}

/** Reads the newest messages whose IDs are in one of the parts. */
async function readParts<R extends { id: string }>(
  query: SelectQueryBuilder<Database, 'message', R>,
  parts: readonly Part[],
  count: number,
): Promise<R[]> {
  if (parts.length === 0) return [];
  const id = sql.ref<string>('id');
  const ofPart = newestFirst(query.clearSelect().select(id.as('id')), count).where(
    sql<boolean>`id >= part.first and id < part.before`,
  );
  return newestFirst(query, count)
    .where(
      sql<boolean>`id = any(array(
        select found.id from unnest(
          ${parts.map(({ from }) => from)}::text[], ${parts.map((part) => part.before)}::text[]
        ) as part(first, before)
        cross join lateral (${ofPart}) as found
        order by found.id desc limit ${count}))`,
    )
    .execute();
}
