import { sql, type Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';
import { conversationId } from './conversationId.ts';
import { forgetUnread } from './forgetUnread.ts';
import { toEnds } from './toEnds.ts';

/** The columns of a deleted message that name its conversation. */
export type DeletedMessage = Pick<
  Selectable<MessageTable>,
  'id' | 'account_id' | 'direction' | 'sender' | 'recipient'
>;

/**
 * Makes the newest remaining messages the last ones of the conversations of deleted messages, apart
 * from broadcasts and automatic replies, and counts no more as unread than remain. Returns the IDs
 * of these conversations.
 */
export async function forgetMessages(
  trx: Trx,
  deleted: readonly DeletedMessage[],
): Promise<string[]> {
  const ids = deleted.flatMap((message) => conversationId(toEnds(message)) ?? []);
  const isLastDeleted = sql`last_message_id = any(${deleted.map(({ id }) => id)}::text[])`;
  // In the order in which new messages lock these rows.
  const { rows } = await sql<{ readonly id: string }>`
    select id from conversation
    where id = any(${ids}::text[]) and (${isLastDeleted} or unread > 0)
    order by id for update`.execute(trx);
  if (rows.length === 0) return [];
  const locked = rows.map(({ id }) => id);
  // Looks for each direction and spelling apart, so that indexes find each immediately.
  const own = sql`account_id = conversation.account_id`;
  await sql`
    update conversation set last_message_id = (
      select max(last.id) from unnest(conversation.phones) as spelling(phone)
      cross join lateral (
        (
          select id from message
          where ${own} and sender = spelling.phone and recipient = conversation.number
            and direction = 'inbound'
          order by id desc limit 1
        ) union all (
          select id from message
          where ${own} and recipient = spelling.phone and sender = conversation.number
            and direction = 'outbound' and broadcast_id is null and not is_keyword_reply
          order by id desc limit 1
        )
      ) as last
    )
    where id = any(${locked}::text[]) and ${isLastDeleted}`.execute(trx);
  await forgetUnread(trx, locked);
  return locked;
}
