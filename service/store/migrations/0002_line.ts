import { sql, type Kysely } from 'kysely';

/** Messages wait in their own table, in the queue of their sender, rather than as jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('message')
    .addColumn('priority', 'smallint', (column) => column.notNull().defaultTo(1))
    .addColumn('due_at', 'timestamptz')
    .addColumn('not_before', 'timestamptz')
    .execute();
  await sql`
    update message set
      due_at = coalesce(send_at, created_at),
      priority = case purpose when 'otp' then 3 when 'alert' then 2 when 'notification' then 1 else 0 end
    where direction = 'outbound'`.execute(db);
  // Without its place in the queue, a message would wait forever.
  await sql`
    alter table message add constraint message_due
      check (direction = 'inbound' or due_at is not null)`.execute(db);

  await schema
    .alterTable('number')
    .addColumn('messages_per_second', 'integer')
    .addColumn('paced_until', 'timestamptz')
    .execute();

  // Each index holds only waiting messages, so that finished messages cost nothing, however many.
  // This one holds the sender queues: the messages to submit.
  await sql`
    create index message_line on message (account_id, sender, priority, due_at, id)
    where status in ('scheduled', 'queued') and submitting_at is null and not_before is null`.execute(
    db,
  );
  // Finds messages that later ones from the same sender to the same recipient wait for.
  await sql`
    create index message_ahead on message (account_id, sender, recipient, priority, due_at, id)
    where status in ('scheduled', 'queued') and (submitting_at is not null or not_before is not null)`.execute(
    db,
  );
  // Finds messages that the carrier had no capacity for, by the time of their retry.
  await sql`
    create index message_throttled on message (not_before)
    where status in ('scheduled', 'queued') and not_before is not null`.execute(db);
  // Finds messages that a process is submitting, by the time when it started.
  await sql`
    create index message_submitting on message (submitting_at)
    where status in ('scheduled', 'queued') and submitting_at is not null`.execute(db);

  // The sender queues replace the jobs of this queue. A delivery job now carries several
  // deliveries.
  await sql`
    do $$ begin
      if to_regclass('pgboss.job') is not null then
        delete from pgboss.job where name = 'dispatch';
        update pgboss.job set data = jsonb_build_object('deliveries', jsonb_build_array(data))
        where name = 'deliver' and data ? 'deliveryId';
      end if;
    end $$`.execute(db);
}
