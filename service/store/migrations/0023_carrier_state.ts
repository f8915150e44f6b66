import { sql, type Kysely } from 'kysely';

/** Stores what each process knows about its carriers, so that every process can show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('carrier_state')
    .addColumn('process', 'text', (column) => column.notNull())
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('state', 'jsonb', (column) => column.notNull())
    .addColumn('is_running', 'boolean', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('carrier_state_key', ['process', 'carrier'])
    .execute();
}
