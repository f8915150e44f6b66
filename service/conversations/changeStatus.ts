import type { Conversation } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type { ConversationTable } from '../store/tables/messageTables.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { readConversation } from './toConversation.ts';

/** Closes or opens a conversation whose row the transaction has locked. */
export async function changeStatus(
  { context, trx, now }: Pick<UnitOfWork, 'context' | 'trx' | 'now'>,
  row: Selectable<ConversationTable>,
  status: Conversation['status'] | undefined,
): Promise<Conversation> {
  if (status === undefined || status === row.status) return readConversation(trx, row);
  await trx
    .updateTable('conversation')
    .set({
      status,
      closed_at: status === 'closed' ? now : null,
      opened_by: status === 'closed' ? row.opened_by : null,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .execute();
  const data = await readConversation(trx, row);
  const type = status === 'closed' ? 'conversation.closed' : 'conversation.opened';
  await recordEvents(context, trx, [{ accountId: row.account_id, type, data }]);
  return data;
}
