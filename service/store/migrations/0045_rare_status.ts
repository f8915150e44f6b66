import { sql, type Kysely } from 'kysely';

/**
 * Finds an account's messages with a rare status without reading all its messages. A message that
 * goes out and arrives never enters this index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index message_rare_status on message (account_id, status, id)
    where status not in ('queued', 'sent', 'delivered', 'received')`.execute(db);
}
