import type { Kysely } from 'kysely';

/** Remembers who released a number, so that no other account gets texts to its last owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('released_number')
    .addColumn('number', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('released_number_created_at')
    .on('released_number')
    .column('created_at')
    .execute();
}
