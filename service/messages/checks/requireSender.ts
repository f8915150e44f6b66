import { isSenderName } from '@textloom/shared/contract';
import { isAnySender } from '../../accounts/isAnySender.ts';
import type { UnitOfWork } from '../../core/unitOfWork.ts';
import { fail, refuse, ServiceError } from '../../errors/serviceError.ts';
import { findSender, normalizeSender, toShortCode } from '../../phones/phone.ts';
import { requirePhone, requireSpellings } from '../../phones/requirePhone.ts';
import type { Db } from '../../store/database.ts';
import type { DraftContext, NewMessage, SenderNumber } from '../facts.ts';
import type { Lookups } from '../lookUpFacts.ts';

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

/**
 * Returns an active number of the account that can get replies: the given one, or the default. A
 * name gets none. Refuses the field at the pointer otherwise.
 */
export async function chooseAnswerable(
  unit: Pick<UnitOfWork, 'trx' | 'account'>,
  written: string | undefined,
  pointer: string,
): Promise<string> {
  const number = written === undefined ? undefined : requireSender(unit, written, pointer);
  if (number !== undefined && isSenderName(number))
    refuse(pointer, 'invalid_sender', 'is a name, which gets no replies');
  const row = await unit.trx
    .selectFrom('number')
    .select('number')
    .where('account_id', '=', unit.account.id)
    .where('status', '=', 'active')
    .where((where) =>
      number === undefined ? where('is_default', '=', true) : where('number', '=', number),
    )
    .executeTakeFirst();
  if (row && !isSenderName(row.number)) return row.number;
  return fail('sender_not_owned', {
    fieldErrors: [
      number === undefined
        ? {
            pointer,
            code: 'required',
            detail: 'is required because the account has no default number that gets replies',
          }
        : { pointer, code: 'invalid_sender', detail: 'is not a number of this account' },
    ],
  });
}
