import { sql, type Kysely } from 'kysely';

/** Marks the account of the operator, which has been the one with the smallest ID so far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column is_operator boolean not null default false`.execute(db);
  await sql`
    update account set is_operator = true where id = (select min(id) from account)`.execute(db);
  await sql`create unique index account_operator on account (is_operator) where is_operator`.execute(
    db,
  );
}
