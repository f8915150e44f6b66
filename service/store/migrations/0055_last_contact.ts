import { sql, type Kysely } from 'kysely';

/** Remembers up to which contact the audience of a broadcast goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table broadcast_work add column last_contact text`.execute(db);
}
