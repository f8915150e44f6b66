import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Returns whether another session is using this PostgreSQL database at the moment, such as one that
 * serves a request. Sees the sessions of all processes of the service.
 */
export async function isBusy(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isBusy: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid() and state <> 'idle'
    ) as "isBusy"`.execute(db);
  return rows[0]!.isBusy;
}
