import type { Kysely } from 'kysely';

/** Keeps the parts of a long text for a while, in case the carrier delivers one of them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('incoming_part').addColumn('joined_at', 'timestamptz').execute();
}
