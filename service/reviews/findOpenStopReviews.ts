import { hasPhone } from '../consents/hasPhone.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import type { Trx } from '../store/database.ts';

/**
 * Returns which of these people have sent a text that may be an opt-out, and that nobody has
 * decided yet.
 */
export async function findOpenStopReviews(
  trx: Trx,
  accountId: string,
  /** In E.164 form. */
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('review')
    .select('phone')
    .where('account_id', '=', accountId)
    .where(hasPhone(phones))
    .where('status', '=', 'open')
    .where('keyword', '=', 'stop')
    .execute();
  const open = new Set(rows.map(({ phone }) => phone));
  return new Set(phones.filter((phone) => equivalentNumbers(phone).some((one) => open.has(one))));
}
