import { isSenderName } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { fail, refuse } from '../lib/errors.ts';
import { requireSender } from '../messages/requireSender.ts';

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
