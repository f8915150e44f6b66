import { sql, type Kysely } from 'kysely';

/**
 * Finds the failed deliveries of a webhook without reading all its deliveries. A delivery that the
 * receiver accepts never enters this index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index delivery_failed on delivery (webhook_id, id)
    where not coalesce(status_code between 200 and 299, false)`.execute(db);
}
