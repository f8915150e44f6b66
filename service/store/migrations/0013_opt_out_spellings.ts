import { sql, type Kysely } from 'kysely';

/** Extends an opt-out under one spelling of a mobile number to the other spellings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of [
    ['^\\+549([1-8][0-9]{9})$', '+54\\1'],
    ['^\\+54([1-8][0-9]{9})$', '+549\\1'],
    ['^\\+521([2-9][0-9]{9})$', '+52\\1'],
    ['^\\+52([2-9][0-9]{9})$', '+521\\1'],
    ['^\\+55([1-9][0-9])9([6-9][0-9]{7})$', '+55\\1\\2'],
    ['^\\+55([1-9][0-9])([6-9][0-9]{7})$', '+55\\19\\2'],
  ])
    await sql`
      insert into opt_out (account_id, phone, created_at)
      select account_id, regexp_replace(phone, ${from}, ${to}), created_at
      from opt_out where phone ~ ${from}
      on conflict do nothing`.execute(db);
}
