import { sql, type Kysely } from 'kysely';

/**
 * Finds the events of joined texts of a webhook, in the order of their IDs. Other events never
 * enter this index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index event_joined on event (webhook_id, id)
    where webhook_id is not null`.execute(db);
}
