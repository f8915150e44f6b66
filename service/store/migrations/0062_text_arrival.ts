import { sql, type Kysely } from 'kysely';

/**
 * Remembers when a text arrived that may ask to stop or start, by the database's clock, which all
 * processes share. A process can store the text before one that arrived earlier.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column arrived_at timestamptz`.execute(db);
}
