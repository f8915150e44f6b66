import { sql } from 'kysely';
import { equivalentNumbers } from '../lib/equivalentNumbers.ts';
import type { Db, Trx } from '../store/database.ts';
import { messagesOfPhones } from './messagesOfPhones.ts';

/**
 * Returns the numbers that all messages of a contact are to or from. The number of a contact never
 * changes. A deleted contact has the number of its newest message. Returns undefined if nobody
 * knows the number.
 */
export async function phonesOfContact(
  db: Db,
  accountId: string,
  contactId: string | undefined,
): Promise<readonly string[] | undefined> {
  if (contactId === undefined) return undefined;
  if (!/^con_[0-9A-Z]{26}$/.test(contactId)) return [];
  const contact = await db
    .selectFrom('contact')
    .select('phone')
    .where('account_id', '=', accountId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  if (contact) return equivalentNumbers(contact.phone);
  const deleted = await db
    .selectFrom('deleted_contact')
    .leftJoin('message', 'message.id', 'deleted_contact.message_id')
    .select([
      'deleted_contact.message_id',
      sql<string | null>`case direction when 'inbound' then sender else recipient end`.as('phone'),
    ])
    .where('deleted_contact.id', '=', contactId)
    .where('deleted_contact.account_id', '=', accountId)
    .executeTakeFirst();
  if (deleted?.message_id === null) return [];
  return deleted?.phone ? equivalentNumbers(deleted.phone) : undefined;
}

/** Remembers the newest message of a contact that a transaction has just deleted. */
export async function rememberDeleted(
  trx: Trx,
  accountId: string,
  contact: { readonly id: string; readonly phone: string },
): Promise<void> {
  const messages = trx
    .selectFrom('message')
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contact.id);
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
