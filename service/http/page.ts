import { fail } from './serviceError.ts';

export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** The id after which a page starts. Ids sort by time, so a page stays the same when new rows arrive. */
export function idOfCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString();
  return /^[a-z]{3}_[0-9A-Z]{26}$/.test(id) ? id : fail('invalid_cursor');
}

/** A page out of one row more than it holds: the last one only tells that there is more. */
export function pageOf<R extends { id: string }, T>(
  rows: readonly R[],
  limit: number,
  show: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const has_more = rows.length > limit;
  return {
    data: shown.map(show),
    has_more,
    next_cursor: has_more ? Buffer.from(shown.at(-1)!.id).toString('base64url') : null,
  };
}
