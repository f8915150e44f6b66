import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster, type Cluster } from './cluster.ts';
import { openStage, type Stage } from './stage.ts';

/** The links to the carrier and to the receiver break in different ways while messages are sent. */

const window = 10;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await openCluster();
});
afterAll(() => cluster.remove());

/**
 * Sends while the links are broken. `work` resolves with the number of broken links to the carrier.
 */
async function sendWhile(title: string, work: (stage: Stage) => Promise<number>): Promise<void> {
  const database = await cluster.createDatabase();
  const stage = await openStage({
    database,
    carrier: 'smpp',
    smpp: { window, enquire_link: 3, response_timeout: 10 },
    plan: () => ({ responseDelayMs: 30 }),
  });
  try {
    const stop = stage.keepSending({ clients: 6, pauseMs: 30 });
    await sleep(2_000);
    const breaks = await work(stage);
    await sleep(2_000);
    await stop();
    const seconds = await stage.secondsToRecover();
    // Messages whose responses were lost end only after days.
    const done = await stage.settle(
      `${title}, ${seconds.toFixed(1)} s to recover`,
      breaks ? 60 : 150,
    );
    expect(stage.services[0]!.exits).toEqual([]);
    expect(stage.responses.get(500) ?? 0).toBe(0);
    expect(done).toMatchObject({ lost: [], duplicated: [] });
    expect(done.unsure).toBeLessThanOrEqual(window * breaks);
    expect(seconds).toBeLessThan(60);
  } finally {
    await stage.close();
    await database.remove();
  }
}

const times = async (count: number, pauseMs: number, work: () => void): Promise<number> => {
  for (let time = 0; time < count; time++) {
    work();
    await sleep(pauseMs);
  }
  return count;
};

describe('the link to the carrier', () => {
  it('can stall for half a minute and continue', () =>
    sendWhile('carrier stalled, then resumed', async ({ carrier }) => {
      carrier.stall();
      await sleep(30_000);
      carrier.resume();
      return 0;
    }));

  it('can stall forever: at most one window of messages has an unknown fate', () =>
    sendWhile('carrier stalled permanently', async ({ carrier }) => {
      const [link] = carrier.links();
      link!.stall();
      await sleep(20_000);
      // The carrier gives up the link as well, and sends the receipts that it kept over another
      // link.
      link!.reset();
      return 1;
    }));

  it('can be reset', () =>
    sendWhile('carrier reset', ({ carrier }) => times(4, 3_000, carrier.reset)));

  it('can be closed on one side', () =>
    sendWhile('carrier half-closed', ({ carrier }) =>
      times(4, 3_000, () => carrier.links().forEach((link) => link.halfClose('client'))),
    ));

  it('can deliver octets that changed in transit', () =>
    sendWhile('carrier corrupted', ({ carrier }) =>
      times(4, 6_000, () => carrier.links().forEach((link) => link.corrupt('client'))),
    ));
});

describe('the link to the receiver of webhooks', () => {
  it('can stall', () =>
    sendWhile('receiver stalled', async ({ webhooks }) => {
      webhooks.stall();
      await sleep(12_000);
      webhooks.resume();
      return 0;
    }));

  it('can be reset', () =>
    sendWhile('receiver reset', async ({ webhooks }) => {
      await times(3, 1_500, webhooks.reset);
      return 0;
    }));
});
