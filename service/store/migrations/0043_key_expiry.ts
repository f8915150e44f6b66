import { sql, type Kysely } from 'kysely';

/** Adds the time when a key expires, and the key that replaced it. No table is rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_key
      add column expires_at timestamptz,
      add column replaced_by text`.execute(db);
}
