import { sql, type Kysely } from 'kysely';

/**
 * Lets a list go without its members, because it can have millions of them. A trigger stores the
 * ID, even if the previous version deletes the list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Old processes lock in this order.
  await sql`lock table list in access exclusive mode`.execute(db);
  await sql`alter table list_contact drop constraint list_contact_list_id_fkey`.execute(db);
  await sql`create table deleted_list (id text primary key)`.execute(db);
  await sql`
    create function remember_deleted_list() returns trigger language plpgsql as $$
    begin
      insert into deleted_list (id) values (old.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger list_deleted after delete on list
    for each row execute function remember_deleted_list()`.execute(db);
}
