import type { UnitOfWork } from '../core/unitOfWork.ts';

/**
 * Makes changes to the numbers of one account take turns: which of them is the default one depends
 * on all of them. It comes before the lock of any number, and holds up no message.
 */
export async function lockAccount({
  trx,
  account,
}: Pick<UnitOfWork, 'trx' | 'account'>): Promise<void> {
  await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', account.id)
    .forNoKeyUpdate()
    .execute();
}
