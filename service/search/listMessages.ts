import { sql, type QueryCreator, type SelectQueryBuilder } from 'kysely';
import type { Db, Trx } from '../store/database.ts';
import {
  idsOfPage,
  readFound,
  readPage,
  toIdPage,
  type Page,
  type Paging,
} from '../store/readPage.ts';
import type { Database } from '../store/tables/tables.ts';
import { isOfPhones, messagesOfPhones, ownNumbers } from './messagesOfPhones.ts';
import { readPageByHours, toCounted } from './readPageByHours.ts';
import { searchMessages } from './searchMessages.ts';
import { areRare } from './statusFilter.ts';
import { selectMessages, type MessageFilters } from './selectMessages.ts';

type Messages<R> = SelectQueryBuilder<Database, 'message', R>;

interface Asked<R, T> {
  readonly filters: MessageFilters;
  readonly paging: Paging;
  /** The words of a search. */
  readonly words: string | undefined;
  /** All spellings of a number that all messages are to or from. */
  readonly phones: readonly string[] | undefined;
  /** Whether the numbers can be those of the account. A contact names only its own messages. */
  readonly mayBeOwn: boolean;
  readonly addColumns: (messages: Messages<object>) => Messages<R>;
  readonly show: (row: R) => T | Promise<T>;
}

/**
 * Lists messages, newest first, in the way that reads the fewest rows: by the words of a search, by
 * a number, by the hours in which reports count such messages, or by the index of another filter.
 * Searches first, and returns the work of the transaction.
 */
export async function listMessages<R extends { id: string }, T>(
  searches: Db,
  { filters, paging, words, phones, mayBeOwn, addColumns, show }: Asked<R, T>,
): Promise<(trx: Trx) => Promise<Page<T>>> {
  const narrow = selectMessages(filters);
  const { accountId, senders, direction, statuses } = filters;
  const select = (from: QueryCreator<Database>) => addColumns(narrow(from));
  if (words !== undefined) {
    const compared = narrow(searches).where(isOfPhones(phones));
    const found = await searchMessages(searches, compared, { ...filters, words }, paging);
    return (trx) => readFound(select(trx), found, show);
  }
  const counted = phones ? undefined : toCounted({ ...filters, ...filters.equal });
  // The index of senders contains only received messages.
  const isSplit = senders && direction === undefined && (statuses?.includes('received') ?? true);
  return async (trx) => {
    if (counted)
      return readPageByHours(trx, { ...filters, ...counted }, paging, {
        select,
        selectIndexed: isSplit
          ? (from) => select(from).where(sql<boolean>`direction = 'inbound'`)
          : undefined,
        show,
      });
    // All messages that name a contact are sent to it or received from it.
    const own = phones && mayBeOwn ? await ownNumbers(trx, accountId, phones) : [];
    const ids = phones
      ? messagesOfPhones(narrow(trx), { ...toIdPage('msg', paging), phones, own })
      : idsOfStatuses(trx, filters, paging);
    const listed = select(trx).$if(ids !== undefined, (query) =>
      query.where(sql<boolean>`message.id = any(${ids}::text[])`),
    );
    return readPage('msg', listed, paging, show);
  };
}

/** Reads several rare statuses one by one, because their index has no other order. */
const idsOfStatuses = (trx: Trx, filters: MessageFilters, paging: Paging) =>
  filters.statuses?.[1] && areRare(filters.statuses)
    ? idsOfPage(
        'msg',
        filters.statuses.map((one) => selectMessages({ ...filters, statuses: [one] })(trx)),
        'id',
        paging,
      )
    : undefined;
