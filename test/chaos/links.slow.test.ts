import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster, type Cluster } from './cluster.ts';
import { openStage, type Stage } from './stage.ts';

/** The links to the carrier and to the receiver, broken in each way while messages are sent. */

const window = 10;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await openCluster();
});
afterAll(() => cluster.remove());

/** Sends while the links are broken; `work` resolves with how many links to the carrier broke. */
async function sendWhile(title: string, work: (stage: Stage) => Promise<number>): Promise<void> {
  const database = await cluster.createDatabase();
  const stage = await openStage({
    database,
    carrier: 'smpp',
    smpp: { window, enquire_link: 3, answer_timeout: 10 },
    plan: () => ({ answerAfterMs: 30 }),
  });
  try {
    const stop = stage.keepSending({ clients: 6, pauseMs: 30 });
    await sleep(2_000);
    const breaks = await work(stage);
    await sleep(2_000);
    await stop();
    const seconds = await stage.secondsToRecover();
    // Those whose answers were lost end only after days.
    const done = await stage.settle(
      `${title}, ${seconds.toFixed(1)} s to recover`,
      breaks ? 60 : 150,
    );
    expect(stage.services[0]!.exits).toEqual([]);
    expect(stage.answers.get(500) ?? 0).toBe(0);
    expect(done).toMatchObject({ lost: [], doubled: [] });
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
  it('may stall for half a minute and go on', () =>
    sendWhile('carrier stalled, then resumed', async ({ carrier }) => {
      carrier.stall();
      await sleep(30_000);
      carrier.resume();
      return 0;
    }));

  it('may stall for ever: a window of messages at most is not known to have arrived', () =>
    sendWhile('carrier stalled for good', async ({ carrier }) => {
      const [link] = carrier.links();
      link!.stall();
      await sleep(20_000);
      // The carrier gives it up as well, and brings the receipts that it held over another link.
      link!.reset();
      return 1;
    }));

  it('may be reset', () =>
    sendWhile('carrier reset', ({ carrier }) => times(4, 3_000, carrier.reset)));

  it('may be closed on one side', () =>
    sendWhile('carrier half-closed', ({ carrier }) =>
      times(4, 3_000, () => carrier.links().forEach((link) => link.halfClose('client'))),
    ));

  it('may bring octets that were changed on their way', () =>
    sendWhile('carrier corrupted', ({ carrier }) =>
      times(4, 6_000, () => carrier.links().forEach((link) => link.corrupt('client'))),
    ));
});

describe('the link to the receiver of webhooks', () => {
  it('may stall', () =>
    sendWhile('receiver stalled', async ({ webhooks }) => {
      webhooks.stall();
      await sleep(12_000);
      webhooks.resume();
      return 0;
    }));

  it('may be reset', () =>
    sendWhile('receiver reset', async ({ webhooks }) => {
      await times(3, 1_500, webhooks.reset);
      return 0;
    }));
});
