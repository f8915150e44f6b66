import { sql, type Kysely } from 'kysely';

/** Stores with an attempt that its receiver has handled the event, whatever it responded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Old processes lock in this order, and the next migration locks these tables, too.
  await sql`lock table webhook, event in share row exclusive mode`.execute(db);
  await sql`
    alter table delivery add column is_acknowledged boolean not null default false`.execute(db);
  await sql`
    update delivery set is_acknowledged = true, next_attempt_at = null from acknowledged_event
    where delivery.webhook_id = acknowledged_event.webhook_id
      and delivery.event_id = acknowledged_event.event_id`.execute(db);
}
