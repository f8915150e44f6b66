import type { Kysely } from 'kysely';

/** Stores which process of a receiver is handling an event that the service delivered again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('event_claim')
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhook.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'text', (column) =>
      column.notNull().references('event.id').onDelete('cascade'),
    )
    .addColumn('claimant', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_claim_key', ['webhook_id', 'event_id'])
    .execute();
}
