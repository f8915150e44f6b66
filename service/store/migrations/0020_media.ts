import { sql, type Kysely } from 'kysely';

/** Stores the media of a message. A message without media takes no more space than before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column media jsonb`.execute(db);
}
