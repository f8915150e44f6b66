import { sql, type Kysely } from 'kysely';

/**
 * Finds an account's contacts of one status, and its events of one rare type, without reading all
 * of them. A text that goes out and arrives, or that comes in, adds no event to the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index contact_status on contact (account_id, status, id)`.execute(db);
  await sql`
    create index event_rare_type on event (account_id, type, id)
    where type not in ('message.sent', 'message.delivered', 'message.received')`.execute(db);
}
