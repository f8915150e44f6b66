import type { EventType } from '@textloom/shared/contract';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { idBefore, lowestId } from '../lib/ids.ts';
import { idOfCursor, type Paging } from '../store/readPage.ts';
import type { Database } from '../store/tables/tables.ts';

interface Search {
  readonly types: readonly EventType[];
  readonly now: Date;
  readonly after: Date | undefined;
  readonly until: Date | undefined;
}

/**
 * Returns an expression for the IDs of the events of a page. It reads each type by its index.
 * Without the order by type, PostgreSQL may read all events by their IDs to find a few.
 */
export function eventsOfTypes(
  events: SelectQueryBuilder<Database, 'event', object>,
  { types, now, after, until }: Search,
  { limit, cursor }: Paging,
): RawBuilder<string[]> {
  const ends = [idOfCursor('evt', cursor), until && idBefore('evt', until)];
  const [end] = ends.filter((id) => id !== undefined).sort();
  const start = after ? lowestId('evt', now.getTime() - after.getTime()) : '';
  const ofType = events
    .clearSelect()
    .select('id')
    .where(sql<boolean>`(event.type, event.id) >= (wanted.type, ${start})`)
    .where(
      end === undefined
        ? sql<boolean>`event.type <= wanted.type`
        : sql<boolean>`(event.type, event.id) < (wanted.type, ${end})`,
    )
    .orderBy('type', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  return sql`array(
    select newest.id from unnest(${[...new Set(types)]}::text[]) as wanted(type)
    cross join lateral (${ofType}) as newest
    order by newest.id desc limit ${limit + 1})`;
}
