import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { advisoryLocks } from './advisoryLocks.ts';
import type { Db } from './database.ts';

/** The names of all migrations, in order. */
const names = readdirSync(new URL('migrations', import.meta.url))
  .flatMap((file) => /^(\d{4}_\w+)\.ts$/.exec(file)?.[1] ?? [])
  .sort();
if (new Set(names.map((name) => name.slice(0, 4))).size !== names.length || names.length === 0)
  throw new Error('Each migration must have its own number. Install this version in a new folder.');

/** Loads the code of the migrations, which few starts need. */
async function loadMigrations(): Promise<Record<string, Migration>> {
  const loaded: Record<string, Migration> = {};
  for (const name of names) loaded[name] = (await import(`./migrations/${name}.ts`)) as Migration;
  return loaded;
}

/** A newer version has migrated the database in ways that this version does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** Refuses a database with migrations that this version does not know. */
export function refuseNewer({ unknown }: { readonly unknown: readonly string[] }): void {
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `The database was migrated by a newer Textloom (${unknown.join(', ')}). ` +
      'Start that version again, or restore an earlier backup.',
  );
}

/** The database is not the one of the service. */
export class NoTablesError extends Error {
  override readonly name = 'NoTablesError';
}

/** Refuses a database without tables, which is probably not the one of the service. */
export async function requireTables(db: Db): Promise<void> {
  const { pending } = await readMigrations(db);
  if (pending.length < names.length) return;
  throw new NoTablesError(
    'The database has no tables of Textloom. Set DATA_DIR or DATABASE_URL as for the service. To create the tables, run "textloom migrate".',
  );
}

type Report = (sentence: string) => void;

/**
 * Migrates the tables. Looks only at the names of the migrations if all of them are done. Reports
 * each reason to wait once.
 */
export async function migrate(db: Db, report: Report = () => undefined): Promise<void> {
  const { pending, unknown } = await readMigrations(db);
  refuseNewer({ unknown });
  if (pending.length === 0) return;
  await db.connection().execute(async (connection) => {
    await waitForOthers(connection, report);
    try {
      await migrateLocked(connection, report);
    } finally {
      // If this fails, the end of the session releases the lock.
      await sql`select pg_advisory_unlock(${lock})`.execute(connection).catch(() => undefined);
    }
  });
}

const { migration: lock } = advisoryLocks;

/** Locks the migration. Polls, because a statement that waits for the lock shows no progress. */
async function waitForOthers(connection: Db, report: Report): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await sql<{ readonly done: boolean; readonly holder: number | null }>`
      select pg_try_advisory_lock(${lock}) as done, (
        select pid from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and granted
          and classid = 0 and objid = ${lock} and pid <> pg_backend_pid()
      ) as holder`.execute(connection);
    const { done, holder } = rows[0]!;
    if (done) return;
    if (attempt === 1)
      report(
        `Another process is migrating the tables (session ${holder} of PostgreSQL). Waiting for it.`,
      );
    await sleep(pauseMs);
  }
}

async function migrateLocked(connection: Db, report: Report): Promise<void> {
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: loadMigrations },
  });
  // Processes of the previous version lock tables in any order. The migration gives up before
  // PostgreSQL would end one of their transactions because of a deadlock.
  await sql`set lock_timeout = '500ms'`.execute(connection);
  for (let left = maxAttempts; ; left--) {
    const { error } = await migrator.migrateToLatest();
    if (!error) break;
    if (!isLocked(error) || left === 1)
      throw new Error('The database tables could not be migrated', { cause: error });
    if (left === maxAttempts)
      report(
        `Another session holds a lock on the tables, such as a backup. Waiting up to ${maxAttempts} seconds for it.`,
      );
    await sleep(pauseMs);
  }
  await sql`reset lock_timeout`.execute(connection);
}

/** Processes of the previous version hold locks for moments. This makes a minute in total. */
const maxAttempts = 60;
const pauseMs = 500;

/** Returns whether other processes held a lock for too long, or caused a deadlock. */
const isLocked = (error: unknown): boolean =>
  ['55P03', '40P01'].includes(String((error as { readonly code?: unknown }).code));

/**
 * Returns the migrations that the database still needs, and those that this version does not know.
 */
export async function readMigrations(db: Db): Promise<{ pending: string[]; unknown: string[] }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch((error: unknown) => {
      if ((error as { readonly code?: string }).code === undefinedTable) return { rows: [] };
      throw error;
    });
  const done = rows.map(({ name }) => name);
  return {
    pending: names.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !names.includes(name)),
  };
}

/** The error of PostgreSQL if a table does not exist. */
const undefinedTable = '42P01';
