import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import service from '../../service/package.json' with { type: 'json' };

/** A fresh database, as the environment of a service tells of it. */
export interface TestDatabase {
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}
export type OpenDatabase = () => Promise<TestDatabase>;

/** The embedded database, in a folder of its own. */
export const openFolder: OpenDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-test-'));
  await cp(await emptyDatabase(), join(folder, 'database'), { recursive: true });
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: '' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** A database without tables to copy: making one takes PGlite most of the time of a test. */
async function emptyDatabase(): Promise<string> {
  const cache = join(import.meta.dirname, '../../.cache');
  const folder = join(cache, `pglite-${service.dependencies['@electric-sql/pglite']}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, 'pglite-'));
  await (await PGlite.create(join(made, 'database'))).close();
  // Another worker may have been faster.
  await rename(join(made, 'database'), folder).catch(() => undefined);
  await rm(made, { recursive: true });
  return folder;
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
      'PostgreSQL does not answer: start it on 127.0.0.1:5432, or set DATABASE_URL to a server where databases may be created.',
      { cause },
    );
  }
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
