import { sql } from 'kysely';
import type { Db } from './database.ts';

/** A larger difference makes messages and keys expire too early, or too late. */
const maxSecondsApart = 5;

/** Returns a sentence if the clocks of the database and of this machine differ. */
export async function findClockProblem(
  db: Db,
  clock: () => Date = () => new Date(),
): Promise<string | undefined> {
  const before = clock().getTime();
  const { rows } = await sql<{ readonly now: Date }>`select clock_timestamp() as now`.execute(db);
  const after = clock().getTime();
  const now = rows[0]!.now.getTime();
  // The response can take long, and the database read its clock at any time in between.
  const seconds = Math.round(Math.max(before - now, now - after) / 1_000);
  return seconds <= maxSecondsApart
    ? undefined
    : `The clocks of this machine and of PostgreSQL are ${seconds} seconds apart. Synchronize both with NTP.`;
}
