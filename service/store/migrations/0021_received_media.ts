import { sql, type Kysely } from 'kysely';

/** Stores the media of received messages until the messages go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('received_media')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('message.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('source', 'text')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('pending'))
    .addColumn('content_type', 'text')
    .addColumn('size', 'integer')
    .addColumn('data', 'bytea')
    .addColumn('link_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('received_media_of_message', ['message_id', 'position'])
    .execute();
  // Media is compressed already. Uncompressed values can be read in parts.
  await sql`alter table received_media alter column data set storage external`.execute(db);
}
