import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import type { BenchDatabase } from './database.ts';
import { processorTime, processorTimes } from './processorTime.ts';

/** What a run cost the machine. */
interface Costs {
  /** The processor time of all processes of the service, in milliseconds. */
  readonly service: number;
  /** The processor time of all PostgreSQL processes of this machine, in milliseconds. */
  readonly postgres: number;
  /** Rows that statements inserted, updated, or deleted. Zero for the embedded database. */
  readonly rows: number;
  /** Updated rows whose indexes stayed as they were. */
  readonly hot: number;
  /** Bytes that PostgreSQL wrote to its write-ahead log. */
  readonly walBytes: number;
}

/** Starts to count, and returns a function that returns the costs per message so far. */
export async function countCosts(
  { settings }: BenchDatabase,
  pids: readonly number[],
): Promise<(messages: number) => Promise<Record<string, string>>> {
  const read = async (): Promise<Costs> => ({
    service: await processorTimes(pids),
    ...(settings.DATABASE_URL ? await readPostgres(settings.DATABASE_URL) : none),
  });
  const before = await read();
  return async (messages) => {
    const after = await read();
    const each = (name: keyof Costs) => (after[name] - before[name]) / messages;
    const ofPostgres = (text: string) => (settings.DATABASE_URL ? text : '');
    return {
      'service ms': each('service').toFixed(2),
      'PostgreSQL ms': ofPostgres(each('postgres').toFixed(2)),
      'rows written': ofPostgres(each('rows').toFixed(1)),
      'HOT updates': ofPostgres(each('hot').toFixed(1)),
      'WAL kB': ofPostgres((each('walBytes') / 1_024).toFixed(1)),
    };
  };
}

const none = { postgres: 0, rows: 0, hot: 0, walBytes: 0 };

async function readPostgres(connectionString: string): Promise<Omit<Costs, 'service'>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // Processes report their counts about once per second.
    await client.query('select pg_sleep(1.5)');
    const { rows } = await client.query<Record<'rows' | 'hot' | 'walBytes', number>>(`
      select sum(n_tup_ins + n_tup_upd + n_tup_del)::float as rows,
        sum(n_tup_hot_upd)::float as hot,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float as "walBytes"
      from pg_stat_user_tables`);
    return { ...rows[0]!, postgres: await postgresTime() };
  } finally {
    await client.end();
  }
}

/** Returns the processor time of the PostgreSQL processes of this machine, in milliseconds. */
async function postgresTime(): Promise<number> {
  let total = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    // A process may end in between.
    if (name.trim() === 'postgres') total += await processorTime(Number(pid)).catch(() => 0);
  }
  return total;
}
