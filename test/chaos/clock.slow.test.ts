import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFolder } from '../service/harness/database.ts';
import { until } from '../service/harness/until.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';

/** The clock of the machine that runs the service jumps back or forward while the service runs. */

const library = () => {
  const [found] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (!found) throw new Error('libfaketime is missing. Install the package faketime.');
  return found;
};

let cluster: Cluster;
beforeAll(async () => {
  cluster = await openCluster();
});
afterAll(() => cluster.remove());

/** Runs a scenario with a process whose clock is read from a file. */
async function onStage(
  database: StageOptions['database'],
  play: (stage: Stage, setClock: (offset: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-clock-'));
  const file = join(folder, 'offset');
  // The library reads the file at any moment and must never find it empty.
  const setClock = async (offset: string) => {
    await writeFile(`${file}.new`, `${offset}\n`);
    await rename(`${file}.new`, file);
  };
  await setClock('+0');
  const stage = await openStage({
    database,
    carrier: 'smpp',
    settings: {
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      RATE_LIMIT: '20',
      RATE_LIMIT_BURST: '20',
    },
  });
  try {
    await play(stage, setClock);
  } finally {
    await stage.close();
    await rm(folder, { recursive: true });
  }
}

const everyEvent = (stage: Stage) =>
  until(
    'the receiver has received every event',
    () => new Set(stage.hook.deliveries.map(({ event }) => event.id)).size >= stage.accepted(),
    120,
  );

/** Lets messages wait for the carrier, moves the clock, and sends more than a burst. */
async function step(
  stage: Stage,
  setClock: (offset: string) => Promise<void>,
  offset: string,
): Promise<void> {
  // A message that is on the link when the link breaks stays unconfirmed, whatever the clock does.
  await everyEvent(stage);
  await stage.carrier.refuse();
  stage.carrier.cut();
  const { output } = stage.services[0]!.current()!;
  await until('the service sees that the link is gone', () => output().includes('ECONNREFUSED'));
  await stage.send(20);
  await setClock(offset);
  await sleep(1_500);
  const began = Date.now();
  const sending = stage.send(40).then(() => true);
  // A client that is locked out stays locked out for hours.
  expect(await Promise.race([sending, sleep(45_000, false)])).toBe(true);
  const took = (Date.now() - began) / 1000;
  await stage.carrier.admit();
  const resumed = Date.now();
  await everyEvent(stage);
  const waited = (Date.now() - resumed) / 1000;
  process.stdout.write(
    `clock ${offset}: 40 requests in ${took.toFixed(1)} s, all delivered after ${waited.toFixed(1)} s\n`,
  );
}

describe.each([['-3h'], ['+3h']])('a clock that steps by %s', (offset) => {
  it('locks out no client and delays no message, on PostgreSQL', async () => {
    const database = await cluster.createDatabase();
    await onStage(database, async (stage, setClock) => {
      await stage.send(10);
      await step(stage, setClock, offset);
      const done = await stage.settle(`clock ${offset}, PostgreSQL`);
      expect(done).toMatchObject({ lost: [], duplicated: [], unsure: 0 });
    });
    await database.remove();
  });

  it('locks out no client and delays no message, embedded', async () => {
    const database = await openFolder();
    await onStage(
      { ...database, query: () => Promise.reject(new Error('The service uses the database.')) },
      async (stage, setClock) => {
        await stage.send(10);
        await step(stage, setClock, offset);
        const submits = stage.smsc.submits.map(({ octets }) => octets.toString());
        expect(submits).toHaveLength(stage.accepted());
        expect(new Set(submits).size).toBe(submits.length);
      },
    );
    await database.remove();
  });
});
