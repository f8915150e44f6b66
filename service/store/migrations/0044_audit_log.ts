import { sql, type Kysely } from 'kysely';

/**
 * Adds the audit log. The database refuses to change an entry, and deletes entries only in a
 * transaction with the setting `textloom.expires_audit`, which is how old entries leave.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id text primary key,
      account_id text not null references account (id),
      operation text not null,
      outcome text not null,
      actor text not null,
      key_id text,
      key_name text,
      key_scope text,
      resource_id text,
      fields text[] not null,
      request_id text,
      ip_address text,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index audit_log_account on audit_log (account_id, id)`.execute(db);
  await sql`create index audit_log_key on audit_log (account_id, key_id, id)`.execute(db);
  await sql`create index audit_log_operation on audit_log (account_id, operation, id)`.execute(db);
  await sql`create index audit_log_resource on audit_log (account_id, resource_id, id)`.execute(db);
  await sql`create index audit_log_outcome on audit_log (account_id, id)
    where outcome <> 'succeeded'`.execute(db);
  await sql`create index audit_log_age on audit_log (created_at)`.execute(db);
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('textloom.expires_audit', true) = 'on' then
        return null;
      end if;
      raise exception 'Nothing changes or deletes entries of the audit log';
    end $$`.execute(db);
  await sql`
    create trigger audit_log_append_only after update or delete on audit_log
    for each statement execute function refuse_audit_change()`.execute(db);
  await sql`
    create trigger audit_log_no_truncate before truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db);
}
