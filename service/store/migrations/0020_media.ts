import { sql, type Kysely } from 'kysely';

/**
 * Stores the media of messages, and of the texts that simulated handsets show. An SMS takes no more
 * space than before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column media jsonb`.execute(db);
  await sql`alter table handset_text add column media jsonb`.execute(db);
}
