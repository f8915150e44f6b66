import { sql, type Kysely } from 'kysely';

/** Distinguishes messages that wait only for their turn from those that wait for a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index message_line`.execute(db);
  await sql`
    create index message_line on message (account_id, sender, priority, (send_at is null), due_at, id)
    where status in ('scheduled', 'queued') and submitting_at is null and not_before is null`.execute(
    db,
  );
}
