import { sql, type Kysely } from 'kysely';

/**
 * Stores up to which message the service has asked each carrier for overdue receipts, and lets it
 * find the next ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipt_check')
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('age_seconds', 'integer', (column) => column.notNull())
    .addColumn('sent_at', 'timestamptz', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('receipt_check_key', ['carrier', 'age_seconds'])
    .execute();
  await sql`
    create index message_sent on message (carrier, sent_at, id)
    where status = 'sent' and final_at is null`.execute(db);
}
