import { limits } from '@textloom/shared/contract';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../store/database.ts';
import type { Found, Paging } from '../store/readPage.ts';
import type { Database } from '../store/tables/tables.ts';
import { isInRange, searchNewest } from './searchNewest.ts';
import { likePattern, phoneDigits } from './searchWords.ts';
import { toIdSearch, type WordSearch } from './wordSearch.ts';

/**
 * Returns a page of the IDs of the messages that contain the words. An index of the words would
 * slow down each message that is sent.
 */
export async function searchMessages(
  db: Db,
  messages: SelectQueryBuilder<Database, 'message', object>,
  wanted: WordSearch,
  paging: Paging,
): Promise<Found<{ readonly id: string }>> {
  const { words } = wanted;
  const digits = phoneDigits(words);
  const matching = messages
    .select('id')
    .where((where) =>
      where.or([
        sql<boolean>`text ilike ${likePattern(words)}`,
        ...(digits === undefined
          ? []
          : (['recipient', 'sender'] as const).map((end) =>
              where(end, 'like', likePattern(digits)),
            )),
      ]),
    );
  const search = {
    table: 'message',
    most: limits.searchedMessages,
    ...toIdSearch('msg', wanted, paging),
  } as const;
  return searchNewest(db, search, (part) =>
    matching.where(isInRange('message', part)).orderBy('id', 'desc').limit(part.count).execute(),
  );
}
