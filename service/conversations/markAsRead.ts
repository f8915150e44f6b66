import { sql, type Selectable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { refuse } from '../errors/serviceError.ts';
import type { ConversationTable } from '../store/tables/messageTables.ts';
import { conversationId } from './conversationId.ts';
import { toEnds } from './toEnds.ts';

/**
 * Marks the received messages up to a message as read. The transaction must hold the lock of the
 * row, so that every counted message is visible. An earlier message marks nothing as unread again.
 */
export async function markAsRead(
  { trx }: Pick<UnitOfWork, 'trx'>,
  row: Selectable<ConversationTable>,
  lastMessageId: string | undefined,
): Promise<void> {
  if (row.unread === 0 && lastMessageId === undefined) return;
  const left = lastMessageId === undefined ? 0 : await countAfter({ trx }, row, lastMessageId);
  await trx.updateTable('conversation').set({ unread: left }).where('id', '=', row.id).execute();
}

async function countAfter(
  { trx }: Pick<UnitOfWork, 'trx'>,
  { id, account_id, number, phones, unread }: Selectable<ConversationTable>,
  messageId: string,
): Promise<number> {
  const message = await trx
    .selectFrom('message')
    .select(['account_id', 'direction', 'sender', 'recipient'])
    .where('account_id', '=', account_id)
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!message || conversationId(toEnds(message)) !== id)
    refuse('/last_message_id', 'not_found', 'is not a message of this conversation');
  const later = phones.map(
    (phone) => sql`(
      select 1 from message
      where account_id = ${account_id} and direction = 'inbound'
        and sender = ${phone} and recipient = ${number} and id > ${messageId})`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      ${sql.join(later, sql` union all `)} limit ${unread}
    ) as later`.execute(trx);
  return rows[0]!.count;
}
