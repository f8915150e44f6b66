import type { AccountChange } from '../accounts/lockAccount.ts';

export async function unsetDefault({ trx, account }: AccountChange): Promise<void> {
  await trx
    .updateTable('number')
    .set({ is_default: false })
    .where('account_id', '=', account.id)
    .where('is_default', '=', true)
    .execute();
}
