import { setImmediate as turn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { fromPglite, PgBoss } from 'pg-boss';
import { embeddedDialect } from './embeddedDialect.ts';
import { lockFolder } from './lockFolder.ts';
import * as initial from './migrations/0001_initial.ts';
import * as line from './migrations/0002_line.ts';
import * as capabilities from './migrations/0003_capabilities.ts';
import * as tally from './migrations/0004_tally.ts';
import * as waiting from './migrations/0005_waiting.ts';
import * as keys from './migrations/0006_keys.ts';
import * as deliveryEvent from './migrations/0007_delivery_event.ts';
import * as carriers from './migrations/0008_carriers.ts';
import type { Database } from './tables.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export interface StoreOptions {
  /** PostgreSQL; empty means a database of its own in `dataDir`. */
  readonly databaseUrl?: string;
  /** Folder of the embedded database; `memory://` keeps nothing. */
  readonly dataDir: string;
}

export interface Store {
  readonly db: Db;
  /**
   * The same, for what is done without being asked: it has few connections, so that however much
   * there is to do, requests find the database at leisure.
   */
  readonly background: Db;
  /** How many messages may change in one transaction there. */
  readonly batch: () => number;
  readonly boss: PgBoss;
  /** True where this process is the only one that may use the database. */
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}

const migrations: Record<string, Migration> = {
  '0001_initial': initial,
  '0002_line': line,
  '0003_capabilities': capabilities,
  '0004_tally': tally,
  '0005_waiting': waiting,
  '0006_keys': keys,
  '0007_delivery_event': deliveryEvent,
  '0008_carriers': carriers,
};

/** Opens the database, brings its tables up to date and readies the queue. */
export async function openStore(
  options: StoreOptions,
  onQueueError: (error: Error) => void,
): Promise<Store> {
  const store = await connectStore(options);
  store.boss.on('error', onQueueError);
  try {
    await migrate(store.db);
    await store.boss.start();
    if (store.embedded) await takeJobsBack(store.db);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Connects to the database and leaves it as it is. */
export const connectStore = async ({ databaseUrl, dataDir }: StoreOptions): Promise<Store> =>
  databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir);

/** bigint and numeric arrive as text; none of ours is too large for a number. */
const numeric = { [pg.types.builtins.INT8]: Number, [pg.types.builtins.NUMERIC]: Number };

/**
 * The database reckons with a disk that has to move to find a page, and would rather read a whole
 * table; today's finds it at once. And no statement here runs long enough to be compiled first.
 */
const planning = 'set random_page_cost = 1.1; set jit = off';

const queueOptions = {
  useListenNotify: true,
  schedule: false,
  superviseIntervalSeconds: 2,
  monitorIntervalSeconds: 2,
};

/** Messages that change in one transaction: more would keep others from them for too long. */
const mostAtOnce = 500;

function openPostgres(connectionString: string): Store {
  const db = connect(connectionString, 10);
  const background = connect(connectionString, 2);
  const boss = new PgBoss({ connectionString, max: 2, ...queueOptions });
  return {
    db,
    background,
    batch: () => mostAtOnce,
    boss,
    embedded: false,
    close: async () => {
      await background.destroy();
      await db.destroy();
    },
  };
}

function connect(connectionString: string, max: number): Db {
  const pool = new pg.Pool({
    connectionString,
    max,
    types: {
      getTypeParser: (oid, format): ((text: string) => unknown) =>
        numeric[oid] ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  });
  pool.on('connect', (client) => void client.query(planning).catch(() => undefined));
  // An idle connection that breaks is replaced by the next query; unheard, its error would end the process.
  pool.on('error', () => undefined);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/** As long as requests come in, no transaction is to keep the one connection from them for long. */
const mostWhileUsed = 50;
const recentMs = 100;

async function openEmbedded(dataDir: string): Promise<Store> {
  const unlock = dataDir.startsWith('memory:') ? () => undefined : await lockFolder(dataDir);
  const pglite = await PGlite.create({
    dataDir: dataDir.startsWith('memory:') ? dataDir : `${dataDir}/database`,
    parsers: numeric,
  });
  await pglite.exec(planning);
  const open = (before: () => void | Promise<void>) =>
    new Kysely<Database>({ dialect: embeddedDialect({ pglite }, before) });
  let lastUsed = -Infinity;
  const db = open(() => {
    lastUsed = performance.now();
  });
  // It answers without leaving the turn of the event loop: without a pause, one transaction after the
  // other would keep requests from even being read.
  const background = open(() => turn());
  const boss = new PgBoss({ backend: 'pglite', db: fromPglite(pglite), ...queueOptions });
  return {
    db,
    background,
    batch: () => (performance.now() - lastUsed < recentMs ? mostWhileUsed : mostAtOnce),
    boss,
    embedded: true,
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

/**
 * A crash leaves jobs marked as being worked on. Where no other process can be at them they are
 * free at once; where one can, they are once their heartbeat has stopped.
 */
async function takeJobsBack(db: Db): Promise<void> {
  await sql`
    update pgboss.job set state = 'created', started_on = null, heartbeat_on = null
    where state = 'active'`.execute(db);
}

/** A newer version has made changes to the database that this one knows nothing of. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

async function migrate(db: Db): Promise<void> {
  const { unknown } = await readMigrations(db);
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database was brought up to date by a newer Textloom (${unknown.join(', ')}). ` +
        'Start that version again, or restore a backup from before.',
    );
  }
  const { error } = await migratorOf(db).migrateToLatest();
  if (error)
    throw new Error('The tables of the database could not be brought up to date', { cause: error });
}

/** The migrations that the database still needs, and those it has had that are not of this version. */
export async function readMigrations(db: Db): Promise<{ pending: string[]; unknown: string[] }> {
  const known = await migratorOf(db).getMigrations();
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return {
    pending: known.filter(({ executedAt }) => !executedAt).map(({ name }) => name),
    unknown: done.rows.map(({ name }) => name).filter((name) => !(name in migrations)),
  };
}

const migratorOf = (db: Db): Migrator =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
