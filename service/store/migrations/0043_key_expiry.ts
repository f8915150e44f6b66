import { sql, type Kysely } from 'kysely';

/**
 * Adds the time when a key expires, and the key that replaced it. No table is rewritten. The index
 * finds the keys of an account that still work, however many have ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_key
      add column expires_at timestamptz,
      add column replaced_by text`.execute(db);
  await sql`
    create index api_key_live on api_key (account_id, (coalesce(expires_at, 'infinity')))
    where revoked_at is null`.execute(db);
}
