import type { Kysely } from 'kysely';

/** Adds the purchase of a number from its carrier, and the release there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('number')
    .addColumn('ordered_at', 'timestamptz')
    .addColumn('purchase_error', 'text')
    .execute();
  await db.schema
    .createTable('leaving_number')
    .addColumn('number', 'text', (column) => column.primaryKey())
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
}
