import type { Kysely } from 'kysely';

/** Adds the purchase of a number from its carrier, and the release there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('number')
    .addColumn('ordered_at', 'timestamptz')
    .addColumn('purchase_error', 'text')
    .addColumn('wants_default', 'boolean')
    .execute();
  await db.schema
    .createTable('leaving_number')
    .addColumn('number', 'text', (column) => column.primaryKey())
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('released_at', 'timestamptz')
    .execute();
  await db.schema
    .createTable('number_order')
    .addColumn('number_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('bought_at', 'timestamptz')
    .addColumn('released_at', 'timestamptz')
    .execute();
}
