import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

interface Search {
  readonly table: 'contact' | 'message';
  readonly accountId: string;
  /** How many rows to compare at most, the newest ones. A multiple of `partSize`. */
  readonly most: number;
  /** Only the rows before this ID count. */
  readonly until?: string | undefined;
  /** The page starts after the row with this ID. */
  readonly before: string | undefined;
  /** How many IDs to return at most. */
  readonly count: number;
}

/** The rows from one ID to just before another one. */
export interface Part {
  readonly from: string;
  readonly before: string | undefined;
  /** How many IDs to return at most. */
  readonly count: number;
}

/** The embedded database does nothing else while it compares this many rows. */
export const partSize = 500;

/**
 * Returns the IDs of the newest rows of an account that `find` finds, newest first. Compares few
 * rows at a time and only as many as the page needs. In between, the embedded database and the
 * connections to PostgreSQL serve others, and no statement takes long.
 */
export async function searchNewest(
  db: Db,
  { before, count, ...search }: Search,
  find: (part: Part) => Promise<readonly { readonly id: string }[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const part of await readParts(db, search)) {
    const start = earlier(part.before, before);
    if (start !== undefined && start <= part.from) continue;
    await turn();
    const rows = await find({ from: part.from, before: start, count: count - found.length });
    found.push(...rows.map(({ id }) => id));
    if (found.length >= count) break;
  }
  return found;
}

/** Splits the newest rows of an account into parts, with one look at the index of the IDs. */
async function readParts(
  db: Db,
  { table, accountId, most, until }: Omit<Search, 'before' | 'count'>,
): Promise<Omit<Part, 'count'>[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, row_number() over (order by id desc) as place from (
        select id from ${sql.table(table)}
        where account_id = ${accountId} ${until === undefined ? sql`` : sql`and id < ${until}`}
        order by id desc limit ${most}
      ) as newest
    ) as numbered
    where place % ${partSize} = 0 order by id desc`.execute(db);
  const ends = rows.map(({ id }) => id);
  const isAll = ends.length * partSize < most;
  return [...ends, ...(isAll ? [''] : [])].map((from, at) => ({
    from,
    before: at === 0 ? until : ends[at - 1],
  }));
}

const earlier = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;
