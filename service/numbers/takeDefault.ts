import type { AccountChange } from '../accounts/lockAccount.ts';

/**
 * Decides whether an active number becomes the default, and makes room for it. Without a request,
 * it does if the account has no default. Call it after `lockAccount`.
 */
export async function takeDefault(
  change: AccountChange,
  requested: boolean | null,
): Promise<boolean> {
  const isDefault = requested ?? !(await hasDefault(change));
  if (isDefault) await unsetDefault(change);
  return isDefault;
}

const hasDefault = async ({ trx, account }: AccountChange): Promise<boolean> =>
  (await trx
    .selectFrom('number')
    .select('id')
    .where('account_id', '=', account.id)
    .where('is_default', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Makes no number the default. */
export async function unsetDefault({ trx, account }: AccountChange): Promise<void> {
  await trx
    .updateTable('number')
    .set({ is_default: false })
    .where('account_id', '=', account.id)
    .where('is_default', '=', true)
    .execute();
}
