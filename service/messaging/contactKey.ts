import { fail } from '../http/serviceError.ts';

/** A contact goes by its id, or by its phone number in E.164 form. */
export const contactKey = (idOrPhone: string): 'id' | 'phone' =>
  idOrPhone.startsWith('+') ? 'phone' : 'id';

export const missingContact = (): never =>
  fail('not_found', { detail: 'There is no such contact in this account.' });
