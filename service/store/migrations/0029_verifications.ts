import { sql, type Kysely } from 'kysely';

/**
 * Stores verifications, the states of the prefixes of their phone numbers, and the texts with codes
 * until a carrier has them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_key (
      name text primary key,
      key text not null
    )`.execute(db);
  await sql`
    create table secret_text (
      message_id text primary key references message (id) on delete cascade,
      ciphertext text not null
    )`.execute(db);
  await sql`
    create table verification (
      id text primary key,
      account_id text not null references account (id) on delete cascade,
      phone text not null,
      country text,
      status text not null,
      code_hash text,
      attempts_left integer not null,
      is_known boolean not null,
      message_id text not null,
      next_code_at timestamptz not null,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      approved_at timestamptz
    )`.execute(db);
  await sql`create index verification_list on verification (account_id, id)`.execute(db);
  await sql`
    create index verification_by_status on verification (account_id, status, id)`.execute(db);
  await sql`
    create index verification_by_phone on verification (account_id, phone, id)`.execute(db);
  await sql`
    create unique index verification_pending on verification (account_id, phone)
    where status = 'pending'`.execute(db);
  await sql`
    create index verification_due on verification (expires_at)
    where status = 'pending'`.execute(db);
  await sql`
    create table verification_prefix (
      account_id text not null references account (id) on delete cascade,
      prefix text not null,
      country text,
      digits integer not null,
      status text not null,
      debt double precision not null,
      history double precision not null,
      probes integer not null,
      strikes integer not null,
      until timestamptz not null,
      updated_at timestamptz not null,
      primary key (account_id, prefix)
    )`.execute(db);
  await sql`
    create index verification_prefix_debt on verification_prefix (account_id)
    where digits = 3 and debt > 3`.execute(db);
  await sql`
    create index verification_prefix_shown on verification_prefix (account_id, prefix)
    where digits = 3 or status <> 'open'`.execute(db);
  await sql`
    create index verification_prefix_age on verification_prefix (updated_at)`.execute(db);
  await sql`
    create table verification_hour (
      account_id text not null references account (id) on delete cascade,
      prefix text not null,
      hour timestamptz not null,
      started integer not null,
      approved integer not null,
      refused integer not null,
      primary key (account_id, prefix, hour)
    )`.execute(db);
  await sql`create index verification_hour_age on verification_hour (hour)`.execute(db);
}
