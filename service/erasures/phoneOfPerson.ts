import { missingContact } from '../contacts/isContact.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { toE164 } from '../lib/phone.ts';

/** Returns the number that names a person who is not a contact. Refuses the ID of a contact. */
export const phoneOfPerson = (
  { account }: Pick<UnitOfWork, 'account'>,
  idOrPhone: string,
): string =>
  (idOrPhone.startsWith('con_') ? undefined : toE164(idOrPhone, account.default_country)) ??
  missingContact();
