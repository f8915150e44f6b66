import { sql } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import type { Db } from '../store/database.ts';
import { isContact } from './isContact.ts';

interface Unit extends Pick<UnitOfWork, 'account'> {
  readonly db: Db;
}

export interface FoundContact {
  readonly id: string;
  /**
   * All spellings of the number that every message of the contact is to or from. Empty if there are
   * none. Undefined if nobody knows the number.
   */
  readonly phones: readonly string[] | undefined;
}

/**
 * Finds the contact that a list names by its ID, or by its number in any spelling. The number of a
 * contact never changes. A deleted contact has the number of its newest message.
 */
export async function findContact({ db, account }: Unit, idOrPhone: string): Promise<FoundContact> {
  const contact = await db
    .selectFrom('contact')
    .select(['id', 'phone'])
    .where(isContact({ account }, idOrPhone))
    .executeTakeFirst();
  if (contact) return { id: contact.id, phones: equivalentNumbers(contact.phone) };
  const none = { id: idOrPhone, phones: [] };
  if (!/^con_[0-9A-Z]{26}$/.test(idOrPhone)) return none;
  const deleted = await db
    .selectFrom('deleted_contact')
    .leftJoin('message', 'message.id', 'deleted_contact.message_id')
    .select([
      'deleted_contact.message_id',
      sql<string | null>`case direction when 'inbound' then sender else recipient end`.as('phone'),
    ])
    .where('deleted_contact.id', '=', idOrPhone)
    .where('deleted_contact.account_id', '=', account.id)
    .executeTakeFirst();
  if (deleted?.message_id === null) return none;
  return {
    id: idOrPhone,
    phones: deleted?.phone ? equivalentNumbers(deleted.phone) : undefined,
  };
}
