import { setImmediate as turn } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Dialect, type Transaction } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { fromPglite, PgBoss, type Db as QueueDb } from 'pg-boss';
import { numeric, openPool, type Limits } from './connections.ts';
import { troubleOf } from './databaseTrouble.ts';
import { embeddedDialect } from './embeddedDialect.ts';
import { lockFolder } from './lockFolder.ts';
import { openFolder } from './openFolder.ts';
import * as initial from './migrations/0001_initial.ts';
import * as line from './migrations/0002_line.ts';
import * as capabilities from './migrations/0003_capabilities.ts';
import * as tally from './migrations/0004_tally.ts';
import * as waiting from './migrations/0005_waiting.ts';
import * as keys from './migrations/0006_keys.ts';
import * as deliveryEvent from './migrations/0007_delivery_event.ts';
import * as carriers from './migrations/0008_carriers.ts';
import * as numberCarrier from './migrations/0009_number_carrier.ts';
import * as limits from './migrations/0010_limits.ts';
import * as heartbeat from './migrations/0012_heartbeat.ts';
import * as optOutSpellings from './migrations/0013_opt_out_spellings.ts';
import * as due from './migrations/0014_due.ts';
import { queueDatabase } from './queueDatabase.ts';
import type { Database } from './tables.ts';
import { takeTurns } from './takeTurns.ts';
import { waitForDatabase } from './waitForDatabase.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export interface StoreOptions {
  /** PostgreSQL; empty means a database of its own in `dataDir`. */
  readonly databaseUrl?: string;
  /** Folder of the embedded database; `memory://` keeps nothing. */
  readonly dataDir: string;
  /** How long to wait for PostgreSQL, where it does not take connections yet; not at all if left out. */
  readonly databaseWaitSeconds?: number;
}

interface Flag {
  readonly read: () => boolean;
  readonly clear: () => void;
}

export interface Store {
  readonly db: Db;
  /**
   * The same, for what is done without being asked: it has few connections, so that however much
   * there is to do, requests find the database at leisure.
   */
  readonly background: Db;
  /** The same, for what takes long: migrations, and what the command line is asked for. */
  readonly patient: Db;
  /** How many messages may change in one transaction there. */
  readonly batch: () => number;
  readonly boss: PgBoss;
  /** True where this process is the only one that may use the database. */
  readonly embedded: boolean;
  /** Whether the disk of the database had no room for something, until it is cleared. */
  readonly hasBeenFull: Flag;
  /** By the clock of `performance.now`: when the queue last had an answer from the database. */
  readonly queueAnsweredAt: () => number;
  /** Does something on a new connection; undefined where there can be no other than ours. */
  readonly anew: ((work: (db: Db) => Promise<void>) => Promise<void>) | undefined;
  /** From now on the queue's statements are short: its tables are up to date. */
  readonly endPatience: () => void;
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
  '0009_number_carrier': numberCarrier,
  '0010_limits': limits,
  '0012_heartbeat': heartbeat,
  '0013_opt_out_spellings': optOutSpellings,
  '0014_due': due,
};

/** Opens the database, brings its tables up to date and readies the queue. */
export async function openStore(
  options: StoreOptions,
  onQueueError: (error: Error) => void,
  onWait: (sentence: string) => void = () => undefined,
): Promise<Store> {
  const { databaseUrl, databaseWaitSeconds: seconds = 0 } = options;
  if (databaseUrl) await waitForDatabase({ databaseUrl, seconds, say: onWait });
  const store = await connectStore(options);
  store.boss.on('error', onQueueError);
  try {
    await migrate(store.patient);
    await startQueue(store, options, onWait);
    store.endPatience();
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

const queueOptions = {
  useListenNotify: true,
  schedule: false,
  superviseIntervalSeconds: 2,
  monitorIntervalSeconds: 2,
};

/** Messages that change in one transaction: more would keep others from them for too long. */
const mostAtOnce = 500;

/** No statement of theirs takes a second, however much there is; a connection that is silent for longer is lost. */
const forRequests: Limits = {
  connections: 10,
  connectMs: 5_000,
  statementMs: 6_000,
  leaseMs: 20_000,
};
const forBackground: Limits = { ...forRequests, connections: 2, connectMs: 10_000 };
/** It also counts and removes jobs, of which there may be many. */
const forQueue: Limits = { ...forBackground, statementMs: 10_000 };
/** An hour: a new index on a large table takes its time. */
const forLongWork: Limits = { connections: 2, connectMs: 10_000, statementMs: 3_600_000 };

/** A database whose failures for want of room are noted. */
function noteFull(): { readonly on: (dialect: Dialect) => Db; readonly hasBeenFull: Flag } {
  let isFull = false;
  return {
    on: (dialect) =>
      new Kysely<Database>({
        dialect,
        log: (event) => {
          if (event.level === 'error' && troubleOf(event.error) === 'full') isFull = true;
        },
      }),
    hasBeenFull: {
      read: () => isFull,
      clear: () => {
        isFull = false;
      },
    },
  };
}

/** The same, with the time of its last answer. */
function timed(db: QueueDb): { readonly db: QueueDb; readonly answeredAt: () => number } {
  let at = performance.now();
  return {
    db: {
      ...db,
      executeSql: async (text, values) => {
        const result = await db.executeSql(text, values);
        at = performance.now();
        return result;
      },
    },
    answeredAt: () => at,
  };
}

function openPostgres(connectionString: string): Store {
  const { on, hasBeenFull } = noteFull();
  const open = (limits: Limits) => {
    const pool = openPool(connectionString, limits);
    return { pool, db: on(new PostgresDialect({ pool })) };
  };
  const requests = open(forRequests);
  const background = open(forBackground);
  const patient = open(forLongWork);
  const queuePool = openPool(connectionString, forQueue);
  const queue = queueDatabase({
    connectionString,
    limits: forQueue,
    pool: queuePool,
    patient: patient.pool,
  });
  const { db: queueDb, answeredAt } = timed(queue);
  return {
    db: requests.db,
    background: background.db,
    patient: patient.db,
    batch: () => mostAtOnce,
    boss: new PgBoss({ db: queueDb, ...queueOptions }),
    embedded: false,
    hasBeenFull,
    queueAnsweredAt: answeredAt,
    anew: async (work) => {
      const { pool, db } = open({ ...forRequests, connections: 1 });
      try {
        await work(db);
      } finally {
        await pool.end();
      }
    },
    endPatience: queue.endPatience,
    close: async () => {
      const pools = [background.pool, requests.pool, patient.pool, queuePool];
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/**
 * The database reckons with a disk that has to move to find a page; and no statement here runs long
 * enough to be compiled first.
 */
const planning = 'set random_page_cost = 1.1; set jit = off';

/** As long as requests come in, no transaction is to keep the one connection from them for long. */
const mostWhileUsed = 50;
const recentMs = 100;

async function openEmbedded(dataDir: string): Promise<Store> {
  const unlock = dataDir.startsWith('memory:') ? () => undefined : await lockFolder(dataDir);
  const pglite = await openFolder(dataDir, { parsers: numeric }).catch((error: unknown) => {
    unlock();
    throw error;
  });
  await pglite.exec(planning);
  const { on, hasBeenFull } = noteFull();
  const open = (before: () => void | Promise<void>) => on(embeddedDialect({ pglite }, before));
  let lastUsed = -Infinity;
  const db = open(() => {
    lastUsed = performance.now();
  });
  // It answers without leaving the turn of the event loop: without a pause, one transaction after the
  // other would keep requests from even being read.
  const background = open(() => turn());
  const { db: queueDb, answeredAt } = timed(fromPglite(pglite));
  const boss = new PgBoss({ backend: 'pglite', db: queueDb, ...queueOptions });
  return {
    db,
    background,
    patient: db,
    batch: () => (performance.now() - lastUsed < recentMs ? mostWhileUsed : mostAtOnce),
    boss,
    embedded: true,
    hasBeenFull,
    queueAnsweredAt: answeredAt,
    anew: undefined,
    endPatience: () => undefined,
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

/** To make the tables of the queue takes another process this long at most; to change large ones may take longer. */
const preparingSeconds = 60;

/**
 * One process after the other: the queue's own lock comes after it has looked for its tables, and of two
 * that make them at the same moment one would fail.
 */
async function startQueue(
  { boss }: Store,
  { databaseUrl, databaseWaitSeconds = 0 }: StoreOptions,
  say: (sentence: string) => void,
): Promise<void> {
  const seconds = databaseWaitSeconds + preparingSeconds;
  if (databaseUrl) await takeTurns({ databaseUrl, seconds, say }, () => boss.start());
  else await boss.start();
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

/** Refuses a database that has had migrations which this version does not know. */
export function refuseNewer({ unknown }: { readonly unknown: readonly string[] }): void {
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `The database was brought up to date by a newer Textloom (${unknown.join(', ')}). ` +
      'Start that version again, or restore a backup from before.',
  );
}

async function migrate(db: Db): Promise<void> {
  refuseNewer(await readMigrations(db));
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
