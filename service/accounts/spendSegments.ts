import type { Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { AccountTable } from '../store/tables.ts';

type Spender = Pick<Selectable<AccountTable>, 'id' | 'daily_segments' | 'time_zone'>;

/** What an account may still send on a day of its time zone. */
export interface Budget {
  /** Segments. */
  readonly left: number;
  readonly total: number;
}

/**
 * Reads what is left of an account's budget, and keeps it from other transactions until this one has
 * ended: no two of them spend the same segments. An account without a budget waits for no one.
 */
export async function holdBudget(
  trx: Trx,
  { id, daily_segments, time_zone }: Spender,
  now: Date,
): Promise<Budget> {
  if (daily_segments === null) return { left: Infinity, total: Infinity };
  const row = await trx
    .selectFrom('account')
    .select(['segments_day', 'segments_used'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const used = row.segments_day === dayOf(now, time_zone) ? row.segments_used : 0;
  return { left: daily_segments - used, total: daily_segments };
}

/** Notes what was accepted, in the transaction that holds the budget. */
export async function spendSegments(
  trx: Trx,
  { id, daily_segments, time_zone }: Spender,
  now: Date,
  segments: number,
): Promise<void> {
  if (daily_segments === null || segments === 0) return;
  const day = dayOf(now, time_zone);
  await trx
    .updateTable('account')
    .set((where) => ({
      segments_day: day,
      segments_used: where
        .case()
        .when('segments_day', '=', day)
        .then(where('segments_used', '+', segments))
        .else(segments)
        .end(),
    }))
    .where('id', '=', id)
    .execute();
}

/** Such as 2026-01-31. */
const dayOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
