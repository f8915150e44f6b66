import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connectStore, type Db } from '../../store/database.ts';
import type { Snapshot } from '../../store/embedded/holds.ts';
import { hasDatabase } from '../../store/embedded/openFolder.ts';

/** Opens the copy as a start would, reads every row, and describes what is in it. */
export async function verifyCopy(made: string, snapshot: Snapshot | undefined): Promise<string> {
  // Otherwise, a new database would be created.
  if (!(await hasDatabase(made))) throw new Error('it has no database');
  const store = await connectStore({ dataDir: made });
  try {
    const { db } = store;
    if (snapshot) await compare(db, snapshot);
    // Without indexes, this reads every page of every table.
    await sql`set enable_indexscan = off`.execute(db);
    await sql`set enable_indexonlyscan = off`.execute(db);
    await sql`set enable_bitmapscan = off`.execute(db);
    for (const table of await listTables(db)) await countRows(db, table);
    const messages = await countRows(db, 'message');
    const accounts = await countRows(db, 'account');
    return `${accounts} ${accounts === 1 ? 'account' : 'accounts'}, ${messages} ${messages === 1 ? 'message' : 'messages'}`;
  } finally {
    await store.close();
    await rm(join(made, 'textloom.lock'), { force: true });
  }
}

async function compare(db: Db, { newestMessage, position }: Snapshot): Promise<void> {
  const { rows } = await sql<{ newest: string | null; isComplete: boolean }>`
    select (select max(id) from message) as newest,
      pg_current_wal_insert_lsn() >= ${position}::pg_lsn as "isComplete"`.execute(db);
  const { newest, isComplete } = rows[0]!;
  if (newest !== newestMessage || !isComplete) throw new Error('it lacks changes');
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  return rows.map(({ name }) => name);
}

/** Reads each row as text, because long values are in other files. */
async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(one::text)::int as count from ${sql.raw(table)} as one`.execute(db);
  return rows[0]!.count;
}
