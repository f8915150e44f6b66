import { sql, type Kysely } from 'kysely';

/** Renames the reason of a stopped broadcast like the error. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update broadcast set stopped_reason = 'daily_limit_reached'
    where stopped_reason = 'budget_spent'`.execute(db);
}
