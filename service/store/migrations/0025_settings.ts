import { sql, type Kysely } from 'kysely';

/**
 * Adds the settings of accounts, and what messages, contacts and webhooks know about keywords,
 * broadcasts, opt-outs of single numbers and bursts. No column rewrites its table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column brand text,
      add column support_contact text,
      add column language text not null default 'en',
      add column replies jsonb not null default '[]',
      add column keywords jsonb not null default '{"stop":[],"start":[],"help":[]}',
      add column opt_out_scope text not null default 'account',
      add column quiet_hours jsonb not null default '{"start":"21:00","end":"08:00"}',
      add column verification_countries text[],
      add column verifications_per_day integer`.execute(db);
  await sql`
    alter table contact add column opted_out_numbers text[] not null default '{}'`.execute(db);
  await sql`
    alter table message
      add column broadcast_id text,
      add column keyword text,
      add column possible_keyword text,
      add column keyword_rule text`.execute(db);
  await sql`alter table webhook add column burst_seconds integer`.execute(db);
}
