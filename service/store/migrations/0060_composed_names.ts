import { sql, type Kysely } from 'kysely';

/**
 * Requests now write each letter of a name as one character. Without the same change in the stored
 * names, a list with an accent in its name would not be found, and a broadcast would not exclude
 * its contacts. A list keeps its name if another list already has the new one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ readonly encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db);
  // PostgreSQL composes characters only in this encoding.
  if (rows[0]!.encoding !== 'UTF8') return;
  await sql`
    update list set name = normalize(name)
    where name is not normalized and not exists (
      select from list as other
      where other.account_id = list.account_id and other.id <> list.id
        and normalize(other.name) = normalize(list.name)
        and (other.name is normalized or other.id < list.id)
    )`.execute(db);
  await sql`
    update contact
    set first_name = normalize(first_name), last_name = normalize(last_name)
    where first_name is not normalized or last_name is not normalized`.execute(db);
}
