import { sql, type Kysely } from 'kysely';

/**
 * Lets a webhook go without its rows in other tables, because a webhook can have millions of
 * deliveries. A trigger stores the ID, even if the previous version deletes the webhook.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Old processes lock in this order.
  await sql`lock table webhook in access exclusive mode`.execute(db);
  for (const table of ['delivery', 'acknowledged_event', 'event_claim'])
    await sql`
      alter table ${sql.table(table)}
      drop constraint ${sql.ref(`${table}_webhook_id_fkey`)}`.execute(db);
  await sql`create table deleted_webhook (id text primary key)`.execute(db);
  await sql`
    create function remember_deleted_webhook() returns trigger language plpgsql as $$
    begin
      insert into deleted_webhook (id) values (old.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger webhook_deleted after delete on webhook
    for each row execute function remember_deleted_webhook()`.execute(db);
}
