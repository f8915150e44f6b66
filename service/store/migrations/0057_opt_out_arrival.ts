import { sql, type Kysely } from 'kysely';

/**
 * Remembers when an opt-out arrived, by the database's clock, which all processes share. Processes
 * of the previous version store opt-outs when they process them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table opt_out add column arrived_at timestamptz`.execute(db);
  await sql`alter table opt_out alter column arrived_at set default now()`.execute(db);
}
