import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openStore } from '../../service/store/database.ts';

/** A fresh database, as the environment of a service tells of it. */
export interface TestDatabase {
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}
export type OpenDatabase = () => Promise<TestDatabase>;

/** A folder for the embedded database that holds nothing yet. */
export const openEmptyFolder: OpenDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-test-'));
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: '' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** The same, with the tables of this version and nothing in them. */
export const openFolder: OpenDatabase = async () => openCopy(await databaseWithTables());

/** The same, with the content of another folder. */
export async function openCopy(template: string): Promise<TestDatabase> {
  const database = await openEmptyFolder();
  const folder = join(database.environment.DATA_DIR!, 'database');
  cpSync(template, folder, { recursive: true });
  return database;
}

/** A database to copy: making one and its tables takes longer than most tests. */
export const databaseWithTables = (): Promise<string> =>
  template('database', ['package.json', 'store/**/*.ts'], async (dataDir) => {
    const store = await openStore({ dataDir }, (error) => {
      throw error;
    });
    await store.boss.stop({ graceful: false });
    await store.close();
  });

/**
 * The folder of a database that `fill` makes in `dataDir`. It is kept until one of the sources in
 * service/ changes.
 */
export async function template(
  name: string,
  sources: readonly string[],
  fill: (dataDir: string) => Promise<void>,
): Promise<string> {
  const cache = join(import.meta.dirname, '../../.cache');
  const folder = join(cache, `${name}-${fingerprint(sources)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const made = await mkdtemp(join(cache, `${name}-`));
  await fill(made);
  // Another worker may have been faster.
  await rename(join(made, 'database'), folder).catch(() => undefined);
  await rm(made, { recursive: true });
  // Those of earlier code are of no use any more.
  for (const old of globSync(`${name}-????????????????`, { cwd: cache }))
    if (join(cache, old) !== folder) await rm(join(cache, old), { recursive: true, force: true });
  return folder;
}

function fingerprint(sources: readonly string[]): string {
  const service = join(import.meta.dirname, '../../service');
  const hash = createHash('sha256');
  for (const source of globSync(sources, { cwd: service }).sort())
    hash.update(readFileSync(join(service, source)));
  return hash.digest('hex').slice(0, 16);
}

const server = process.env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';

/** A new database on the PostgreSQL server of DATABASE_URL. */
export const openPostgres: OpenDatabase = async () => {
  const name = `textloom_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: { DATABASE_URL: url.href, ALLOW_PRIVATE_WEBHOOKS: 'true' },
    remove: () => onServer(`drop database if exists ${name} with (force)`),
  };
};

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (cause) {
    throw new Error(
      'PostgreSQL does not respond. Start it on 127.0.0.1:5432, or set DATABASE_URL to a server that lets you create databases.',
      { cause },
    );
  }
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
