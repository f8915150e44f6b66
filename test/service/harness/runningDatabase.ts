import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import pg from 'pg';
import { createPglite } from '../../../service/store/embedded/openFolder.ts';
import type { Jobs } from '../../../service/store/jobs.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Query = (text: string) => Promise<{ readonly rows: readonly unknown[] }>;

/** The embedded databases that services of this thread have open, by their folders. */
const opened = new Map<string, PGlite>();
const create = PGlite.create.bind(PGlite) as (options: PGliteOptions) => Promise<PGlite>;
Object.assign(PGlite, {
  create: async (options: PGliteOptions) => {
    const pglite = await create(options);
    const { dataDir } = (options.fs ?? options) as { readonly dataDir?: string };
    if (dataDir !== undefined) opened.set(dataDir, pglite);
    return pglite;
  },
});

/** The connections to databases, by URL. Each ends when its database is dropped. */
const connections = new Map<string, Promise<pg.Client>>();

function connectTo(url: string): Promise<pg.Client> {
  const open = connections.get(url);
  if (open) return open;
  const client = new pg.Client({ connectionString: url });
  const forget = () => void connections.delete(url);
  client.on('error', forget).on('end', forget);
  const connecting = client.connect().then(() => client);
  connecting.catch(forget);
  connections.set(url, connecting);
  return connecting;
}

/** Runs queries in a database that a service may be using. */
export async function query<T>(
  { DATABASE_URL, DATA_DIR }: Environment,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  if (DATABASE_URL) {
    const client = await connectTo(DATABASE_URL);
    return work((text) => client.query(text));
  }
  const folder = join(DATA_DIR!, 'database');
  const running = opened.get(folder);
  if (running && !running.closed)
    return running.transaction((trx) => work((text) => trx.query(text)));
  // Another process may be using the folder.
  const copy = await mkdtemp(join(tmpdir(), 'textloom-copy-'));
  cpSync(folder, copy, { recursive: true });
  const pglite = await createPglite({ dataDir: copy });
  try {
    return await work((text) => pglite.query(text));
  } finally {
    await pglite.close();
    await rm(copy, { recursive: true });
  }
}

/** The channel that wakes the workers of the queue. */
const channel = `'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)`;

/** Starts jobs that would be due within some seconds, as if this time had passed. */
export const makeDue = (
  environment: Environment,
  queue: keyof Jobs,
  seconds = 10,
): Promise<unknown> =>
  query(environment, (run) =>
    run(`
      with due as (
        update pgboss.job set start_after = now() where name = '${queue}' and state < 'active'
          and start_after between now() and now() + interval '${seconds} seconds'
        returning 1)
      select pg_notify(${channel}, '${queue}') from due limit 1`),
  );
