import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import type { ConversationTable, MessageTable } from '../store/tables/messageTables.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { conversationId } from './conversationId.ts';
import { toEnds } from './toEnds.ts';
import { readConversation } from './toConversation.ts';

/**
 * Adds a new received message to its conversation, which starts or opens again if necessary. To
 * prevent deadlocks, a transaction locks conversations last.
 */
export async function addReceived(
  context: Context,
  trx: Trx,
  message: Selectable<MessageTable>,
): Promise<void> {
  const ends = toEnds(message);
  const id = conversationId(ends);
  if (id === null) return;
  const { number, phone } = ends;
  const insert = insertMany('conversation', [
    {
      id,
      account_id: message.account_id,
      number,
      phone,
      phones: equivalentNumbers(phone),
      status: 'open',
      unread: 1,
      last_message_id: message.id,
      opened_by: message.id,
      created_at: message.created_at,
      updated_at: message.created_at,
    },
  ]);
  // The texts of one conversation wait for each other here, so that each of them counts.
  const { rows } = await sql<Selectable<ConversationTable>>`
    ${insert}
    on conflict (id) do update set
      phone = excluded.phone,
      status = 'open',
      closed_at = null,
      unread = conversation.unread + 1,
      last_message_id = greatest(conversation.last_message_id, excluded.last_message_id),
      opened_by = case conversation.status
        when 'closed' then excluded.opened_by else conversation.opened_by end,
      updated_at = greatest(conversation.updated_at, excluded.updated_at)
    returning *`.execute(trx);
  const row = rows[0]!;
  if (row.opened_by !== message.id) return;
  const data = await readConversation(trx, row);
  await recordEvents(context, trx, [
    { accountId: row.account_id, type: 'conversation.opened', data },
  ]);
}
