import type { Kysely } from 'kysely';

/** What each process writes to find out whether the database takes changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('heartbeat')
    .addColumn('process', 'text', (column) => column.primaryKey())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addColumn('padding', 'text')
    .execute();
}
