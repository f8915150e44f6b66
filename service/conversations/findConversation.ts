import type { Selectable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { ServiceError } from '../errors/serviceError.ts';
import type { ConversationTable } from '../store/tables/messageTables.ts';

/** Reads the row of a conversation of the account, or throws an error. */
export async function findConversation(
  { trx, account }: Pick<UnitOfWork, 'trx' | 'account'>,
  id: string,
  { lock }: { readonly lock: boolean },
): Promise<Selectable<ConversationTable>> {
  const row = await trx
    .selectFrom('conversation')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!row) throw missingConversation();
  return row;
}

export const missingConversation = (): ServiceError =>
  new ServiceError('not_found', {
    detail:
      'There is no such conversation in this account. A conversation starts with the first text from its phone number, or when you open it.',
  });
