import type { Kysely } from 'kysely';

/** Stores which events a receiver has acknowledged, because its responses can be lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('acknowledged_event')
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhook.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'text', (column) =>
      column.notNull().references('event.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('acknowledged_event_key', ['webhook_id', 'event_id'])
    .execute();
}
