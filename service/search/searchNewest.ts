import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../store/database.ts';

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
  /** How many rows to compare at most, the newest ones. A multiple of `partSize`. */
  readonly most: number;
  /** Only the rows before this place count. */
  readonly until?: Place | undefined;
  /** The page starts after the row at this place. */
  readonly before: Place | undefined;
  /** How many rows to return at most. */
  readonly count: number;
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

/** The embedded database does nothing else while it compares this many rows. */
export const partSize = 500;

/**
 * Returns the newest rows of an account that `find` finds, newest first. Compares few rows at a
 * time and only as many as the page needs. In between, the embedded database and the connections to
 * PostgreSQL serve others, and no statement takes long.
 */
export async function searchNewest<R>(
  db: Db,
  { table, accountId, most, until, before, count }: Search,
  find: (part: Part) => Promise<readonly R[]>,
): Promise<R[]> {
  const found: R[] = [];
  let end = until;
  for (let left = most; left > 0 && found.length < count; left -= partSize) {
    const from = await findStart(db, { table, accountId, before: end });
    const start = earlier(end, before);
    if (from === undefined || start === undefined || from < start)
      found.push(...(await find({ from, before: start, count: count - found.length })));
    if (from === undefined) break;
    end = from;
  }
  return found;
}

/** Returns the place of the last row of a part, or undefined if fewer rows are left. */
async function findStart(
  db: Db,
  { table, accountId, before }: Pick<Search, 'table' | 'accountId' | 'before'>,
): Promise<Place | undefined> {
  const columns = orders[table].map((column) => sql.ref(column));
  const { rows } = await sql<Readonly<Record<string, string | Date>>>`
    select ${sql.join(columns)} from ${sql.table(table)}
    where account_id = ${accountId} and ${isInRange(table, { before })}
    order by ${sql.join(columns.map((column) => sql`${column} desc`))}
    offset ${partSize - 1} limit 1`.execute(db);
  return rows[0] && toPlace(table, rows[0]);
}

/** Returns the place of a row. */
export const toPlace = (table: Table, row: Readonly<Record<string, unknown>>): Place =>
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
