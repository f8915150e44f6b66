import { sql, type Kysely } from 'kysely';

/** Finds the automatic replies to forget. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index automatic_reply_age on automatic_reply (replied_at)`.execute(db);
}
