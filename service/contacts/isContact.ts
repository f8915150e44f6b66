import { sql } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { fail } from '../lib/errors.ts';
import { toE164 } from '../lib/phone.ts';

/** Whether a row is the contact of the account that goes by this id, or by this number however it is written. */
export const isContact = ({ account }: Pick<UnitOfWork, 'account'>, idOrPhone: string) =>
  idOrPhone.startsWith('con_')
    ? sql<boolean>`contact.account_id = ${account.id} and contact.id = ${idOrPhone}`
    : sql<boolean>`contact.account_id = ${account.id}
        and contact.phone = ${toE164(idOrPhone, account.default_country) ?? idOrPhone}`;

export const missingContact = (): never =>
  fail('not_found', { detail: 'There is no such contact in this account.' });
