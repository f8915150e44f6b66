import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../service/config/config.ts';
import { openStore, type Store } from '../../service/store/database.ts';

/** A new database, with the settings that a service needs to use it. */
export interface BenchDatabase {
  readonly name: 'PostgreSQL' | 'embedded';
  readonly settings: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

/** Creates an embedded database in a folder on the disk of this machine. */
export async function openEmbedded(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-bench-'));
  return {
    name: 'embedded',
    settings: { DATA_DIR: folder, DATABASE_URL: '' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const server = process.env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';

/** Creates a database on the server of DATABASE_URL, or on this machine. */
export async function openPostgres(): Promise<BenchDatabase> {
  const name = `textloom_bench_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name: 'PostgreSQL',
    settings: { DATABASE_URL: url.href, ALLOW_PRIVATE_WEBHOOKS: 'true' },
    remove: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

export const newApiKey = (): string => `tl_admin_${randomBytes(16).toString('hex')}`;

/** Works on a database that no service is using. */
export async function withStore<T>(
  { settings }: BenchDatabase,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(readConfig(settings), (error) => {
    throw error;
  });
  try {
    return await work(store);
  } finally {
    await store.boss.stop({ graceful: false });
    await store.close();
  }
}

const kinds = [
  { name: 'PostgreSQL', open: openPostgres },
  { name: 'embedded', open: openEmbedded },
] as const;

/** Selects the kinds of databases whose names are in a list. */
export const selectKinds = (names: string) =>
  kinds.filter(({ name }) => names.split(',').includes(name));

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.query(statement);
  } catch (cause) {
    throw new Error(
      'PostgreSQL does not respond. Start it on 127.0.0.1:5432, or set DATABASE_URL to a server that lets you create databases.',
      { cause },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
