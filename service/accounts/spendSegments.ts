import type { Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { AccountTable } from '../store/tables/tables.ts';

type Spender = Pick<Selectable<AccountTable>, 'id' | 'daily_segments' | 'time_zone'>;

/** The segments that an account can still send on the current day in its time zone. */
export interface Budget {
  /** The number of segments left. */
  readonly remaining: number;
  readonly total: number;
}

/**
 * Reads the remaining budget of an account, and locks it until the transaction ends, so that no two
 * transactions spend the same segments. An account without a budget needs no lock.
 */
export async function lockBudget(
  trx: Trx,
  { id, daily_segments, time_zone }: Spender,
  now: Date,
): Promise<Budget> {
  if (daily_segments === null) return { remaining: Infinity, total: Infinity };
  const row = await trx
    .selectFrom('account')
    .select(['segments_day', 'segments_used'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const isSpentToday = row.segments_day !== null && row.segments_day >= formatDay(now, time_zone);
  const used = isSpentToday ? row.segments_used : 0;
  return { remaining: daily_segments - used, total: daily_segments };
}

/** Records accepted segments in the transaction that holds the budget. */
export async function spendSegments(
  trx: Trx,
  { id, daily_segments, time_zone }: Spender,
  now: Date,
  segments: number,
): Promise<void> {
  if (daily_segments === null || segments === 0) return;
  const day = formatDay(now, time_zone);
  // The day never goes back: an account in a zone further west would get another budget.
  await trx
    .updateTable('account')
    .set((where) => ({
      segments_day: where.fn<string>('greatest', ['segments_day', where.val(day)]),
      segments_used: where
        .case()
        .when('segments_day', '>=', day)
        .then(where('segments_used', '+', segments))
        .else(segments)
        .end(),
    }))
    .where('id', '=', id)
    .execute();
}

/** Returns the day in a time zone, such as 2026-01-31. */
const formatDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
