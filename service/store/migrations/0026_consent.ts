import { sql, type Kysely } from 'kysely';

/**
 * Adds opt-outs of single numbers, the consent ledger, the reviews of doubtful texts, and the
 * automatic replies of each day. Processes of the previous version still insert opt-outs of all
 * numbers, take every opt-out for one of all numbers, and use `keyword_answer`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`lock table account, message, opt_out in access exclusive mode`.execute(db);
  await sql`
    alter table opt_out
      add column number text not null default '',
      drop constraint opt_out_pkey,
      add constraint opt_out_pkey primary key (account_id, phone, number)`.execute(db);

  await sql`
    create table consent (
      id text primary key,
      account_id text not null references account (id),
      phone text not null,
      contact_id text,
      action text not null,
      method text not null,
      number text,
      words text,
      rule text,
      source text,
      message_id text,
      key_id text,
      consented_at timestamptz not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index consent_account on consent (account_id, id)`.execute(db);
  await sql`create index consent_phone on consent (account_id, phone, id)`.execute(db);
  await sql`create index consent_contact on consent (account_id, contact_id, id)`.execute(db);
  await sql`create index consent_action on consent (account_id, action, id)`.execute(db);
  await sql`create index consent_created on consent (account_id, created_at)`.execute(db);
  await sql`
    create function refuse_consent_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Nothing changes or deletes records of the consent ledger';
    end $$`.execute(db);
  await sql`
    create trigger consent_is_final before update or delete or truncate on consent
    for each statement execute function refuse_consent_change()`.execute(db);

  await sql`
    create table review (
      id text primary key,
      account_id text not null references account (id),
      phone text not null,
      number text not null,
      status text not null,
      keyword text not null,
      rule text not null,
      message_id text not null references message (id) on delete cascade,
      created_at timestamptz not null,
      decided_at timestamptz
    )`.execute(db);
  await sql`create index review_account on review (account_id, id)`.execute(db);
  await sql`create index review_phone on review (account_id, phone, id)`.execute(db);
  await sql`create index review_message on review (message_id)`.execute(db);
  await sql`
    create index review_open on review (account_id, phone) where status = 'open'`.execute(db);
  await sql`create index review_status on review (account_id, status, id)`.execute(db);

  await sql`
    create table automatic_reply (
      account_id text not null references account (id),
      phone text not null,
      number text not null,
      keyword text not null,
      replied_at timestamptz not null,
      constraint automatic_reply_pkey primary key (account_id, phone, number, keyword)
    )`.execute(db);
}
