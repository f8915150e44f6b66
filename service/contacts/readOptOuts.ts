import type { Trx } from '../store/database.ts';

/**
 * Returns when the recipients with these numbers, in E.164 form, opted out. Omits all other
 * numbers.
 */
export async function readOptOuts(
  trx: Trx,
  accountId: string,
  phones: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await trx
    .selectFrom('opt_out')
    .select(['phone', 'created_at'])
    .where('account_id', '=', accountId)
    .where('phone', 'in', phones)
    .execute();
  return new Map(rows.map(({ phone, created_at }) => [phone, created_at]));
}
