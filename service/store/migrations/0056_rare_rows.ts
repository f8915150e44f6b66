import { sql, type Kysely } from 'kysely';

/**
 * Finds an account's closed conversations, a broadcast's recipients of one status, and the messages
 * of a deleted contact, without reading all of them. A message enters no new index, unless it goes
 * to a closed conversation. A recipient enters one index less.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The indexes that leave need this lock. Active work would deadlock with a later one.
  await sql`lock table broadcast_recipient in access exclusive mode`.execute(db);
  await sql`
    create index conversation_closed on conversation (account_id, updated_at, id)
    where status = 'closed'`.execute(db);
  await sql`
    create index broadcast_recipient_status
    on broadcast_recipient (broadcast_id, status, contact_id)`.execute(db);
  await sql`drop index broadcast_recipient_contact, broadcast_recipient_skipped`.execute(db);
  await sql`
    create table deleted_contact (
      id text primary key,
      account_id text not null,
      message_id text
    )`.execute(db);
}
