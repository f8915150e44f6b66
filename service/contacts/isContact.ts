import { sql } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { fail } from '../lib/errors.ts';
import { toE164 } from '../lib/phone.ts';

/** Matches the contact of an account by its ID, or by its number in any spelling. */
export const isContact = ({ account }: Pick<UnitOfWork, 'account'>, idOrPhone: string) =>
  idOrPhone.startsWith('con_')
    ? sql<boolean>`contact.account_id = ${account.id} and contact.id = ${idOrPhone}`
    : sql<boolean>`contact.account_id = ${account.id}
        and contact.phone = ${toE164(idOrPhone, account.default_country) ?? idOrPhone}`;

export const missingContact = (): never =>
  fail('not_found', { detail: 'There is no such contact in this account.' });
