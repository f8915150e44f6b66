import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster, type Cluster, type ClusterDatabase } from './cluster.ts';
import { openProxy, type Proxy } from './proxy.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';

/** PostgreSQL becomes unreachable and comes back while messages are sent. */

let cluster: Cluster;
beforeAll(async () => {
  cluster = await openCluster();
});
afterAll(() => cluster.remove());

/**
 * Runs a scenario with a service on a separate database behind a proxy, and removes both at the
 * end.
 */
async function onStage(
  options: Omit<StageOptions, 'database'>,
  play: (stage: Stage, proxy: Proxy, database: ClusterDatabase) => Promise<void>,
): Promise<void> {
  const proxy = await openProxy(cluster.port);
  const database = await cluster.createDatabase(proxy.port);
  const stage = await openStage({ database, ...options });
  try {
    await play(stage, proxy, database);
  } finally {
    await stage.close();
    await proxy.close();
    await database.remove();
  }
}

const nothingLost = { lost: [], duplicated: [], unsure: 0 };

it('survives PostgreSQL being killed three times, and loses and duplicates nothing', () =>
  onStage({ carrier: 'smpp' }, async (stage) => {
    const stop = stage.keepSending({ pauseMs: 100 });
    for (let time = 1; time <= 3; time++) {
      await sleep(4_000);
      await cluster.kill();
      await sleep(time * 1_500);
      await cluster.start();
      const seconds = await stage.secondsToRecover();
      process.stdout.write(`killed, ${time}: ${seconds.toFixed(1)} s to recover\n`);
      expect(seconds).toBeLessThan(30);
    }
    await stop();
    const done = await stage.settle('PostgreSQL killed three times');
    expect(stage.services[0]!.exits).toEqual([]);
    expect(done).toMatchObject(nothingLost);
  }));

it('survives random connection resets', () =>
  onStage({ carrier: 'smpp' }, async (stage, proxy) => {
    const stop = stage.keepSending({ pauseMs: 50 });
    for (let time = 0; time < 60; time++) {
      const links = proxy.links();
      const link = links[Math.floor(Math.random() * links.length)];
      const ways = [() => link?.reset(), () => link?.cut(), () => link?.halfClose('client')];
      ways[time % ways.length]!();
      await sleep(400 * Math.random());
    }
    await stop();
    const seconds = await stage.secondsToRecover();
    const done = await stage.settle(`connections reset at random, ${seconds.toFixed(1)} s`);
    expect(stage.services[0]!.exits).toEqual([]);
    expect(done).toMatchObject(nothingLost);
  }));

it('survives corrupted responses of the database', () =>
  onStage({ carrier: 'handset' }, async (stage, proxy) => {
    const stop = stage.keepSending({ pauseMs: 50 });
    for (let time = 0; time < 20; time++) {
      const links = proxy.links();
      links[Math.floor(Math.random() * links.length)]?.corrupt('client');
      await sleep(800 * Math.random());
    }
    await stop();
    const seconds = await stage.secondsToRecover();
    const done = await stage.settle(`responses corrupted, ${seconds.toFixed(1)} s`);
    expect(stage.services[0]!.exits).toEqual([]);
    expect(done).toMatchObject(nothingLost);
  }));

it('is not ready while PostgreSQL hangs, and continues when it responds again', () =>
  onStage({ carrier: 'handset' }, async (stage) => {
    const stop = stage.keepSending({ pauseMs: 100 });
    await sleep(3_000);
    await cluster.freeze();
    await sleep(10_000);
    const ready = await stage.ready();
    await sleep(20_000);
    await cluster.thaw();
    const seconds = await stage.secondsToRecover();
    await stop();
    const done = await stage.settle(`PostgreSQL hung for 30 s, ${seconds.toFixed(1)} s to recover`);
    expect(ready).not.toBe(200);
    expect(seconds).toBeLessThan(30);
    expect(done).toMatchObject(nothingLost);
  }));

it('waits for a database that is unreachable at the start', async () => {
  const database = await cluster.createDatabase();
  await cluster.stop('fast');
  const settings = { LOG_LEVEL: 'info', LOG_FORMAT: 'text' };
  const starting = openStage({ database, carrier: 'handset', settings });
  starting.catch(() => undefined);
  try {
    await sleep(8_000);
  } finally {
    await cluster.start();
  }
  const stage = await starting;
  try {
    await stage.send(20);
    expect(await stage.settle('started before its database')).toMatchObject(nothingLost);
    expect(stage.services[0]!.exits).toEqual([]);
    expect(stage.services[0]!.current()!.output()).toMatch(/wait.*database|database.*wait/i);
  } finally {
    await stage.close();
    await database.remove();
  }
});

it('survives a restart of PostgreSQL with three processes', () =>
  onStage({ carrier: 'handset', processes: 3 }, async (stage) => {
    const stop = stage.keepSending({ clients: 6, batch: 5, pauseMs: 200 });
    for (let time = 1; time <= 2; time++) {
      await sleep(4_000);
      await cluster.restart('fast');
      const seconds = await stage.secondsToRecover();
      process.stdout.write(`restarted, ${time}: ${seconds.toFixed(1)} s to recover\n`);
      expect(seconds).toBeLessThan(30);
    }
    await stop();
    const done = await stage.settle('PostgreSQL restarted under three processes');
    expect(stage.services.flatMap(({ exits }) => exits)).toEqual([]);
    expect(done).toMatchObject(nothingLost);
  }));
