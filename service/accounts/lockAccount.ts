import type { UnitOfWork } from '../core/unitOfWork.ts';

export type AccountChange = Pick<UnitOfWork, 'trx'> & {
  readonly account: Pick<UnitOfWork['account'], 'id'>;
};

/**
 * Serializes changes to the settings of an account, and to its numbers, because the default number
 * depends on all of them. Call it before you lock any number. It does not block messages.
 */
export async function lockAccount({ trx, account }: AccountChange): Promise<void> {
  await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', account.id)
    .forNoKeyUpdate()
    .execute();
}
