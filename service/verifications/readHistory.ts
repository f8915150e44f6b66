import { sql } from 'kysely';
import { hasPhone } from '../consents/hasPhone.ts';
import { phoneKey } from '../phones/equivalentNumbers.ts';
import type { Trx } from '../store/database.ts';
import { latestTime } from '../times/latestTime.ts';
import { day } from '../times/durations.ts';

/** A phone number that entered a code in this time is not part of an attack. */
const knownMs = 90 * day;

export interface PhoneHistory {
  /** The times of its codes of the last 24 hours, in milliseconds, the newest first. */
  readonly times: number[];
  /** Whether the phone number entered a code before. */
  readonly isKnown: boolean;
}

interface Pending {
  readonly id: string;
  readonly phone: string;
}

/**
 * Returns the earlier codes of phone numbers, and locks their pending verifications. All spellings
 * of a number count together.
 */
export async function readHistory(
  trx: Trx,
  accountId: string,
  phones: readonly string[],
  now: Date,
): Promise<{
  readonly histories: ReadonlyMap<string, PhoneHistory>;
  readonly pending: readonly Pending[];
}> {
  const pending = await trx
    .selectFrom('verification')
    .select(['id', 'phone'])
    .where('account_id', '=', accountId)
    .where(hasPhone(phones))
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute();
  const { rows } = await sql<{ phone: string; created_at: Date; is_approved: boolean }>`
    select phone, created_at, status = 'approved' as is_approved
    from verification
    where account_id = ${accountId} and ${hasPhone(phones)}
      and (created_at > ${new Date(now.getTime() - day)}
        or (status = 'approved' and created_at > ${new Date(now.getTime() - knownMs)}))
    order by created_at desc`.execute(trx);
  const codesByKey = Map.groupBy(rows, ({ phone }) => phoneKey(phone));
  const [earliest, latest] = [now.getTime() - day, latestTime(now).getTime()];
  const histories = new Map<string, PhoneHistory>();
  for (const phone of phones) {
    const key = phoneKey(phone);
    const codes = codesByKey.get(key) ?? [];
    const times = codes.map(({ created_at }) => created_at.getTime());
    const history = histories.get(key) ?? {
      times: times.filter((at) => at > earliest && at <= latest),
      isKnown: codes.some(({ is_approved }) => is_approved),
    };
    histories.set(key, history).set(phone, history);
  }
  return { histories, pending };
}
