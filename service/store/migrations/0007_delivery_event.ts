import type { Kysely } from 'kysely';

/** The deliveries of one event are found without reading those of its webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('delivery_event')
    .on('delivery')
    .columns(['event_id', 'id'])
    .execute();
}
