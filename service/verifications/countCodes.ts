import { sql } from 'kysely';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { latestTime } from '../times/latestTime.ts';
import { hour } from '../times/durations.ts';

/** Stands for all phone numbers of an account. */
const everyPrefix = '';

export type Counter = 'started' | 'approved' | 'refused';

/** Counts codes by prefix. One code counts once for each of its prefixes, and for the account. */
export interface CodeCount {
  readonly prefixes: readonly string[];
  readonly counter: Counter;
  /** When the code was sent. */
  readonly at: Date;
}

/** Adds to the counters. They are locked until the transaction ends, so do this last. */
export async function countCodes(
  trx: Trx,
  accountId: string,
  counts: readonly CodeCount[],
): Promise<void> {
  if (counts.length === 0) return;
  const rows = new Map<string, { prefix: string; hour: Date } & Record<Counter, number>>();
  for (const { prefixes, counter, at } of counts) {
    const start = Math.floor(at.getTime() / hour) * hour;
    for (const prefix of [everyPrefix, ...prefixes]) {
      const key = `${prefix} ${start}`;
      const none = { prefix, hour: new Date(start), started: 0, approved: 0, refused: 0 };
      const row = rows.get(key) ?? none;
      row[counter]++;
      rows.set(key, row);
    }
  }
  // All transactions lock the rows in the same order.
  const sorted = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    ${insertMany(
      'verification_hour',
      sorted.map(([, row]) => ({ account_id: accountId, ...row })),
    )}
    on conflict (account_id, prefix, hour) do update set
      started = verification_hour.started + excluded.started,
      approved = verification_hour.approved + excluded.approved,
      refused = verification_hour.refused + excluded.refused`.execute(trx);
}

/** Returns the oldest hour whose codes may be younger than 24 hours. */
export const oldestHour = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / hour) * hour - 24 * hour);

/** Selects the counters of the last 24 hours. */
export const isOfLastDay = (now: Date) =>
  sql`verification_hour.hour between ${oldestHour(now)} and ${latestTime(now)}`;

/** Counts all codes of an account in the last 24 hours. */
export async function sumCodes(
  trx: Trx,
  accountId: string,
  now: Date,
): Promise<{ readonly started: number; readonly approved: number }> {
  const { rows } = await sql<{ started: number; approved: number }>`
    select coalesce(sum(started), 0)::int as started, coalesce(sum(approved), 0)::int as approved
    from verification_hour
    where account_id = ${accountId} and prefix = ${everyPrefix}
      and ${isOfLastDay(now)}`.execute(trx);
  return rows[0]!;
}
