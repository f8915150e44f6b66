import { isSenderName } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { requirePhone } from '../lib/requirePhone.ts';
import { normalizeSender } from '../lib/phone.ts';

/** Returns a sender as it is stored, or refuses the field at the pointer. */
export function requireSender(
  unit: Pick<UnitOfWork, 'account'>,
  written: string,
  pointer: string,
): string {
  const sender = normalizeSender(written.trim(), unit.account.default_country);
  const isVerbatim = isSenderName(sender) || /^\d{3,6}$/.test(sender);
  return isVerbatim ? sender : requirePhone(unit, sender, pointer);
}
