import type { Selectable } from 'kysely';
import type { MessageTable } from '../store/tables/messageTables.ts';
import type { Ends } from './conversationId.ts';

/** Returns the two numbers of a message, as its conversation names them. */
export const toEnds = ({
  account_id: accountId,
  direction,
  sender,
  recipient,
}: Pick<Selectable<MessageTable>, 'account_id' | 'direction' | 'sender' | 'recipient'>): Ends =>
  direction === 'inbound'
    ? { accountId, number: recipient, phone: sender }
    : { accountId, number: sender, phone: recipient };
