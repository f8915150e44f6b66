import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestDatabase } from '../service/harness/database.ts';
import { until } from '../service/harness/until.ts';
import { freePort } from '../../scripts/programs/port.ts';

const run = promisify(execFile);

/** Controls a separate PostgreSQL server that a test can kill, freeze, fill up and fail over. */
export interface Cluster {
  readonly port: number;
  /** Creates a database. `port` is the port of a proxy in front of the cluster. */
  readonly createDatabase: (port?: number) => Promise<ClusterDatabase>;
  readonly query: <T extends object>(database: string, statement: string) => Promise<T[]>;
  readonly start: () => Promise<void>;
  /** Starts the server if it has ended, or waits until it has recovered on its own. */
  readonly ensureRunning: () => Promise<void>;
  /** Works like `pg_ctl stop` and `pg_ctl restart`. */
  readonly stop: (mode: 'fast' | 'immediate') => Promise<void>;
  readonly restart: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Kills all processes of the server without warning, as in a power failure. */
  readonly kill: () => Promise<void>;
  /** Stops all processes of the server. Its connections stay open, but nothing responds. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  /** Promotes the server to primary. */
  readonly promote: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

export interface ClusterDatabase extends TestDatabase {
  readonly name: string;
  /** Queries the cluster itself, without any proxy in front of it. */
  readonly query: <T extends object>(statement: string) => Promise<T[]>;
}

export interface ClusterOptions {
  /** Adds lines to `postgresql.conf`, as `name=value`. */
  readonly settings?: readonly string[];
  /** Names the folder of the files, for example on a small disk. The default is a new folder. */
  readonly folder?: string;
}

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0;

function findBinary(name: string): string {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).map(Number) : [];
  const found = versions
    .sort((a, b) => b - a)
    .map((version) => join(home, String(version), 'bin', name))
    .find(existsSync);
  if (!found) throw new Error(`${name} is missing in ${home}. Install the package postgresql.`);
  return found;
}

/** Returns the user who owns the clusters, or the user who runs the tests if that is not root. */
async function owner(): Promise<{ uid?: number; gid?: number }> {
  if (!isRoot) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid, gid };
}
async function runAsOwner(name: string, ...args: string[]): Promise<void> {
  await run(findBinary(name), args, { cwd: '/', ...(await owner()) });
}

/** Creates the folder for the data of a cluster. */
async function makeData(home: string): Promise<string> {
  await chmod(home, 0o755);
  const data = join(home, 'data');
  await mkdir(data, { mode: 0o700 });
  const { uid, gid } = await owner();
  if (uid !== undefined && gid !== undefined) await chown(data, uid, gid);
  return data;
}

/** Creates and starts a cluster. */
export async function openCluster({
  settings = [],
  folder,
}: ClusterOptions = {}): Promise<Cluster> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'textloom-cluster-')));
  const data = await makeData(home);
  await runAsOwner('initdb', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync', data);
  return startCluster(home, settings);
}

/**
 * Creates and starts a standby of the cluster. The primary responds to a commit only after the
 * standby shows it. The primary's `synchronous_standby_names` must name the standby.
 */
export async function openStandby(
  primary: Cluster,
  name: string,
  { settings = [] }: Pick<ClusterOptions, 'settings'> = {},
): Promise<Cluster> {
  const home = await mkdtemp(join(tmpdir(), 'textloom-cluster-'));
  const data = await makeData(home);
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`;
  await runAsOwner('pg_basebackup', '-d', from, '-D', data, '-R', '-X', 'stream', '-c', 'fast');
  return startCluster(home, settings);
}

async function startCluster(home: string, settings: readonly string[]): Promise<Cluster> {
  const data = join(home, 'data');
  const port = await freePort();
  const all = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${data}`,
    'max_connections=200',
    ...settings,
  ];
  const address = (database: string, at = port) =>
    `postgres://postgres@127.0.0.1:${at}/${database}`;

  const query = async <T extends object>(database: string, statement: string): Promise<T[]> => {
    const client = new pg.Client({
      connectionString: address(database),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<T>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const responses = () =>
    query('postgres', 'select 1').then(
      () => true,
      () => false,
    );
  const start = async () => {
    const args = ['-D', data, ...all.flatMap((setting) => ['-c', setting])];
    const child = spawn(findBinary('postgres'), args, {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(await owner()),
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
    await until(
      'PostgreSQL runs',
      async () => {
        if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${said}`);
        return responses();
      },
      60,
    );
  };
  const postmaster = async () => {
    const file = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = parseInt(file, 10);
    return Number.isInteger(pid) && isAlive(pid) ? pid : undefined;
  };
  /** The process that starts others is signaled first, so that none are missed. */
  const signalAll = async (signal: NodeJS.Signals): Promise<readonly number[]> => {
    const pid = await postmaster();
    if (pid === undefined) return [];
    process.kill(pid, 'SIGSTOP');
    const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
    const pids = [pid, ...stdout.split('\n').filter(Boolean).map(Number)];
    for (const one of pids) if (isAlive(one)) process.kill(one, signal);
    return pids;
  };
  const kill = async () => {
    const pids = await signalAll('SIGKILL');
    await until('PostgreSQL is gone', () => !pids.some(isAlive), 20);
  };
  const stop = (mode: string) => runAsOwner('pg_ctl', '-D', data, '-m', mode, '-w', 'stop');
  await start();
  return {
    port,
    query,
    start,
    ensureRunning: async () => {
      if ((await postmaster()) === undefined) await start();
      else await until('PostgreSQL responds', responses, 60);
    },
    kill,
    createDatabase: async (at) => {
      const name = `textloom_${randomBytes(6).toString('hex')}`;
      await query('postgres', `create database ${name}`);
      return {
        name,
        query: (statement) => query(name, statement),
        environment: { DATABASE_URL: address(name, at), ALLOW_PRIVATE_WEBHOOKS: 'true' },
        remove: async () => {
          await query('postgres', `drop database if exists ${name} with (force)`);
        },
      };
    },
    stop,
    restart: async (mode) => {
      await stop(mode);
      await start();
    },
    freeze: async () => {
      await signalAll('SIGSTOP');
    },
    thaw: async () => {
      await signalAll('SIGCONT');
    },
    promote: () => runAsOwner('pg_ctl', '-D', data, '-w', 'promote'),
    remove: async () => {
      await kill();
      await rm(data, { recursive: true, force: true });
      await rm(home, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/** A process that has ended but was not reaped yet counts as gone. */
function isAlive(pid: number): boolean {
  try {
    const [, state] = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state !== 'Z';
  } catch {
    return false;
  }
}
