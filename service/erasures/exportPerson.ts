import {
  limits,
  type contract,
  type FilledInput,
  type Message,
  type Output,
} from '@textloom/shared/contract';
import { sql } from 'kysely';
import { toConsent } from '../consents/toConsent.ts';
import { toContact } from '../contacts/toContact.ts';
import { selectConversations, toConversation } from '../conversations/toConversation.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import { receivedMedia } from '../media/link.ts';
import { showMessage } from '../messages/toMessage.ts';
import { reviewedText, toReview } from '../reviews/toReview.ts';
import { idOfCursor, readPage, type Page } from '../store/readPage.ts';
import { toVerification } from '../verifications/toVerification.ts';
import { findPerson } from './findPerson.ts';

type Operation = (typeof contract)['contact']['export'];
type Unit = Pick<UnitOfWork, 'context' | 'trx' | 'account' | 'now'>;

/** Reads everything about a person: a page of messages, and on the first page the other records. */
export async function exportPerson(
  unit: Unit,
  { id, limit, cursor }: FilledInput<Operation>,
): Promise<Output<Operation>> {
  const { phone, contact } = await findPerson(unit, id);
  const phones = equivalentNumbers(phone);
  const records = cursor === undefined ? await readRecords(unit, phones) : noRecords;
  const { data, ...page } = await readMessages(unit, phones, { limit, cursor });
  return {
    phone,
    contact: contact ? toContact(contact) : null,
    ...records,
    messages: data,
    ...page,
  };
}

const noRecords = { conversations: [], consents: [], reviews: [], verifications: [] };

async function readRecords({ trx, account, now }: Unit, phones: readonly string[]) {
  const all = { limit: limits.exportedRecords };
  const own = (table: 'consent' | 'review' | 'verification') =>
    sql<boolean>`${sql.table(table)}.account_id = ${account.id}
      and ${sql.table(table)}.phone = any(${phones}::text[])`;
  const conversations = await selectConversations(trx, account.id)
    .where(sql<boolean>`phone = any(${phones}::text[])`)
    .orderBy('conversation.updated_at', 'desc')
    .limit(limits.exportedRecords)
    .execute();
  const consents = trx.selectFrom('consent').selectAll().where(own('consent'));
  const reviews = trx.selectFrom('review').selectAll().select(reviewedText).where(own('review'));
  const verifications = trx.selectFrom('verification').selectAll().where(own('verification'));
  return {
    conversations: conversations.map(toConversation),
    consents: (await readPage('cns', consents, all, toConsent)).data,
    reviews: (await readPage('rev', reviews, all, toReview)).data,
    verifications: (await readPage('ver', verifications, all, (one) => toVerification(one, now)))
      .data,
  };
}

/** Reads a page of messages. Each part uses its index, and reads no more than the page. */
function readMessages(
  { trx, context, account }: Unit,
  phones: readonly string[],
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<Message>> {
  const before = idOfCursor('msg', cursor);
  const isOlder = before === undefined ? sql`true` : sql`id < ${before}`;
  const part = (column: 'recipient' | 'sender', direction: Message['direction']) => sql`
    select found.id from unnest(${phones}::text[]) as spelling(phone) cross join lateral (
      select id from message
      where account_id = ${account.id} and ${sql.ref(column)} = spelling.phone
        and direction = ${direction} and ${isOlder}
      order by id desc limit ${limit + 1}
    ) as found`;
  const messages = trx
    .selectFrom('message')
    .selectAll()
    .select(receivedMedia)
    .where(
      sql<boolean>`id = any(array(${part('recipient', 'outbound')}
        union all ${part('sender', 'inbound')}))`,
    );
  return readPage('msg', messages, { limit, cursor }, (row) => showMessage(context, row));
}
