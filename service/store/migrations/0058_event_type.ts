import { sql, type Kysely } from 'kysely';

/**
 * Finds an account's events of any type without reading all of them. One index takes the place of
 * two, so that an event enters no more indexes than before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The indexes that leave need this lock. Active work would deadlock with a later one.
  await sql`lock table event in access exclusive mode`.execute(db);
  await sql`create index event_type on event (account_id, type, id)`.execute(db);
  await sql`drop index event_account, event_rare_type`.execute(db);
}
