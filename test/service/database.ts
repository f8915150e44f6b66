import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A fresh database, as the environment of a service tells of it. */
export interface TestDatabase {
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}
export type OpenDatabase = () => Promise<TestDatabase>;

/** The embedded database, in a folder of its own. */
export const openFolder: OpenDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-test-'));
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: '' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

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
