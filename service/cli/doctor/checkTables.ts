import { sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import { day } from '../../times/durations.ts';
import { iso } from '../../times/iso.ts';
import {
  findApiKey,
  findApiKeyProblem,
  keyRemedy,
  type KnownKey,
} from '../../runtime/checkApiKey.ts';
import { findKeyProblem } from '../../runtime/requireSameKey.ts';
import { findServerKey } from '../../secrets/readServerKey.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { readMigrations, refuseNewer } from '../../store/migrate.ts';
import type { Db } from '../../store/database.ts';
import { ok, warning, problem, type Finding } from './finding.ts';
import expected from './tables.generated.json' with { type: 'json' };

/** Checks the contents of the database, embedded or PostgreSQL. */
export async function checkTables(db: Db, { apiKey, secretKey }: Config): Promise<Finding[]> {
  const migrations = await readMigrations(db);
  refuseNewer(migrations);
  const { pending } = migrations;
  if (pending.length > 0)
    return [warning(`The next start updates the tables (${pending.join(', ')}).`)];
  const missing = await findMissing(db);
  if (missing.length > 0)
    return [
      problem(
        `The database is damaged: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Restore a backup.`,
      ),
    ];
  // Without both keys, the service would create one.
  const secrets = createSecrets(secretKey || ((await findServerKey(db)) ?? ''));
  const keyProblem = await findKeyProblem(db, secrets);
  const key = await findApiKey(db, apiKey);
  return [
    ok('The tables are up to date.'),
    ...(keyProblem === undefined ? [] : [problem(keyProblem)]),
    ...(key ? checkKey(key, new Date()) : []),
  ];
}

const soonMs = 7 * day;

function checkKey(key: KnownKey, now: Date): Finding[] {
  const wrong = findApiKeyProblem(key, now);
  if (wrong !== undefined) return [problem(wrong)];
  return key.expires_at && key.expires_at.getTime() - now.getTime() < soonMs
    ? [warning(`API_KEY is a key that expires at ${iso(key.expires_at)}. ${keyRemedy}`)]
    : [];
}

/** Returns what this database lacks compared to a new one. */
async function findMissing(db: Db): Promise<string[]> {
  const found = await readNames(db);
  const belongsToQueue = (name: string) => name.startsWith('pgboss.');
  // The next start creates the tables of the queue if they are missing, and updates older ones.
  const isQueueDue =
    ![...found.tables].some(belongsToQueue) ||
    (found.queueVersion ?? Infinity) < expected.queueVersion;
  const tables = expected.tables.filter(
    (name) => !found.tables.has(name) && !(isQueueDue && belongsToQueue(name)),
  );
  const rest = Object.entries(expected.parts).filter(
    ([name, table]) => !found.parts.has(name) && !tables.includes(table),
  );
  return [...tables.map((name) => `table ${name}`), ...rest.map(([name]) => name)];
}

interface Names {
  /** The names of all tables. Tables of the queue have their schema as a prefix. */
  readonly tables: ReadonlySet<string>;
  /** Maps columns, indexes, and triggers to their table. Functions have no table. */
  readonly parts: ReadonlyMap<string, string>;
  /** The schema version of the tables of the queue. */
  readonly queueVersion: number | undefined;
}

export async function readNames(db: Db): Promise<Names> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    union all
    select 'pgboss.' || relname from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'pgboss' and relkind in ('r', 'p') and not relispartition`.execute(db);
  const parts = await sql<{ name: string; of: string }>`
    select 'column ' || relname || '.' || attname as name, relname as of
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped
    union all
    select 'index ' || indexname, tablename from pg_indexes where schemaname = current_schema()
    union all
    select 'trigger ' || tgname, relname
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal
    union all
    select 'function ' || proname, '' from pg_proc
    where pronamespace = current_schema()::regnamespace`.execute(db);
  return {
    queueVersion: await queueVersionIn(db, tables.rows),
    tables: new Set(tables.rows.map(({ name }) => name)),
    parts: new Map(parts.rows.map((part) => [part.name, part.of])),
  };
}

async function queueVersionIn(
  db: Db,
  tables: readonly { readonly name: string }[],
): Promise<number | undefined> {
  if (!tables.some(({ name }) => name === 'pgboss.version')) return undefined;
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(db);
  return rows[0]?.version;
}
