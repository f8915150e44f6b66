import type { Input, Message, contract } from '@textloom/shared/contract';
import { missingConversation } from '../conversations/findConversation.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { ServiceError } from '../errors/serviceError.ts';
import { sendMessages } from './sendMessages.ts';

type Reply = Input<(typeof contract)['conversation']['reply']>;

/** Sends replies from the number of each conversation. Returns a result for each, in order. */
export async function replyInConversations(
  unit: UnitOfWork,
  replies: readonly Reply[],
): Promise<(Message | ServiceError)[]> {
  const rows = await unit.trx
    .selectFrom('conversation')
    .select(['id', 'number', 'phone'])
    .where('account_id', '=', unit.account.id)
    .where('id', 'in', [...new Set(replies.map(({ id }) => id))])
    .execute();
  const ends = new Map(rows.map(({ id, number, phone }) => [id, { from: number, to: phone }]));
  const known = replies.filter(({ id }) => ends.has(id));
  const sent = await sendMessages(
    unit,
    known.map(({ id, ...content }) => ({ ...content, ...ends.get(id)! })),
  );
  const results = sent.map(withoutPointers).values();
  return replies.map(({ id }) => (ends.has(id) ? results.next().value! : missingConversation()));
}

/** Explains the refusals because of a field that the request for a reply does not have. */
function withoutPointers(result: Message | ServiceError): Message | ServiceError {
  if (!(result instanceof ServiceError)) return result;
  const pointers = result.fieldErrors.map(({ pointer }) => pointer);
  if (pointers.includes('/from'))
    return new ServiceError('sender_not_owned', {
      detail: 'Your number in this conversation does not belong to this account anymore.',
    });
  if (pointers.includes('/to'))
    return new ServiceError('no_route', {
      detail: 'The other side of this conversation is not a phone number that gets texts.',
    });
  return result;
}
