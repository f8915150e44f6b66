import { sql, type Kysely } from 'kysely';

/**
 * Stores the texts that wait to become one event. Does not reference `webhook`, because a new text
 * would then wait for every change to its webhook.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column webhook_id text`.execute(db);
  await db.schema
    .createTable('burst')
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('conversation_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('event_ids', sql`text[]`, (column) => column.notNull())
    .addColumn('opened_at', 'timestamptz', (column) => column.notNull())
    .addColumn('due_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('burst_key', ['webhook_id', 'conversation_id'])
    .execute();
  await sql`create index burst_due on burst (due_at)`.execute(db);
}
