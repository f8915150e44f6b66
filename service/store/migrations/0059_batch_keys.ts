import { sql, type Kysely } from 'kysely';

/**
 * Batches used idempotency keys as written, and now lose the spaces and quotes at their ends, as
 * headers do. A message that was sent with them in its key also gets the short key, so that it is
 * not sent again. The key as written expires with the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into idempotency (account_id, path, key, fingerprint, status, body, created_at)
    select account_id, path, short, fingerprint, status, body, created_at from (
      select *, regexp_replace(btrim(key), '^"(.*)"$', '\\1') as short from idempotency
      where path = '/messages' and (key like ' %' or key like '% ' or key like '"%"')
    ) as spaced
    where short <> '' and short <> key
    on conflict do nothing`.execute(db);
}
