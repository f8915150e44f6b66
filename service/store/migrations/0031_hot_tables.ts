import { sql, type Kysely } from 'kysely';

/**
 * Makes each message cheaper to store.
 *
 * - A foreign key costs a look-up for each row. Accounts are never deleted, and a part without its
 *   message changes nothing.
 * - A receipt changes the row of its part, and a response that of its idempotency key, which then
 *   becomes several times longer. With enough free space in the page, no index changes.
 * - Only receipts that wait for their message are stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In the order in which every transaction uses them.
  await sql`alter table message drop constraint message_account_id_fkey`.execute(db);
  await sql`alter table part drop constraint part_message_id_fkey`.execute(db);
  await sql`alter table event drop constraint event_account_id_fkey`.execute(db);
  await sql`alter table idempotency drop constraint idempotency_account_id_fkey`.execute(db);
  await sql`alter table part set (fillfactor = 50)`.execute(db);
  await sql`alter table idempotency set (fillfactor = 15)`.execute(db);
  await sql`delete from receipt where matched`.execute(db);
}
