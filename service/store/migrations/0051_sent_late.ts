import { sql, type Kysely } from 'kysely';

/**
 * Finds the message that left last among those that waited, such as a scheduled one. The index on
 * recipients is in the order of creation, in which the others leave, except within a minute.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index message_sent_late on message (account_id, recipient, sender, sent_at)
    where sent_at - created_at > interval '1 minute'`.execute(db);
}
