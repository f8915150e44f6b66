import { sql, type Kysely } from 'kysely';

/**
 * Adds the carrier that a number belongs to. For existing numbers, only the simulated ones are
 * known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('number').addColumn('carrier', 'text').execute();
  await sql`
    update number set carrier = 'handset'
    where number ~ '^\\+1[2-9][0-9]{2}55501[0-9]{2}$'`.execute(db);
}
