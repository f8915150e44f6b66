import type { Kysely } from 'kysely';
import { PostgresDialect, sql, type Transaction } from 'kysely';
import { PgBoss } from 'pg-boss';
import { openPool, type Limits } from './connections.ts';
import { queueDatabase } from './queueDatabase.ts';
import type { Database } from './tables.ts';
import { takeTurns } from './takeTurns.ts';
import { waitForDatabase } from './waitForDatabase.ts';
import { migrate } from './migrate.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import { type Flag, noteFull, timed } from './observeDatabase.ts';
import { mostAtOnce, queueOptions } from './storeOptions.ts';

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
