import { sql } from 'kysely';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import type { Trx } from '../store/database.ts';
import { messagesOfPhones } from '../search/messagesOfPhones.ts';

/** Remembers the newest message to or from a contact that a transaction has just deleted. */
export async function rememberDeleted(
  trx: Trx,
  accountId: string,
  contact: { readonly id: string; readonly phone: string },
): Promise<void> {
  const messages = trx.selectFrom('message').where('account_id', '=', accountId);
  const phones = equivalentNumbers(contact.phone);
  const newest = messagesOfPhones(messages, { phones, own: [], before: undefined, count: 1 });
  await trx
    .insertInto('deleted_contact')
    .values({
      id: contact.id,
      account_id: accountId,
      message_id: sql<string | null>`(${newest})[1]`,
    })
    .execute();
}
