import type { UnitOfWork } from '../core/unitOfWork.ts';

/**
 * Serializes changes to the numbers of an account, because the default number depends on all of
 * them. Call it before you lock any number. It does not block messages.
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
