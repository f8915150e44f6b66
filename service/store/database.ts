import { limits } from '@textloom/shared/contract';
import type { Kysely } from 'kysely';
import { PostgresDialect, sql, type Transaction } from 'kysely';
import { PgBoss } from 'pg-boss';
import { hour } from '../times/durations.ts';
import type { Limits } from './connections/clientConfig.ts';
import { openPool } from './connections/connections.ts';
import { queueDatabase } from './connections/queueDatabase.ts';
import type { Database } from './tables/tables.ts';
import { runExclusively } from './runExclusively.ts';
import { waitForDatabase } from './connections/waitForDatabase.ts';
import { migrate, requireTables } from './migrate.ts';
import type { Holder } from './embedded/holds.ts';
import { refuseMoved } from './embedded/moveMark.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import { requireDatabase } from './embedded/openFolder.ts';
import {
  type Flag,
  type PoolUse,
  watchDiskFull,
  trackResponses,
} from './connections/observeDatabase.ts';
import { maxMessagesPerTransaction, bossOptions, requestConnectMs } from './storeOptions.ts';

export type Db = Kysely<Database>;

export type Trx = Transaction<Database>;

export interface StoreOptions {
  /** The URL of PostgreSQL. If empty, the service uses an embedded database in `dataDir`. */
  readonly databaseUrl?: string;
  /** The folder of the embedded database. With `memory://`, nothing persists. */
  readonly dataDir: string;
  /**
   * How long to wait until PostgreSQL accepts connections. By default, the service does not wait.
   */
  readonly databaseWaitSeconds?: number;
  /** Whether to refuse a place that holds no database, instead of creating one there. */
  readonly mustExist?: boolean;
  /** Whether to open the data in `dataDir` although it may have moved to PostgreSQL. */
  readonly mayHaveMoved?: boolean;
}

export interface Store {
  readonly db: Db;
  /**
   * Serves background work. It has few connections, so that background work never slows down
   * requests, however much there is to do.
   */
  readonly background: Db;
  /**
   * Serves the parts of searches. In the embedded database, all other statements wait for one part
   * at most, however many searches run.
   */
  readonly searches: Db;
  /** Serves long work: migrations, and the commands of the command line. */
  readonly longRunning: Db;
  /** Returns how many messages one background transaction may change. */
  readonly batch: () => number;
  readonly boss: PgBoss;
  /** How busy the pools of connections are. The embedded database has none. */
  readonly pools: Readonly<Record<string, () => PoolUse>>;
  /** Whether this process is the only one that may use the database. */
  readonly embedded: boolean;
  /**
   * Whether a statement failed because the disk of the database was full. Stays set until cleared.
   */
  readonly diskFullFlag: Flag;
  /** Returns when the queue last got a response from the database, by `performance.now`. */
  readonly queueRespondedAt: () => number;
  /** Does work on a new connection. Undefined if the database allows only one connection. */
  readonly onNewConnection: ((work: (db: Db) => Promise<void>) => Promise<void>) | undefined;
  /**
   * Applies the short statement limit to the queue. Call it once the queue's tables are up to date.
   */
  readonly applyStatementLimit: () => void;
  /** Keeps all statements waiting for a backup. Only the embedded database in a folder can. */
  readonly holder: Holder | undefined;
  readonly close: () => Promise<void>;
}

/** Opens the database, migrates its tables, and starts the queue. */
export async function openStore(
  options: StoreOptions,
  onQueueError: (error: Error) => void,
  onWait: (sentence: string) => void = () => undefined,
): Promise<Store> {
  const { databaseUrl, databaseWaitSeconds: seconds = 0 } = options;
  if (databaseUrl) await waitForDatabase({ databaseUrl, seconds, report: onWait });
  const store = await connectStore(options, onWait);
  store.boss.on('error', onQueueError);
  try {
    if (options.mustExist) await requireTables(store.longRunning);
    await migrate(store.longRunning, onWait);
    await startQueue(store, options, onWait);
    store.applyStatementLimit();
    if (store.embedded) await requeueActiveJobs(store.db);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Connects to the database without changing it. Creates an embedded one, and reports that. */
export async function connectStore(
  { databaseUrl, dataDir, mustExist = false, mayHaveMoved = false }: StoreOptions,
  report: (sentence: string) => void = () => undefined,
): Promise<Store> {
  if (databaseUrl) return openPostgres(databaseUrl);
  if (!mayHaveMoved) await refuseMoved(dataDir);
  if (mustExist) await requireDatabase(dataDir);
  return openEmbedded(dataDir, report);
}

/**
 * No statement of a request takes a second, whatever the amount of data. A connection that is
 * silent for longer is lost.
 */
const forRequests: Limits = {
  // Most requests of one account share half of them.
  connections: 2 * limits.runningRequests,
  connectMs: requestConnectMs,
  statementMs: 6_000,
  leaseMs: 20_000,
};

const forBackground: Limits = { ...forRequests, connections: 2, connectMs: 10_000 };

/** The queue also counts and removes jobs, and there may be many of them. */
const forQueue: Limits = { ...forBackground, statementMs: 10_000 };

/**
 * Allows an hour per statement, because a new index on a large table takes long. A busy machine can
 * also suspend a migration between two statements.
 */
const forLongWork: Limits = {
  connections: 2,
  connectMs: 10_000,
  statementMs: hour,
  pauseMs: 60_000,
};

function openPostgres(connectionString: string): Store {
  const { on, diskFullFlag } = watchDiskFull();
  const open = (limits: Limits) => {
    const pool = openPool(connectionString, limits);
    return { pool, db: on(new PostgresDialect({ pool })) };
  };
  const requests = open(forRequests);
  const background = open(forBackground);
  const longRunning = open(forLongWork);
  const queuePool = openPool(connectionString, forQueue);
  const queue = queueDatabase({
    connectionString,
    limits: forQueue,
    pool: queuePool,
    longRunning: longRunning.pool,
  });
  const { db: queueDb, respondedAt } = trackResponses(queue);
  return {
    db: requests.db,
    background: background.db,
    searches: requests.db,
    longRunning: longRunning.db,
    batch: () => maxMessagesPerTransaction,
    boss: new PgBoss({ db: queueDb, ...bossOptions }),
    pools: {
      requests: requests.pool.use,
      background: background.pool.use,
      queue: queuePool.use,
    },
    embedded: false,
    diskFullFlag,
    queueRespondedAt: respondedAt,
    onNewConnection: async (work) => {
      const { pool, db } = open({ ...forRequests, connections: 1 });
      try {
        await work(db);
      } finally {
        await pool.end();
      }
    },
    applyStatementLimit: queue.applyStatementLimit,
    holder: undefined,
    close: async () => {
      const pools = [background.pool, requests.pool, longRunning.pool, queuePool];
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/**
 * Another process needs at most this long to create the queue's tables. Changing large tables may
 * take longer.
 */
const setupSeconds = 60;

/**
 * Starts the queue in one process at a time. The queue takes its lock only after it looks for its
 * tables, so if two processes created the tables at the same moment, one would fail.
 */
async function startQueue(
  { boss }: Store,
  { databaseUrl, databaseWaitSeconds = 0 }: StoreOptions,
  report: (sentence: string) => void,
): Promise<void> {
  const seconds = databaseWaitSeconds + setupSeconds;
  if (databaseUrl) await runExclusively({ databaseUrl, seconds, report }, () => boss.start());
  else await boss.start();
}

/**
 * Frees the jobs that a crash left marked as active. Call it only if no other process can be
 * working on them. Otherwise, jobs become free when their heartbeat stops.
 */
async function requeueActiveJobs(db: Db): Promise<void> {
  await sql`
    update pgboss.job set state = 'created', started_on = null, heartbeat_on = null
    where state = 'active'`.execute(db);
}
