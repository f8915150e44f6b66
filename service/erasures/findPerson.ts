import { sql } from 'kysely';
import { hasPhone } from '../consents/hasPhone.ts';
import { failMissing } from '../lib/errors.ts';
import { listIds, type ContactRow } from '../contacts/toContact.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { findByPhone } from '../lib/equivalentNumbers.ts';
import { toE164 } from '../lib/phone.ts';

interface Person {
  /** In E.164 form. */
  readonly phone: string;
  /** Undefined if no contact has the number, in any spelling. */
  readonly contact: ContactRow | undefined;
}

/** Finds a person by the ID of a contact, or by a number. Refuses an unknown ID. */
export async function findPerson(
  { trx, account }: Pick<UnitOfWork, 'trx' | 'account'>,
  idOrPhone: string,
): Promise<Person> {
  const isId = idOrPhone.startsWith('con_');
  const phone = isId ? undefined : toE164(idOrPhone, account.default_country);
  const contacts = await trx
    .selectFrom('contact')
    .selectAll()
    .select(listIds)
    .where('account_id', '=', account.id)
    .where(isId ? sql<boolean>`id = ${idOrPhone}` : hasPhone([phone ?? idOrPhone]))
    .execute();
  const contact = isId ? contacts[0] : findByPhone(contacts)(phone ?? idOrPhone);
  return { phone: contact?.phone ?? phone ?? failMissing('contact'), contact };
}
