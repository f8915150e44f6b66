import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { openStore } from '../../../service/store/database.ts';
import { FolderInUseError, lockFolder } from '../../../service/store/embedded/lockFolder.ts';
import { createPglite } from '../../../service/store/embedded/openFolder.ts';
import { until } from './until.ts';

/** A new database and the environment that points a service at it. */
export interface TestDatabase {
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}
export type OpenDatabase = () => Promise<TestDatabase>;

/** Opens a new, empty folder for the embedded database. */
export const openEmptyFolder: OpenDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-test-'));
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: '' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Opens a folder with the tables of this version and no rows. */
export const openFolder: OpenDatabase = async () => openCopy(await databaseWithTables());

/** Opens a copy of the embedded database without a service. */
export async function openPglite(): Promise<{
  readonly pglite: PGlite;
  readonly remove: () => Promise<void>;
}> {
  const { environment, remove } = await openFolder();
  return {
    pglite: await createPglite({ dataDir: join(environment.DATA_DIR!, 'database') }),
    remove,
  };
}

/** Opens a folder with the content of another folder. */
export async function openCopy(template: string): Promise<TestDatabase> {
  const database = await openEmptyFolder();
  const folder = join(database.environment.DATA_DIR!, 'database');
  cpSync(template, folder, { recursive: true });
  return database;
}

/** What a database with tables depends on, from the folder of the service. */
export const databaseSources = [
  'package.json',
  'store/**/*.ts',
  '../test/service/harness/database.ts',
];

/**
 * Returns a database folder to copy. Creating a database and its tables takes longer than most
 * tests.
 */
export const databaseWithTables = (): Promise<string> =>
  template('database', databaseSources, async (dataDir) => {
    const store = await openStore({ dataDir }, (error) => {
      throw error;
    });
    await store.boss.stop({ graceful: false });
    await store.close();
    await shrink(join(dataDir, 'database'));
  });

/** The databases that PostgreSQL creates others from. No service opens them. */
const unused = ['base/1', 'base/4'];

/**
 * Makes a database folder cheap to copy and to open. With its usual 128 MB of buffers, opening it
 * takes twice as long.
 */
async function shrink(folder: string): Promise<void> {
  for (const name of unused) await rm(join(folder, name), { recursive: true });
  await appendFile(join(folder, 'postgresql.auto.conf'), "shared_buffers = '8MB'\n");
}

/**
 * Returns the folder of a database that `fill` creates in `dataDir`. The folder is cached until one
 * of the sources in service/ changes.
 */
export async function template(
  name: string,
  sources: readonly string[],
  fill: (dataDir: string) => Promise<void>,
): Promise<string> {
  const cache = join(import.meta.dirname, '../../../.cache');
  const folder = join(cache, `${name}-${fingerprint(sources)}`);
  if (existsSync(folder)) return folder;
  // One worker creates it, and the others wait.
  const unlock = await until(
    `no other worker creates the ${name} template`,
    () => lockFolder(join(cache, `${name}.lock`)).catch(waitIfInUse),
    120,
  );
  try {
    if (existsSync(folder)) return folder;
    const made = await mkdtemp(join(cache, `${name}-`));
    await fill(made);
    await rename(join(made, 'database'), folder);
    await rm(made, { recursive: true });
    // Remove the folders of earlier code.
    for (const old of globSync(`${name}-????????????????`, { cwd: cache }))
      if (join(cache, old) !== folder) await rm(join(cache, old), { recursive: true, force: true });
    return folder;
  } finally {
    unlock();
  }
}

function waitIfInUse(error: unknown): undefined {
  if (!(error instanceof FolderInUseError)) throw error;
}

function fingerprint(sources: readonly string[]): string {
  const service = join(import.meta.dirname, '../../../service');
  const hash = createHash('sha256');
  for (const source of globSync(sources, { cwd: service }).sort())
    hash.update(readFileSync(join(service, source)));
  return hash.digest('hex').slice(0, 16);
}

const server = process.env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';

/** Creates a database on the PostgreSQL server at DATABASE_URL. */
export const openPostgres: OpenDatabase = async () => {
  const name = `textloom_test_${randomBytes(6).toString('hex')}`;
  // Like most servers, and unlike PGlite, the database sorts texts by the rules of a language.
  await onServer(
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`,
  );
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
