import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster } from './cluster.ts';
import { openStage } from './stage.ts';

/*
 * A process stops where it is, and continues after another process took over its messages.
 * Nothing that it does then may send one of them again.
 */

const trials = Number(process.env.TRIALS ?? 6);
const window = 10;
/** Longer than a claim lasts. */
const suspendedMs = 30_000;

it(
  'two processes lose and duplicate nothing while one of them is suspended',
  async () => {
    const cluster = await openCluster();
    const database = await cluster.createDatabase();
    const stage = await openStage({
      database,
      carrier: 'smpp',
      processes: 2,
      smpp: { window },
      plan: () => ({ responseDelayMs: 20 }),
    });
    try {
      const stop = stage.keepSending({ clients: 10, batch: 5, pauseMs: 20 });
      for (let trial = 0; trial < trials; trial++) {
        await sleep(2_000 + Math.random() * 1_000);
        const suspended = stage.services[trial % 2]!.current()!;
        suspended.suspend();
        await sleep(suspendedMs);
        suspended.resume();
      }
      await sleep(2_000);
      await stop();
      const done = await stage.settle(`${trials} times suspended`);
      expect(stage.services.flatMap(({ exits }) => exits)).toEqual([]);
      expect(done).toMatchObject({ lost: [], duplicated: [] });
      // The carrier accepted these, and gave up the link before the process read its response.
      expect(done.unsure).toBeLessThanOrEqual(window * trials);
    } finally {
      await stage.close();
      await database.remove();
      await cluster.remove();
    }
  },
  30 * 60_000,
);
