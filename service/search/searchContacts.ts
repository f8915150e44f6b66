import { limits } from '@textloom/shared/contract';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../store/database.ts';
import type { Found, Paging } from '../store/readPage.ts';
import type { Database } from '../store/tables/tables.ts';
import { isInRange, searchNewest } from './searchNewest.ts';
import { likePattern, phoneDigits } from './searchWords.ts';
import { toIdSearch, type WordSearch } from './wordSearch.ts';

/** Returns a page of the IDs of the contacts whose name, number or email contains the words. */
export async function searchContacts(
  db: Db,
  contacts: SelectQueryBuilder<Database, 'contact', object>,
  wanted: WordSearch,
  paging: Paging,
): Promise<Found<{ readonly id: string }>> {
  const { words } = wanted;
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
    most: limits.searchedContacts,
    ...toIdSearch('con', wanted, paging),
  } as const;
  return searchNewest(db, search, (part) =>
    matching.where(isInRange('contact', part)).limit(part.count).execute(),
  );
}
