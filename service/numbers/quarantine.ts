import { limits } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import type { Db, Trx } from '../store/database.ts';
import { hour } from '../times/durations.ts';

/** Numbers that were released before this time are no longer in quarantine. */
export const quarantineStart = (now: Date): Date =>
  new Date(now.getTime() - limits.quarantineHours * hour);

/**
 * Keeps a number from all other accounts for a while: a carrier that could not deliver a text to
 * the last owner tries again for hours, and does not always say when the text arrived.
 */
export async function quarantine(
  { trx, account, now }: Pick<UnitOfWork, 'trx' | 'account' | 'now'>,
  number: string,
): Promise<void> {
  const release = { account_id: account.id, created_at: now };
  await trx
    .insertInto('released_number')
    .values({ number, ...release })
    .onConflict((conflict) => conflict.column('number').doUpdateSet(release))
    .execute();
}

/**
 * Ends the quarantine of a number. Returns the ID of the account that released the number, or
 * undefined if it is not in quarantine.
 */
export const endQuarantine = async (
  trx: Trx,
  number: string,
  now: Date,
): Promise<string | undefined> =>
  (
    await trx
      .deleteFrom('released_number')
      .where('number', '=', number)
      .where('created_at', '>', quarantineStart(now))
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id;

/** Selects the numbers that are in quarantine for an account. */
export const selectQuarantined = (
  db: Db,
  accountId: string,
  numbers: readonly string[],
  now: Date,
) =>
  db
    .selectFrom('released_number')
    .select('number')
    .where('number', 'in', numbers)
    .where('account_id', '<>', accountId)
    .where('created_at', '>', quarantineStart(now));
