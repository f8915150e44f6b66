import { limits } from '@textloom/shared/contract';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../store/database.ts';
import { idOfCursor, type Found, type Paging } from '../store/readPage.ts';
import type { Database } from '../store/tables/tables.ts';
import { isInRange, searchNewest } from './searchNewest.ts';
import { likePattern, phoneDigits } from './searchWords.ts';
import { toIdRange, type TimeRange } from './timeRange.ts';

interface Search extends TimeRange {
  readonly accountId: string;
  readonly now: Date;
  readonly words: string;
}

/** Returns a page of the IDs of the contacts whose name, number or email contains the words. */
export async function searchContacts(
  db: Db,
  contacts: SelectQueryBuilder<Database, 'contact', object>,
  { accountId, now, words, ...range }: Search,
  { limit, cursor }: Paging,
): Promise<Found<{ readonly id: string }>> {
  const pattern = likePattern(words);
  const matching = contacts
    .select('contact.id')
    .where((where) =>
      where.or([
        sql<boolean>`concat_ws(' ', contact.first_name, contact.last_name) ilike ${pattern}`,
        where('contact.email', 'ilike', pattern),
        where('contact.phone', 'like', likePattern(phoneDigits(words) ?? words)),
      ]),
    )
    .orderBy('contact.id', 'desc');
  const search = {
    table: 'contact',
    accountId,
    most: limits.searchedContacts,
    ...toIdRange('con', now, range),
    after: idOfCursor('con', cursor),
    limit,
  } as const;
  return searchNewest(db, search, (part) =>
    matching.where(isInRange('contact', part)).limit(part.count).execute(),
  );
}
