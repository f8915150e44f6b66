import type { Conversation } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { equivalentNumbers } from '../lib/equivalentNumbers.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { changeStatus } from './changeStatus.ts';
import { conversationId } from './conversationId.ts';
import { findConversation } from './findConversation.ts';
import { readConversation } from './toConversation.ts';

interface Opened {
  readonly conversation: Conversation;
  readonly isNew: boolean;
}

/** Starts a conversation, or opens the one that exists. `number` must be a number, not a name. */
export async function openConversation(
  unit: UnitOfWork,
  { number, phone }: { readonly number: string; readonly phone: string },
): Promise<Opened> {
  const { context, trx, account, now } = unit;
  const id = conversationId({ accountId: account.id, number, phone })!;
  const added = await trx
    .insertInto('conversation')
    .values({
      id,
      account_id: account.id,
      number,
      phone,
      phones: equivalentNumbers(phone),
      status: 'open',
      last_message_id: null,
      opened_by: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(['id', 'account_id'])
    .executeTakeFirst();
  if (!added) {
    const row = await findConversation(unit, id, { lock: true });
    return { conversation: await changeStatus(unit, row, 'open'), isNew: false };
  }
  const conversation = await readConversation(trx, added);
  await recordEvents(context, trx, [
    { accountId: account.id, type: 'conversation.opened', data: conversation },
  ]);
  return { conversation, isNew: true };
}
