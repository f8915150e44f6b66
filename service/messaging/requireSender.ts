import type { Call } from '../handlers.ts';
import { requirePhone } from './requirePhone.ts';
import { toE164 } from './phone.ts';

/** A sender as it is stored: a number in E.164 form; a short code or a name as it is written. */
export function requireSender(call: Call, written: string, pointer: string): string {
  const typed = written.trim();
  const isSpelledOut =
    /[A-Za-z]/.test(typed) ||
    (/^\d{3,6}$/.test(typed) && !toE164(typed, call.account.default_country));
  return isSpelledOut ? typed : requirePhone(call, typed, pointer);
}
