import { sql, type Kysely } from 'kysely';

/** Selects the messages of broadcasts that each kind of statement changes. */
const sources = {
  insert: {
    referencing: 'new table as fresh',
    rows: 'select *, 1 as sign from fresh',
  },
  update: {
    referencing: 'old table as stale new table as fresh',
    rows: 'select *, -1 as sign from stale union all select *, 1 from fresh',
  },
};

/**
 * Adds broadcasts. A trigger counts their messages, so that the counts are right whatever changes a
 * message. As in the tally of reports, each statement stores its changes in separate rows, and the
 * service adds these rows up later. The sum of both is always correct. A message that is deleted
 * later still counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In the order in which every transaction uses them.
  await sql`lock table account, message in share row exclusive mode`.execute(db);
  await sql`
    create table broadcast (
      id text primary key,
      account_id text not null references account (id),
      name text not null,
      status text not null,
      stopped_reason text,
      audience jsonb not null,
      sender text not null,
      text text not null,
      media jsonb,
      smart_encoding boolean not null,
      purpose text not null,
      messages_per_minute integer,
      failure_percent double precision not null,
      opt_out_percent double precision not null,
      metadata jsonb not null,
      send_at timestamptz,
      created_at timestamptz not null,
      started_at timestamptz,
      completed_at timestamptz
    )`.execute(db);
  await sql`create index broadcast_account on broadcast (account_id, id)`.execute(db);
  await sql`
    create index broadcast_unfinished on broadcast (account_id) where completed_at is null`.execute(
    db,
  );
  await sql`
    create index broadcast_scheduled on broadcast (send_at) where status = 'scheduled'`.execute(db);

  await sql`
    create table broadcast_work (
      broadcast_id text primary key references broadcast (id),
      next_at timestamptz,
      is_expanded boolean not null default false,
      is_releasing boolean not null default false,
      contact_cursor text not null default '',
      recipients integer not null default 0,
      created integer not null default 0,
      skipped integer not null default 0,
      paced_until timestamptz,
      judged_from jsonb,
      finished integer not null default 0,
      idle_steps integer not null default 0
    )`.execute(db);
  await sql`
    create index broadcast_work_next on broadcast_work (next_at) where next_at is not null`.execute(
    db,
  );

  await sql`
    create table broadcast_recipient (
      broadcast_id text not null,
      phone_key text not null,
      phone text not null,
      contact_id text not null,
      status text not null,
      skipped_reason text,
      message_id text,
      due_at timestamptz not null default '-infinity',
      has_replied boolean not null default false,
      has_opted_out boolean not null default false,
      primary key (broadcast_id, phone_key)
    )`.execute(db);
  await sql`
    create index broadcast_recipient_contact on broadcast_recipient (broadcast_id, contact_id)`.execute(
    db,
  );
  await sql`
    create index broadcast_recipient_pending on broadcast_recipient (broadcast_id, due_at, contact_id)
    where status = 'pending'`.execute(db);
  await sql`
    create index broadcast_recipient_skipped on broadcast_recipient (broadcast_id, contact_id)
    where status = 'skipped'`.execute(db);

  // Messages outside of broadcasts cost these indexes nothing.
  await sql`
    create index message_broadcast on message (broadcast_id, id)
    where broadcast_id is not null`.execute(db);
  await sql`
    create unique index message_broadcast_recipient on message (broadcast_id, recipient)
    where broadcast_id is not null`.execute(db);
  await sql`
    create index message_broadcast_waiting on message (broadcast_id, id)
    where broadcast_id is not null and status in ('scheduled', 'queued')`.execute(db);
  await sql`
    create index message_broadcast_held on message (broadcast_id, id)
    where broadcast_id is not null and status in ('scheduled', 'queued')
      and not_before = 'infinity'`.execute(db);

  const columns = sql`
    broadcast_id text not null, kind text not null, messages integer not null,
    segments integer not null`;
  await sql`
    create table broadcast_tally (${columns}, primary key (broadcast_id, kind))
    with (fillfactor = 70)`.execute(db);
  await sql`create table broadcast_tally_change (${columns})`.execute(db);
  await sql`
    create index broadcast_tally_change_broadcast on broadcast_tally_change (broadcast_id)`.execute(
    db,
  );
  for (const [event, { referencing, rows }] of Object.entries(sources)) {
    await sql
      .raw(
        `create function broadcast_tally_${event}() returns trigger language plpgsql as $$ begin
          insert into broadcast_tally_change (broadcast_id, kind, messages, segments)
          select broadcast_id, status, sum(sign), sum(sign * segments)
          from (${rows}) as message
          where broadcast_id is not null
          group by 1, 2
          having sum(sign) <> 0 or sum(sign * segments) <> 0;
          return null;
        end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger broadcast_tally_${event} after ${event} on message
          referencing ${referencing}
          for each statement execute function broadcast_tally_${event}()`,
      )
      .execute(db);
  }
}
