import { setImmediate as turn } from 'node:timers/promises';
import { fromPglite, PgBoss } from 'pg-boss';
import { numeric } from '../connections.ts';
import { embeddedDialect } from './embeddedDialect.ts';
import { lockFolder } from './lockFolder.ts';
import { openFolder } from './openFolder.ts';
import type { Store } from '../database.ts';
import { mostAtOnce, queueOptions } from '../storeOptions.ts';
import { noteFull, timed } from '../observeDatabase.ts';

/**
 * By default, the database assumes a spinning disk. No statement here runs long enough for
 * compilation to pay off.
 */
const planning = 'set random_page_cost = 1.1; set jit = off';

/** While requests come in, no transaction may block the one connection for long. */
const mostWhileUsed = 50;

const recentMs = 100;

export async function openEmbedded(dataDir: string): Promise<Store> {
  const unlock = dataDir.startsWith('memory:') ? () => undefined : await lockFolder(dataDir);
  const pglite = await openFolder(dataDir, { parsers: numeric }).catch((error: unknown) => {
    unlock();
    throw error;
  });
  await pglite.exec(planning);
  const { on, hasBeenFull } = noteFull();
  const open = (before: () => void | Promise<void>) => on(embeddedDialect({ pglite }, before));
  let lastUsed = -Infinity;
  const db = open(() => {
    lastUsed = performance.now();
  });
  // The database responds within the same turn of the event loop. Without a pause, a series of
  // transactions would keep the process from even reading requests.
  const background = open(() => turn());
  const { db: queueDb, answeredAt } = timed(fromPglite(pglite));
  const boss = new PgBoss({ backend: 'pglite', db: queueDb, ...queueOptions });
  return {
    db,
    background,
    patient: db,
    batch: () => (performance.now() - lastUsed < recentMs ? mostWhileUsed : mostAtOnce),
    boss,
    embedded: true,
    hasBeenFull,
    queueAnsweredAt: answeredAt,
    onNewConnection: undefined,
    endPatience: () => undefined,
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    },
  };
}
