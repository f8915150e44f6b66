import { limits } from '@textloom/shared/contract';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../store/database.ts';
import type { IdPage } from '../store/readPage.ts';
import type { Database } from '../store/tables/tables.ts';
import { isInRange, searchNewest } from './searchNewest.ts';
import { likePattern, phoneDigits } from './searchWords.ts';

interface Search extends IdPage {
  readonly accountId: string;
  /** Only the contacts before this ID count. */
  readonly until: string | undefined;
  readonly words: string;
}

/**
 * Returns the IDs of the contacts whose name, number or email address contains the words, among the
 * newest ones of an account.
 */
export async function searchContacts(
  db: Db,
  contacts: SelectQueryBuilder<Database, 'contact', object>,
  { words, ...page }: Search,
): Promise<string[]> {
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
  const search = { table: 'contact', most: limits.searchedContacts, ...page } as const;
  const found = await searchNewest(db, search, (part) =>
    matching.where(isInRange('contact', part)).limit(part.count).execute(),
  );
  return found.map(({ id }) => id);
}
