import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** The counters that the database keeps for a table. */
export interface TableState {
  /** The name with its schema, quoted. */
  readonly name: string;
  /** The number of rows when the database last analyzed the table. Negative if it never did. */
  readonly analyzed: number;
  readonly live: number;
  /** Rows that were changed or deleted, and still take space. */
  readonly dead: number;
  /** Rows added since the last vacuum, which every read of the index checks in the table. */
  readonly unvacuumed: number;
  /** Rows that changed since the database last analyzed the table. */
  readonly changed: number;
}

export interface LogState {
  /** How many bytes a start after a crash would read. */
  readonly bytes: number;
  readonly secondsSinceCheckpoint: number;
}

/** A smaller change to a table is not worth the work. */
const fewRows = 1_000;
/** The embedded database runs no autovacuum, so this is the share that autovacuum acts on. */
const embeddedShare = 0.2;
/** PostgreSQL looks at its tables only once a minute, and a new table grows faster. */
const serverShare = 1;

/** A start after a crash reads this much in seconds. */
const maxLogBytes = 128 * 1024 * 1024;
const checkpointSeconds = 300;
/** A smaller change is only the heartbeat of the service. */
const minLogBytes = 256 * 1024;

/** Returns whether the statistics of a table are too old to plan statements with. */
export function needsAnalyze({ analyzed, changed }: TableState, embedded: boolean): boolean {
  const share = embedded ? embeddedShare : serverShare;
  return changed > fewRows + share * Math.max(analyzed, 0);
}

export const needsVacuum = ({ live, dead, unvacuumed }: TableState): boolean =>
  Math.max(dead, unvacuumed) > fewRows + embeddedShare * live;

export const needsCheckpoint = ({ bytes, secondsSinceCheckpoint }: LogState): boolean =>
  bytes > maxLogBytes || (bytes > minLogBytes && secondsSinceCheckpoint > checkpointSeconds);

/**
 * Does what PostgreSQL does in separate processes, and the embedded database does not do at all:
 * gathers statistics of tables that grew, removes dead rows, and writes checkpoints. On PostgreSQL,
 * only gathers statistics of tables that grow too fast for it. Does one thing at a time, because
 * requests to the embedded database wait meanwhile.
 */
export async function maintain(db: Db, embedded: boolean): Promise<void> {
  if (embedded && needsCheckpoint(await readLog(db))) return run(db, sql`checkpoint`);
  const tables = await readTables(db);
  const isOurs = ({ name }: TableState) => !leftToServer.get(db)?.has(name);
  const stale = mostChanged(
    tables.filter((table) => needsAnalyze(table, embedded) && isOurs(table)),
  );
  if (stale) return analyze(db, stale.name);
  const full = embedded && mostChanged(tables.filter(needsVacuum));
  if (full) return run(db, sql`vacuum ${sql.raw(full.name)}`);
}

/** The tables that take longer than a statement may, by the database of this process. */
const leftToServer = new WeakMap<Db, Set<string>>();

/** The error of PostgreSQL if it ends a statement, such as after the time limit. */
const canceled = '57014';

/**
 * Gathers the statistics of a table. Leaves the table to PostgreSQL if this takes too long, as it
 * can on a slow disk after a restore. It would fail each time, and count as stuck.
 */
async function analyze(db: Db, name: string): Promise<void> {
  try {
    await run(db, sql`analyze (skip_locked) ${sql.raw(name)}`);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== canceled) throw error;
    leftToServer.set(db, (leftToServer.get(db) ?? new Set()).add(name));
  }
}

async function run(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  await statement.execute(db);
}

const mostChanged = (tables: readonly TableState[]): TableState | undefined =>
  tables.toSorted((a, b) => rank(b) - rank(a))[0];

/** Prefers small tables that change often, such as the queue, to large ones. */
const rank = ({ live, dead, changed, unvacuumed }: TableState): number =>
  (dead + changed + unvacuumed) / (live + fewRows);

/** Leaves out the tables of other programs in the same database. */
async function readTables(db: Db): Promise<TableState[]> {
  const { rows } = await sql<TableState>`
    select format('%I.%I', stat.schemaname, stat.relname) as name, class.reltuples as analyzed,
      stat.n_live_tup as live, stat.n_dead_tup as dead, stat.n_ins_since_vacuum as unvacuumed,
      stat.n_mod_since_analyze as changed
    from pg_stat_user_tables as stat join pg_class as class on class.oid = stat.relid
    where stat.schemaname in (current_schema(), 'pgboss')
      and pg_get_userbyid(class.relowner) = current_user
      and (stat.n_mod_since_analyze > ${fewRows} or stat.n_dead_tup > ${fewRows}
        or stat.n_ins_since_vacuum > ${fewRows})`.execute(db);
  return rows;
}

async function readLog(db: Db): Promise<LogState> {
  const { rows } = await sql<LogState>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes,
      extract(epoch from now() - checkpoint_time)::integer as "secondsSinceCheckpoint"
    from pg_control_checkpoint()`.execute(db);
  return rows[0]!;
}
