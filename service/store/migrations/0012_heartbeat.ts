import type { Kysely } from 'kysely';

/** Adds the table that each process writes to, to check whether the database accepts changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('heartbeat')
    .addColumn('process', 'text', (column) => column.primaryKey())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addColumn('padding', 'text')
    .execute();
}
