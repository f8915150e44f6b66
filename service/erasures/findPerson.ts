import { failMissing } from '../errors/serviceError.ts';
import { isContact } from '../contacts/isContact.ts';
import { listIds, type ContactRow } from '../contacts/toContact.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { toE164 } from '../phones/phone.ts';

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
  const contact = await trx
    .selectFrom('contact')
    .selectAll()
    .select(listIds)
    .where(isContact({ account }, idOrPhone))
    .executeTakeFirst();
  return { phone: contact?.phone ?? phone ?? failMissing('contact'), contact };
}
