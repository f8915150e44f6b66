import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { fail } from '../errors/serviceError.ts';
import type { Prefix } from '../lib/ids.ts';

export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** Returns what a cursor contains, or refuses it. */
export const readCursor = (cursor: string, pattern: RegExp): RegExpExecArray =>
  pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? fail('invalid_cursor');

/**
 * Returns the ID that a page starts after, or refuses the cursor of other objects. IDs sort by
 * time, so a page stays the same when new rows arrive.
 */
export function idOfCursor(prefix: Prefix, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  return readCursor(cursor, new RegExp(`^${prefix}_[0-9A-Z]{26}$`))[0];
}

export interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of IDs, newest first. */
export interface IdPage {
  /** The page starts after this ID. */
  readonly before: string | undefined;
  readonly count: number;
}

/** Returns the IDs to read for a page. The last one only shows that there are more rows. */
export const toIdPage = (prefix: Prefix, { limit, cursor }: Paging): IdPage => ({
  before: idOfCursor(prefix, cursor),
  count: limit + 1,
});

/** Selects the rows of a page by their column of IDs. */
export const selectPage = <DB, TB extends keyof DB, R>(
  query: SelectQueryBuilder<DB, TB, R>,
  { before, count }: IdPage,
  id = sql.ref<string>('id'),
) =>
  query
    .$if(before !== undefined, (older) => older.where(id, '<', before!))
    .orderBy(id, 'desc')
    .limit(count);

/**
 * Reads the page of a query's rows that the cursor points to, newest first. The IDs of the rows
 * start with the prefix.
 */
export async function readPage<DB, TB extends keyof DB, R extends { id: string }, T>(
  prefix: Prefix,
  query: SelectQueryBuilder<DB, TB, R>,
  paging: Paging,
  show: (row: R) => T | Promise<T>,
): Promise<Page<T>> {
  const rows = await selectPage(query, toIdPage(prefix, paging)).execute();
  return toPage(rows, paging.limit, { place: ({ id }) => id, show });
}

/**
 * Returns the IDs of the rows on a page of several queries together. An index must serve each query
 * in the order of its column of IDs.
 */
export function idsOfPage<DB, TB extends keyof DB, R>(
  prefix: Prefix,
  queries: readonly SelectQueryBuilder<DB, TB, R>[],
  column: string,
  paging: Paging,
): RawBuilder<string[]> {
  const page = toIdPage(prefix, paging);
  const id = sql.ref<string>(column);
  const parts = queries.map((query) =>
    selectPage(query.clearSelect().select(id.as('id')), page, id),
  );
  return mergeNewest(parts, page.count);
}

/** Returns the newest IDs of several statements, each of which returns its newest `count` IDs. */
export const mergeNewest = (parts: readonly Expression<unknown>[], count: number) =>
  sql<string[]>`array(
    select id from (${sql.join(parts, sql` union all `)}) as either
    order by id desc limit ${count})`;

/** Shows up to `limit` rows as a page. `place` returns where the next page starts. */
export const toPage = <R, T>(
  rows: readonly R[],
  limit: number,
  { place, show }: { readonly place: (row: R) => string; readonly show: Show<R, T> },
): Promise<Page<T>> =>
  showPage(
    { rows: rows.slice(0, limit), next: rows.length > limit ? place(rows[limit - 1]!) : undefined },
    show,
  );

/** The rows of a page, and the place after which the next page starts, if any. */
export interface Found<R> {
  readonly rows: readonly R[];
  readonly next: string | undefined;
}

type Show<R, T> = (row: R) => T | Promise<T>;

/** Shows a page. A page of a search can be empty although there is a next one. */
export const showPage = async <R, T>({ rows, next }: Found<R>, show: Show<R, T>) => ({
  data: await Promise.all(rows.map(show)),
  has_more: next !== undefined,
  next_cursor: next === undefined ? null : Buffer.from(next).toString('base64url'),
});

/** Reads the rows that a search has found, apart from those that changed since and do not match. */
export async function readFound<DB, TB extends keyof DB, R, T>(
  query: SelectQueryBuilder<DB, TB, R>,
  { rows, next }: Found<{ readonly id: string }>,
  show: Show<R, T>,
): Promise<Page<T>> {
  const ids = rows.map(({ id }) => id);
  const id = sql.ref<string>('id');
  const found = query.where(sql<boolean>`${id} = any(${ids}::text[])`).orderBy(id, 'desc');
  return showPage({ rows: await found.execute(), next }, show);
}
