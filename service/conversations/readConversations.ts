import { limits, type Conversation, type Input, type contract } from '@textloom/shared/contract';
import { sql, type RawBuilder } from 'kysely';
import { isContact } from '../contacts/isContact.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { fail } from '../lib/errors.ts';
import { equivalentNumbers } from '../lib/equivalentNumbers.ts';
import { requirePhone } from '../lib/requirePhone.ts';
import { likePattern, phoneDigits } from '../search/searchWords.ts';
import { readCursor, toPage, type Page } from '../store/readPage.ts';
import { selectConversations, toConversation, type ConversationRow } from './toConversation.ts';

type Filters = Input<(typeof contract)['conversation']['list']>;

/** Reads a page of conversations, newest first. `number` must have the form that is stored. */
export async function readConversations(
  unit: Pick<UnitOfWork, 'trx' | 'account'>,
  { limit = 20, cursor, status, unread, number, phone, contact_id, search }: Filters,
): Promise<Page<Conversation>> {
  const { trx, account } = unit;
  const after = cursor === undefined ? undefined : placeOfCursor(cursor);
  const phones = [
    phone === undefined ? undefined : equivalentNumbers(requirePhone(unit, phone, '/phone')),
    contact_id === undefined ? undefined : await phonesOfContact(unit, contact_id),
  ].filter((some) => some !== undefined);
  const rows = await selectConversations(trx, account.id)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(unread === true, (query) => query.where('unread', '>', 0))
    .$if(unread === false, (query) => query.where('unread', '=', 0))
    .$if(number !== undefined, (query) => query.where('number', '=', number!))
    .where((where) => where.and(phones.map((some) => sql<boolean>`phone = any(${some}::text[])`)))
    .$if(search !== undefined, (query) => query.where(contains(account.id, search!)))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(conversation.updated_at, conversation.id) < (${after!.at}::timestamptz, ${after!.id})`,
      ),
    )
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, { place, show: toConversation });
}

const place = ({ updated_at, id }: ConversationRow): string => `${updated_at.toISOString()} ${id}`;

/** Returns the conversation that a page starts after. */
function placeOfCursor(cursor: string): { readonly at: Date; readonly id: string } {
  const [, at, id] = readCursor(cursor, /^([1-9]\d{3}-[\d:.T-]+Z) (cnv_[0-9a-f]{32})$/);
  const time = new Date(at!);
  // JavaScript reads February 31 as March 3.
  const isTime = !Number.isNaN(time.getTime()) && time.toISOString() === at;
  return isTime ? { at: time, id: id! } : fail('invalid_cursor');
}

async function phonesOfContact(
  unit: Pick<UnitOfWork, 'trx' | 'account'>,
  idOrPhone: string,
): Promise<string[]> {
  const contact = await unit.trx
    .selectFrom('contact')
    .select('phone')
    .where(isContact(unit, idOrPhone))
    .executeTakeFirst();
  return contact ? equivalentNumbers(contact.phone) : [];
}

/**
 * Matches conversations whose number, contact or last message contains the words. Compares only the
 * newest conversations of the account, so that a search takes no longer for an account with more.
 */
function contains(accountId: string, words: string): RawBuilder<boolean> {
  const pattern = likePattern(words);
  return sql<boolean>`conversation.id = any(array(
    select recent.id from (
      select * from conversation where account_id = ${accountId}
      order by updated_at desc, id desc limit ${limits.searchedConversations}
    ) as recent
    where phone like ${likePattern(phoneDigits(words) ?? words)}
      or exists (
        select 1 from contact
        where contact.account_id = ${accountId} and contact.phone = any(recent.phones)
          and concat_ws(' ', first_name, last_name) ilike ${pattern})
      or (select text from message where message.id = recent.last_message_id)
        ilike ${pattern}))`;
}
