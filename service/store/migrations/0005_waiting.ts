import { sql, type Kysely } from 'kysely';

/**
 * Adds temporary webhooks for single messages, for example for a workflow that waits for a reply.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook').addColumn('expires_at', 'timestamptz').execute();
  // An event finds its webhooks immediately, however many webhooks wait for other messages.
  await sql`
    create index webhook_general on webhook (account_id)
    where (filter -> 'message_id') is null`.execute(db);
  await sql`
    create index webhook_message on webhook using gin ((filter -> 'message_id'))
    where (filter -> 'message_id') is not null`.execute(db);
  await sql`
    create index webhook_expiry on webhook (expires_at) where expires_at is not null`.execute(db);
  // The search for an email address ignores case.
  await db.schema.dropIndex('contact_email').execute();
  await sql`create index contact_email on contact (account_id, lower(email))`.execute(db);
  await sql`
    create index message_reply on message (in_reply_to) where in_reply_to is not null`.execute(db);
}
