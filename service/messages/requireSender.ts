import type { UnitOfWork } from '../core/unitOfWork.ts';
import { requirePhone } from '../lib/requirePhone.ts';
import { toE164 } from '../lib/phone.ts';

/** Returns a sender as it is stored: a number in E.164 form, or a short code or a name as written. */
export function requireSender(unit: UnitOfWork, written: string, pointer: string): string {
  const typed = written.trim();
  const isSpelledOut =
    /[A-Za-z]/.test(typed) ||
    (/^\d{3,6}$/.test(typed) && !toE164(typed, unit.account.default_country));
  return isSpelledOut ? typed : requirePhone(unit, typed, pointer);
}
