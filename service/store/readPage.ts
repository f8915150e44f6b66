import { sql, type SelectQueryBuilder } from 'kysely';
import { fail } from '../lib/errors.ts';

export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * Returns the ID that a page starts after. IDs sort by time, so a page stays the same when new rows
 * arrive.
 */
export function idOfCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString();
  return /^[a-z]{3}_[0-9A-Z]{26}$/.test(id) ? id : fail('invalid_cursor');
}

interface Paging {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Reads the page of a query's rows that the cursor points to, newest first. */
export async function readPage<DB, TB extends keyof DB, R extends { id: string }, T>(
  query: SelectQueryBuilder<DB, TB, R>,
  { limit = 20, cursor }: Paging,
  show: (row: R) => T | Promise<T>,
): Promise<Page<T>> {
  const before = idOfCursor(cursor);
  const id = sql.ref<string>('id');
  // The extra row only shows that there are more rows.
  const rows = await query
    .$if(before !== undefined, (all) => all.where(id, '<', before!))
    .orderBy(id, 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const has_more = rows.length > limit;
  return {
    data: await Promise.all(shown.map(show)),
    has_more,
    next_cursor: has_more ? Buffer.from(shown.at(-1)!.id).toString('base64url') : null,
  };
}
