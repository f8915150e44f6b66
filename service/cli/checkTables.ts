import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { hashOfKey } from '../http/authenticate.ts';
import { readMigrations, refuseNewer, type Db } from '../store/database.ts';
import { fine, note, wrong, type Finding } from './finding.ts';
import wanted from './tables.generated.json' with { type: 'json' };

const mostSecondsApart = 30;

/** What the database holds, be it embedded or PostgreSQL. */
export async function checkTables(db: Db, { apiKey }: Config): Promise<Finding[]> {
  const migrations = await readMigrations(db);
  refuseNewer(migrations);
  const { pending } = migrations;
  if (pending.length > 0)
    return [note(`The next start brings the tables up to date (${pending.join(', ')}).`)];
  const missing = await missingFrom(db);
  if (missing.length > 0)
    return [
      wrong(
        `The database is damaged: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Restore a backup.`,
      ),
    ];
  const key = apiKey
    ? await db
        .selectFrom('api_key')
        .select('revoked_at')
        .where('hash', '=', hashOfKey(apiKey))
        .executeTakeFirst()
    : undefined;
  return [
    fine('The tables are up to date.'),
    ...(key?.revoked_at
      ? [wrong('API_KEY is a key that was revoked. Set it to another one, or leave it empty.')]
      : []),
  ];
}

/** What a new database has and this one has not: tables, columns and indexes. */
async function missingFrom(db: Db): Promise<string[]> {
  const found = await namesIn(db);
  const tables = wanted.tables.filter((name) => !found.tables.has(name));
  const rest = Object.entries(wanted.parts).filter(
    ([name, table]) => !found.parts.has(name) && !tables.includes(table),
  );
  return [...tables.map((name) => `table ${name}`), ...rest.map(([name]) => name)];
}

interface Names {
  readonly tables: ReadonlySet<string>;
  /** Columns and indexes, and the table that each belongs to. */
  readonly parts: ReadonlyMap<string, string>;
}

export async function namesIn(db: Db): Promise<Names> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(db);
  const parts = await sql<{ name: string; of: string }>`
    select 'column ' || relname || '.' || attname as name, relname as of
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped
    union all
    select 'index ' || indexname, tablename from pg_indexes where schemaname = current_schema()`.execute(
    db,
  );
  return {
    tables: new Set(tables.rows.map(({ name }) => name)),
    parts: new Map(parts.rows.map((part) => [part.name, part.of])),
  };
}

/** Whether the clock of the database goes with that of this machine. */
export async function checkClock(db: Db, now = new Date()): Promise<Finding[]> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  const apart = Math.round(Math.abs(rows[0]!.now.getTime() - now.getTime()) / 1000);
  return apart <= mostSecondsApart
    ? []
    : [
        wrong(
          `The clocks of this machine and of PostgreSQL are ${apart} seconds apart. Set both by NTP.`,
        ),
      ];
}
