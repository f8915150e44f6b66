import { sql } from 'kysely';
import type { Db } from '../../../service/store/database.ts';

/** Counts the sessions of a PostgreSQL database that wait for a lock. */
export async function countBlocked(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly blocked: number }>`
    select count(*)::int as blocked from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.blocked;
}
