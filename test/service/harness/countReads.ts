import { sql } from 'kysely';
import type { Db } from '../../../service/store/database.ts';

/** Counts the rows of a table that some work reads, whatever plan the database chooses. */
export async function countReads(
  db: Db,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ readonly reads: number }>`
      select seq_tup_read + idx_tup_fetch as reads from pg_stat_user_tables
      where relid = ${table}::regclass`.execute(db);
    return rows[0]!.reads;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}
