import { limits } from '@textloom/shared/contract';
import { sql, type SelectQueryBuilder } from 'kysely';
import { idBefore } from '../lib/ids.ts';
import type { Db } from '../store/database.ts';
import type { IdPage } from '../store/readPage.ts';
import type { Database } from '../store/tables/tables.ts';
import { isInRange, searchNewest } from './searchNewest.ts';
import { likePattern, phoneDigits } from './searchWords.ts';

interface Search extends IdPage {
  readonly accountId: string;
  readonly words: string;
  readonly until: Date | undefined;
}

/**
 * Returns the IDs of the messages that contain the words, among the newest ones of an account that
 * were created before `until`. An index of the words would slow down each message that is sent.
 */
export async function searchMessages(
  db: Db,
  messages: SelectQueryBuilder<Database, 'message', object>,
  { accountId, words, until, before, count }: Search,
): Promise<string[]> {
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
    accountId,
    most: limits.searchedMessages,
    until: until && idBefore('msg', until),
    before,
    count,
  } as const;
  const found = await searchNewest(db, search, (part) =>
    matching.where(isInRange('message', part)).orderBy('id', 'desc').limit(part.count).execute(),
  );
  return found.map(({ id }) => id);
}
