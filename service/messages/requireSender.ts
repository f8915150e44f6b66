import { isSenderName } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { ServiceError } from '../lib/errors.ts';
import { findSender, normalizeSender, toShortCode } from '../lib/phone.ts';
import { requirePhone, requireSpellings } from '../lib/requirePhone.ts';
import { isAnySender } from '../numbers/isAnySender.ts';
import type { Db } from '../store/database.ts';
import type { DraftContext, NewMessage, SenderNumber } from './facts.ts';
import type { Lookups } from './lookUpFacts.ts';

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

/**
 * Returns all spellings of a sender that a search names, or refuses the field at the pointer.
 * Messages have the name as the account's number has it.
 */
export async function findSenders(
  db: Db,
  unit: Pick<UnitOfWork, 'account'>,
  written: string,
  pointer: string,
): Promise<string[]> {
  const sender = written.trim();
  if (!isSenderName(sender)) return requireSpellings(unit, sender, pointer);
  const rows = await db
    .selectFrom('number')
    .select('number')
    .where('account_id', '=', unit.account.id)
    .where(isAnySender([sender]))
    .execute();
  return [...new Set([sender, ...rows.map(({ number }) => number)])];
}

/** Returns the number of the account that a new message leaves from, or refuses `from`. */
export function chooseSender(
  { account }: Pick<DraftContext, 'account'>,
  { from }: Pick<NewMessage, 'from'>,
  { numbers }: Pick<Lookups, 'numbers'>,
): SenderNumber {
  if (from === undefined) {
    const number = numbers.find(({ is_default }) => is_default);
    if (number) return number;
    throw new ServiceError('sender_not_owned', {
      detail: 'The account has no default number.',
      fieldErrors: [
        {
          pointer: '/from',
          code: 'required',
          detail: 'is required because the account has no default number',
        },
      ],
    });
  }
  const sender = normalizeSender(from, account.default_country);
  const number = findSender(numbers, sender, (one) => one.number);
  if (number) return number;
  throw new ServiceError('sender_not_owned', {
    fieldErrors: [
      { pointer: '/from', code: 'invalid_sender', detail: 'is not a sender of this account' },
    ],
  });
}
