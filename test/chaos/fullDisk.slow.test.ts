import { PGlite } from '@electric-sql/pglite';
import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../service/harness/until.ts';
import { openCluster } from './cluster.ts';
import { openSmallDisk } from '../service/harness/smallDisk.ts';
import { openStage, type Stage } from './stage.ts';

/** A disk runs full, and later has free space again. */

const nothingLost = { lost: [], duplicated: [], unsure: 0 };

/** Sends while the disk is full, and returns the number of responses for each status. */
async function sendWhileFull(
  stage: Stage,
  disk: { fill: () => Promise<void>; makeRoom: () => Promise<void> },
) {
  await stage.send(50);
  await disk.fill();
  const before = new Map(stage.responses);
  const stop = stage.keepSending({ clients: 4, pauseMs: 20, textLength: 1_000 });
  await sleep(25_000);
  const responses = Object.fromEntries(
    [...stage.responses].map(([status, count]) => [status, count - (before.get(status) ?? 0)]),
  );
  process.stdout.write(`while the disk is full: ${JSON.stringify(responses)}\n`);
  await disk.makeRoom();
  return { responses, stop };
}

it('responds with 503 while the disk of PostgreSQL is full, and continues when there is free space', async () => {
  const disk = await openSmallDisk(150);
  const cluster = await openCluster({
    folder: disk.folder,
    settings: ['max_wal_size=32MB', 'min_wal_size=32MB'],
  });
  const database = await cluster.createDatabase();
  const stage = await openStage({ database, carrier: 'handset' });
  try {
    const { responses, stop } = await sendWhileFull(stage, disk);
    // PostgreSQL ends if it cannot write its log.
    await cluster.ensureRunning();
    await stop();
    const seconds = await stage.secondsToRecover();
    const done = await stage.settle(`disk of PostgreSQL full, ${seconds.toFixed(1)} s to recover`);
    expect(responses[500] ?? 0).toBe(0);
    expect(responses[503]).toBeGreaterThan(0);
    expect(stage.services[0]!.exits).toEqual([]);
    expect(done).toMatchObject(nothingLost);
  } finally {
    await stage.close();
    await cluster.remove();
    await disk.remove();
  }
});

it('responds with 503 while the disk of the embedded database is full, and continues when there is free space', async () => {
  const disk = await openSmallDisk(250);
  const folder = `${disk.folder}/textloom`;
  const query = async <T extends object>(statement: string): Promise<T[]> => {
    const database = await PGlite.create(`${folder}/database`);
    try {
      return (await database.query<T>(statement)).rows;
    } finally {
      await database.close();
    }
  };
  const stage = await openStage({
    database: { environment: { DATA_DIR: folder, DATABASE_URL: '' }, query },
    carrier: 'handset',
  });
  try {
    const { responses, stop } = await sendWhileFull(stage, disk);
    await stop();
    await until(
      'the receiver has received every event',
      () => new Set(stage.hook.deliveries.map(({ event }) => event.id)).size >= stage.accepted(),
      150,
    );
    expect(stage.services[0]!.exits).toEqual([]);
    await stage.services[0]!.end('stop');
    const done = await stage.settle('disk of the embedded database full');
    expect(responses[500] ?? 0).toBe(0);
    expect(responses[503]).toBeGreaterThan(0);
    expect(done).toMatchObject(nothingLost);
  } finally {
    await stage.close();
    await disk.remove();
  }
});
