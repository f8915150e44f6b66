import { sql, type Kysely } from 'kysely';

/** Finds texts with missing parts, and joined parts to delete, without reading all other parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index incoming_part_open on incoming_part (carrier, received_at)
    where joined_at is null or received_at > joined_at`.execute(db);
  await sql`
    create index incoming_part_joined on incoming_part (carrier, joined_at)
    where joined_at is not null`.execute(db);
}
