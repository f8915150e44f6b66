import { sql, type Kysely } from 'kysely';

/**
 * Adds the retention settings, when a message lost its text, and how far the service is. No column
 * rewrites its table, and messages get no new index. An existing account keeps everything until
 * somebody chooses otherwise, because nobody can undo an erasure. Only new accounts begin with an
 * hour for codes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account add column retention jsonb not null
      default '{"otp_text_hours":null,"text_days":null,"message_days":null}'`.execute(db);
  await sql`
    alter table account alter column retention
      set default '{"otp_text_hours":1,"text_days":null,"message_days":null}'`.execute(db);
  await sql`alter table message add column text_erased_at timestamptz`.execute(db);
  await sql`
    create table retention_walk (
      account_id text not null,
      kind text not null,
      cursor text not null default '',
      primary key (account_id, kind)
    )`.execute(db);
  await sql`
    create table retention_wait (
      message_id text not null,
      kind text not null,
      account_id text not null,
      retry_at timestamptz not null,
      primary key (message_id, kind)
    )`.execute(db);
  await sql`create index retention_wait_retry on retention_wait (retry_at)`.execute(db);
  await sql`
    create index retention_wait_setting on retention_wait (account_id, kind, retry_at)`.execute(db);
}
