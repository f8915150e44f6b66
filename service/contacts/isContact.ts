import { sql } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { hasPhone } from '../consents/hasPhone.ts';
import { hasOtherSpelling } from '../phones/equivalentNumbers.ts';
import { toE164 } from '../phones/phone.ts';

/**
 * Matches the contact of an account by its ID, or by its number in any spelling. If both spellings
 * of a number have a contact, matches the one with the given spelling.
 */
export function isContact({ account }: Pick<UnitOfWork, 'account'>, idOrPhone: string) {
  const isOfAccount = sql<boolean>`contact.account_id = ${account.id}`;
  if (idOrPhone.startsWith('con_'))
    return sql<boolean>`${isOfAccount} and contact.id = ${idOrPhone}`;
  const phone = toE164(idOrPhone, account.default_country) ?? idOrPhone;
  if (!hasOtherSpelling(phone)) return sql<boolean>`${isOfAccount} and contact.phone = ${phone}`;
  return sql<boolean>`contact.id = (
    select contact.id from contact where ${isOfAccount} and ${hasPhone([phone])}
    order by contact.phone = ${phone} desc limit 1
  )`;
}
