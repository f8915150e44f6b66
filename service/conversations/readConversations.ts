import {
  limits,
  type Conversation,
  type FilledInput,
  type contract,
} from '@textloom/shared/contract';
import { sql, type RawBuilder } from 'kysely';
import { findContact } from '../contacts/findContact.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { fail } from '../errors/serviceError.ts';
import { requireSpellings } from '../phones/requirePhone.ts';
import { isInRange, searchNewest, toPlace, type Part } from '../search/searchNewest.ts';
import { likePattern, phoneDigits } from '../search/searchWords.ts';
import { isWithin } from '../search/timeRange.ts';
import type { Db } from '../store/database.ts';
import { readCursor, showPage, toPage, type Page } from '../store/readPage.ts';
import { parseOptionalTime } from '../times/parseTime.ts';
import { selectConversations, toConversation } from './toConversation.ts';

interface Unit extends Pick<UnitOfWork, 'account'> {
  readonly db: Db;
}
type Filters = FilledInput<(typeof contract)['conversation']['list']>;

/** Reads a page of conversations, newest first. `number` must have the form that is stored. */
export async function readConversations(
  unit: Unit,
  { limit, cursor, status, unread, number, phone, contact_id, search, ...times }: Filters,
): Promise<Page<Conversation>> {
  const { db, account } = unit;
  const range = {
    after: parseOptionalTime(times.updated_after, '/updated_after'),
    until: parseOptionalTime(times.updated_before, '/updated_before'),
  };
  const after = cursor === undefined ? undefined : readPlace(cursor);
  const phones = [
    phone === undefined ? undefined : requireSpellings(unit, phone, '/phone'),
    contact_id === undefined ? undefined : ((await findContact(unit, contact_id)).phones ?? []),
  ].filter((some) => some !== undefined);
  const matching = selectConversations(db, account.id)
    // PostgreSQL uses the index of a status only if the statement contains the status.
    .$if(status !== undefined, (query) => query.where('status', '=', sql.lit(status!)))
    .$if(unread === true, (query) => query.where('unread', '>', 0))
    .$if(unread === false, (query) => query.where('unread', '=', 0))
    .where((where) => where.and({ number }))
    .where(isWithin('conversation.updated_at', range))
    .where((where) => where.and(phones.map((some) => sql<boolean>`phone = any(${some}::text[])`)))
    .$if(search !== undefined, (query) => query.where(contains(search!)))
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id', 'desc');
  const find = (part: Part) =>
    matching.where(isInRange('conversation', part)).limit(part.count).execute();
  if (search === undefined)
    return toPage(await find({ before: after, count: limit + 1 }), limit, {
      place: (row) => toPlace('conversation', row),
      show: toConversation,
    });
  const toBound = (time: Date | undefined) =>
    time && toPlace('conversation', { updated_at: time, id: '' });
  const searched = {
    table: 'conversation',
    accountId: account.id,
    most: limits.searchedConversations,
    since: toBound(range.after),
    until: toBound(range.until),
    after,
    limit,
  } as const;
  return showPage(await searchNewest(db, searched, find), toConversation);
}

/** Returns the place of the conversation that a page starts after. */
function readPlace(cursor: string): string {
  const [place, at] = readCursor(cursor, /^([1-9]\d{3}-[\d:.T-]+Z) cnv_[0-9a-f]{32}$/);
  const time = new Date(at!);
  // JavaScript reads February 31 as March 3.
  const isTime = !Number.isNaN(time.getTime()) && time.toISOString() === at;
  return isTime ? place : fail('invalid_cursor');
}

/** Matches conversations whose number, contact or last message contains the words. */
function contains(words: string): RawBuilder<boolean> {
  const pattern = likePattern(words);
  return sql<boolean>`(
    conversation.phone like ${likePattern(phoneDigits(words) ?? words)}
    or exists (
      select 1 from contact
      where contact.account_id = conversation.account_id
        and contact.phone = any(conversation.phones)
        and concat_ws(' ', first_name, last_name) ilike ${pattern})
    or (select text from message where message.id = conversation.last_message_id)
      ilike ${pattern})`;
}
