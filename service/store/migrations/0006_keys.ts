import { sql, type Kysely } from 'kysely';

/** Adds the fields that distinguish the API keys of an account, and the time of revocation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_key')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo('API key'))
    .addColumn('last4', 'text')
    .addColumn('last_used_at', 'timestamptz')
    .addColumn('revoked_at', 'timestamptz')
    .execute();
  await sql`update api_key set name = 'First key' where is_bootstrap`.execute(db);
  await db.schema
    .createIndex('api_key_account')
    .on('api_key')
    .columns(['account_id', 'id'])
    .execute();
}
