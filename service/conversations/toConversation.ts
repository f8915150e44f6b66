import type { Conversation } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { listIds, nestedToContact, type NestedContact } from '../contacts/toContact.ts';
import { iso } from '../times/iso.ts';
import type { Db, Trx } from '../store/database.ts';
import type { ConversationTable } from '../store/tables/messageTables.ts';

/** A row with its contact and its last message. */
export interface ConversationRow extends Selectable<ConversationTable> {
  readonly contact: NestedContact | null;
  readonly last_message: Conversation['last_message'];
}

/** Selects the contact of a conversation, under any spelling of its number. */
const contactOfConversation = sql<NestedContact | null>`(
  select to_jsonb(found) from (
    select contact.*, ${listIds} from contact
    where contact.account_id = conversation.account_id
      and contact.phone = any(conversation.phones)
    order by contact.phone = conversation.phone desc limit 1
  ) as found
)`.as('contact');

const lastMessage = sql<Conversation['last_message']>`(
  select json_build_object(
    'id', id, 'direction', direction, 'status', status, 'text', text,
    'text_erased_at', text_erased_at, 'created_at', created_at)
  from message where message.id = conversation.last_message_id
)`.as('last_message');

export const selectConversations = (db: Db, accountId: string) =>
  db
    .selectFrom('conversation')
    .selectAll('conversation')
    .select([contactOfConversation, lastMessage])
    .where('conversation.account_id', '=', accountId);

/** Reads an existing conversation as the API shows it. */
export const readConversation = async (
  trx: Trx,
  { account_id, id }: Pick<ConversationRow, 'account_id' | 'id'>,
): Promise<Conversation> =>
  toConversation(
    await selectConversations(trx, account_id)
      .where('conversation.id', '=', id)
      .executeTakeFirstOrThrow(),
  );

const toDate = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** Returns the conversation as the API shows it. */
export const toConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  number: row.number,
  phone: row.phone,
  contact: row.contact && nestedToContact(row.contact),
  status: row.status,
  unread: row.unread,
  last_message: row.last_message && {
    ...row.last_message,
    text_erased_at: iso(toDate(row.last_message.text_erased_at)),
    created_at: iso(new Date(row.last_message.created_at)),
  },
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
  closed_at: iso(row.closed_at),
});
