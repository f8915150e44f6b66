import type { Kysely } from 'kysely';

/** Finds the deliveries of one event without reading all deliveries of its webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('delivery_event')
    .on('delivery')
    .columns(['event_id', 'id'])
    .execute();
}
