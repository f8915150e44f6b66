import { sql, type Kysely } from 'kysely';

/** Stores the attempts to submit a message to a carrier, and which messages must not move on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The locks of this migration and of the next ones, before any of them changes a table.
  await sql`
    lock table account, number, message, handset_text in access exclusive mode`.execute(db);
  await sql`
    alter table message add column keeps_carrier boolean not null default false`.execute(db);
  await db.schema
    .createTable('attempt')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('message.id').onDelete('cascade'),
    )
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('carrier_code', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('first_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('attempt_key', ['message_id', 'carrier', 'result', 'carrier_code'])
    .execute();
}
