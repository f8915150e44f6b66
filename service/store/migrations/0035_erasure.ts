import { sql, type Kysely } from 'kysely';

/**
 * Adds the erasure of people. A transaction with the setting `textloom.erases` deletes messages
 * without subtracting them from reports, and may delete records of the consent ledger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure (
      id text primary key,
      account_id text not null references account (id),
      contact_id text,
      status text not null,
      phones text[],
      phone_hash text not null,
      step integer not null default 0,
      cursor text not null default '',
      messages integer not null default 0,
      created_at timestamptz not null,
      completed_at timestamptz
    )`.execute(db);
  await sql`create index erasure_account on erasure (account_id, id)`.execute(db);
  await sql`create index erasure_running on erasure (id) where status = 'running'`.execute(db);
  await sql`create index erasure_age on erasure (created_at)`.execute(db);
  // Deleting an event also deletes these rows.
  await sql`create index acknowledged_event_event on acknowledged_event (event_id)`.execute(db);
  await sql`create index event_claim_event on event_claim (event_id)`.execute(db);
  await sql`
    create or replace function refuse_consent_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('textloom.erases', true) = 'on' then
        return null;
      end if;
      raise exception 'Nothing changes or deletes records of the consent ledger';
    end $$`.execute(db);
  // The rest of the function stays as it is, whatever it counts.
  await sql`
    do $$
    declare
      body text;
    begin
      select prosrc into body from pg_proc
      where proname = 'tally_delete' and pronamespace = current_schema()::regnamespace;
      execute 'create or replace function tally_delete() returns trigger language plpgsql as '
        || quote_literal(regexp_replace(body, 'begin',
          'begin if current_setting(''textloom.erases'', true) = ''on'' then return null; end if;',
          'i'));
    end $$`.execute(db);
}
