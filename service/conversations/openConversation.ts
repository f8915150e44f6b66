import type { Conversation } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { changeStatus } from './changeStatus.ts';
import { conversationId, type Ends } from './conversationId.ts';
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
  const phones = equivalentNumbers(phone);
  const id = conversationId({ accountId: account.id, number, phone })!;
  const added = await trx
    .insertInto('conversation')
    .values({
      id,
      account_id: account.id,
      number,
      phone,
      phones,
      status: 'open',
      last_message_id: findLastSent({ accountId: account.id, number, phones }),
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

/**
 * Returns an expression for the ID of the last message that was sent before the conversation
 * started, apart from broadcasts and automatic replies. Looks for each spelling apart, so that an
 * index finds it immediately.
 */
const findLastSent = ({
  accountId,
  number,
  phones,
}: Omit<Ends, 'phone'> & { readonly phones: readonly string[] }) => sql<string | null>`(
  select max(last.id) from unnest(${phones}::text[]) as spelling(phone)
  cross join lateral (
    select id from message
    where account_id = ${accountId} and recipient = spelling.phone and sender = ${number}
      and direction = 'outbound' and broadcast_id is null and not is_keyword_reply
    order by id desc limit 1
  ) as last
)`;
