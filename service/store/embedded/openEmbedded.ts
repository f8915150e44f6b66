import { setImmediate as turn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { fromPglite, PgBoss } from 'pg-boss';
import { numeric } from '../connections/connections.ts';
import { embeddedDialect } from './embeddedDialect.ts';
import type { Held, Holder } from './holds.ts';
import { keepPrepared } from './keepPrepared.ts';
import { lockFolder } from './lockFolder.ts';
import { openFolder } from './openFolder.ts';
import type { Store } from '../database.ts';
import { maxMessagesPerTransaction, bossOptions } from '../storeOptions.ts';
import { watchDiskFull, trackResponses } from '../connections/observeDatabase.ts';

/**
 * By default, the database assumes a spinning disk. No statement here runs long enough for
 * compilation to pay off. Requests wait while it gathers statistics, so it samples fewer rows.
 */
const planningSettings =
  'set random_page_cost = 1.1; set jit = off; set default_statistics_target = 20';

/** While requests come in, no transaction may block the one connection for long. */
const maxBatchWhileBusy = 50;

const busyWindowMs = 100;

/**
 * The queue looks for jobs whose process has died, and no other process uses this database. Each
 * look costs the database as much as dozens of messages.
 */
const superviseRarely = { superviseIntervalSeconds: 5 };

export async function openEmbedded(
  dataDir: string,
  report: (sentence: string) => void,
): Promise<Store> {
  const unlock = dataDir.startsWith('memory:') ? () => undefined : await lockFolder(dataDir);
  const pglite = await openFolder(dataDir, { parsers: numeric }, report).catch((error: unknown) => {
    unlock();
    throw error;
  });
  await pglite.exec(planningSettings);
  keepPrepared(pglite);
  const { on, diskFullFlag } = watchDiskFull();
  const open = (before: () => void | Promise<void>) => on(embeddedDialect({ pglite }, before));
  let lastUsed = -Infinity;
  const markUsed = () => {
    lastUsed = performance.now();
  };
  const db = open(markUsed);
  // The database responds within the same turn of the event loop. Without a pause, a series of
  // transactions would keep the process from even reading requests.
  const background = open(() => turn());
  // These statements wait for each other first, so only one of them waits for the database.
  const searches = open(() => {
    markUsed();
    return turn();
  });
  const { db: queueDb, respondedAt } = trackResponses(fromPglite(asStatements(pglite)));
  const boss = new PgBoss({
    backend: 'pglite',
    db: queueDb,
    ...bossOptions,
    ...superviseRarely,
  });
  return {
    db,
    background,
    searches,
    longRunning: db,
    batch: () =>
      performance.now() - lastUsed < busyWindowMs ? maxBatchWhileBusy : maxMessagesPerTransaction,
    boss,
    pools: {},
    embedded: true,
    diskFullFlag,
    queueRespondedAt: respondedAt,
    onNewConnection: undefined,
    applyStatementLimit: () => undefined,
    holder: dataDir.startsWith('memory:') ? undefined : createHolder(pglite),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}

const createHolder = (pglite: PGlite): Holder => ({
  checkpoint: async () => {
    await pglite.query('checkpoint');
  },
  // A transaction of PGlite keeps every other statement waiting. This one changes nothing.
  whileHeld: (work) =>
    pglite.transaction(async (trx) => {
      const since = performance.now();
      const { rows } = await trx.query<Omit<Held, 'since'>>(`
        select (select max(id) from message) as "newestMessage",
          pg_current_wal_flush_lsn()::text as position`);
      await work({ ...rows[0]!, since });
    }),
});

/**
 * The queue sends each statement without parameters as a script. PGlite keeps no script prepared,
 * so this sends those of a single statement as statements.
 */
const asStatements = (pglite: PGlite): Parameters<typeof fromPglite>[0] => ({
  query: pglite.query.bind(pglite),
  exec: async (script) =>
    script.includes(';') ? pglite.exec(script) : [await pglite.query<object>(script)],
  listen: pglite.listen.bind(pglite),
});
