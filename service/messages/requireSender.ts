import { isSenderName } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { toShortCode } from '../lib/phone.ts';
import { requirePhone, requireSpellings } from '../lib/requirePhone.ts';

/** Returns a sender as it is stored, or refuses the field at the pointer. */
export function requireSender(
  unit: Pick<UnitOfWork, 'account'>,
  written: string,
  pointer: string,
): string {
  const sender = written.trim();
  if (isSenderName(sender)) return sender;
  return toShortCode(sender) ?? requirePhone(unit, sender, pointer);
}

/** Returns all spellings of a sender that a search names, or refuses the field at the pointer. */
export function requireSenders(
  unit: Pick<UnitOfWork, 'account'>,
  written: string,
  pointer: string,
): string[] {
  const sender = written.trim();
  return isSenderName(sender) ? [sender] : requireSpellings(unit, sender, pointer);
}
