import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../store/database.ts';
import type { Found } from '../store/readPage.ts';

/** The columns that order the rows of a table. Each table has an index of them. */
const orders = {
  contact: ['id'],
  conversation: ['updated_at', 'id'],
  message: ['id'],
} as const;

type Table = keyof typeof orders;

/**
 * The values of the columns that order the rows, separated by spaces. Times are in ISO form, so
 * that places compare like their rows.
 */
type Place = string;

interface Search {
  readonly table: Table;
  readonly accountId: string;
  /** How many rows to compare for one page at most. A multiple of `partSize`. */
  readonly most: number;
  /** Only the rows from this place on count. */
  readonly since?: Place | undefined;
  /** Only the rows before this place count. */
  readonly until?: Place | undefined;
  /** The page starts after the row at this place. */
  readonly after: Place | undefined;
  /** How many rows the page shows at most. */
  readonly limit: number;
}

/** The rows from one place to just before another one. */
interface Range {
  readonly from?: Place | undefined;
  readonly before: Place | undefined;
}

export interface Part extends Range {
  /** How many rows to return at most. */
  readonly count: number;
}

type Row = Readonly<Record<string, unknown>>;

/** The embedded database does nothing else while it compares this many rows. */
export const partSize = 500;

/**
 * Returns a page of the rows of an account that `find` finds, newest first. Compares few rows at a
 * time and only as many as the page needs. In between, the embedded database and the connections to
 * PostgreSQL serve others, and no statement takes long. The next page starts where the comparison
 * ended, so that pages together compare all rows.
 */
export async function searchNewest<R extends Row>(
  db: Db,
  { table, accountId, most, since, until, after, limit }: Search,
  find: (part: Part) => Promise<readonly R[]>,
): Promise<Found<R>> {
  const found: R[] = [];
  let before = earlier(until, after);
  const findPlace = (offset: number) =>
    findRow(db, { table, accountId, from: since, before }, offset);
  for (let left = most; left > 0; left -= partSize) {
    const from = await findPlace(partSize - 1);
    found.push(...(await find({ from: from ?? since, before, count: limit + 1 - found.length })));
    if (found.length > limit)
      return { rows: found.slice(0, limit), next: toPlace(table, found[limit - 1]!) };
    if (from === undefined) return { rows: found, next: undefined };
    before = from;
  }
  return { rows: found, next: (await findPlace(0)) && before };
}

/** Returns the place of a row of a range, counted from the newest one, or undefined if it ends. */
async function findRow(
  db: Db,
  { table, accountId, ...range }: Pick<Search, 'table' | 'accountId'> & Range,
  offset: number,
): Promise<Place | undefined> {
  const columns = orders[table].map((column) => sql.ref(column));
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(table)}
    where account_id = ${accountId} and ${isInRange(table, range)}
    order by ${sql.join(columns.map((column) => sql`${column} desc`))}
    offset ${offset} limit 1`.execute(db);
  return rows[0] && toPlace(table, rows[0]);
}

/** Returns the place of a row. */
export const toPlace = (table: Table, row: Row): Place =>
  orders[table]
    .map((column) => row[column])
    .map((value) => (value instanceof Date ? value.toISOString() : value))
    .join(' ');

/** Returns the condition for the rows of a range. */
export function isInRange(table: Table, { from, before }: Range): RawBuilder<boolean> {
  const row = sql`(${sql.join(orders[table].map((column) => sql.ref(`${table}.${column}`)))})`;
  const at = (place: Place) => sql`(${sql.join(place.split(' '))})`;
  return sql<boolean>`${from === undefined ? sql`true` : sql`${row} >= ${at(from)}`}
    and ${before === undefined ? sql`true` : sql`${row} < ${at(before)}`}`;
}

const earlier = (a: Place | undefined, b: Place | undefined): Place | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;
