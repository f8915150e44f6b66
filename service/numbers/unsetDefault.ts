import type { UnitOfWork } from '../core/unitOfWork.ts';

export async function unsetDefault({
  trx,
  account,
}: Pick<UnitOfWork, 'trx' | 'account'>): Promise<void> {
  await trx
    .updateTable('number')
    .set({ is_default: false })
    .where('account_id', '=', account.id)
    .where('is_default', '=', true)
    .execute();
}
