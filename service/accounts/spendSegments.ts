import type { Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { AccountTable } from '../store/tables/tables.ts';

type Spender = Pick<Selectable<AccountTable>, 'id' | 'daily_segments' | 'time_zone'>;

/** The segments that an account can still send on the current day in its time zone. */
export interface DailyLimit {
  /** The number of segments left. */
  readonly remaining: number;
  readonly total: number;
}

/**
 * Reads how many segments of its daily limit an account has left, and locks the account until the
 * transaction ends, so that no two transactions spend the same segments. An account without a limit
 * needs no lock.
 */
export async function lockDailyLimit(
  trx: Trx,
  { id, daily_segments, time_zone }: Spender,
  now: Date,
): Promise<DailyLimit> {
  if (daily_segments === null) return { remaining: Infinity, total: Infinity };
  const row = await trx
    .selectFrom('account')
    .select(['segments_day', 'segments_used'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { first, last } = currentDays(now, time_zone);
  const { segments_day: day } = row;
  const isSpentToday = day !== null && day >= first && day <= last;
  const used = isSpentToday ? row.segments_used : 0;
  return { remaining: daily_segments - used, total: daily_segments };
}

/** Records accepted segments in the transaction that locks the daily limit. */
export async function spendSegments(
  trx: Trx,
  { id, daily_segments, time_zone }: Spender,
  now: Date,
  segments: number,
): Promise<void> {
  if (daily_segments === null || segments === 0) return;
  const { first, last } = currentDays(now, time_zone);
  await trx
    .updateTable('account')
    .set((where) => {
      const ifSpentToday = where.case().when(where.between('segments_day', first, last));
      return {
        segments_day: ifSpentToday.then(where.ref('segments_day')).else(first).end(),
        segments_used: ifSpentToday
          .then(where('segments_used', '+', segments))
          .else(segments)
          .end(),
      };
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the stored days that count as today. The account's day never moves back.
 * Otherwise, the account could get more segments by moving to a time zone further west. A day that
 * has not begun in any time zone comes from a wrong clock.
 */
const currentDays = (now: Date, timeZone: string) => ({
  first: formatDay(now, timeZone),
  last: formatDay(now, 'Pacific/Kiritimati'),
});

/** Returns the day in a time zone, such as 2026-01-31. */
const formatDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
