import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../service/harness/until.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { isCrash } from './keepRunning.ts';
import { openProxy, type Link, type Proxy } from './proxy.ts';
import { openStage, type Sent, type Stage } from './stage.ts';

/*
 * The peer of a database connection vanishes: the connection stays open, and nothing arrives over
 * it, not even the news that the peer is gone. Each trial chooses the connection by the statement
 * in transit.
 */

const statements = {
  'looks up a key': /"api_key"/,
  'stores a message': /insert into "?message"?[ (]/,
  'claims messages': /with recursive "?sender_queue/,
  'submits messages': /insert into "?handset_text"?/,
  'stores the response of the carrier': /insert into "?part"?[ (]/,
  'fetches a job': /pgboss\.job/,
  commits: /commit/,
} as const;
type Kind = keyof typeof statements;

/** Lists the connections that die together. */
const choices: readonly (readonly Kind[])[] = [
  ...(Object.keys(statements) as Kind[]).map((kind) => [kind]),
  ['stores a message', 'claims messages'],
  ['looks up a key', 'fetches a job'],
  ['commits', 'commits'],
];

const trials = Number(process.env.TRIALS ?? 20);
/** Messages keep coming for this time after the connections die. */
const watchedMs = 20_000;
const mostSeconds = 15;
const soonReadySeconds = 10;
/** A trial ends after this time. */
const longestMs = 45_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await openCluster();
});
afterAll(() => cluster.remove());

it(
  `accepts and submits again within ${mostSeconds} s of losing the peer of a connection, or is not ready and ends`,
  async () => {
    const proxy = await openProxy(cluster.port);
    const database = await cluster.createDatabase(proxy.port);
    const stage = await openStage({ database, carrier: 'handset' });
    const bad: string[] = [];
    try {
      for (let trial = 0; trial < trials; trial++) {
        const kinds = choices[trial % choices.length]!;
        const title = `trial ${trial + 1}, a connection that ${kinds.join(' and one that ')}`;
        const fault = await runTrial(stage, proxy, kinds, title);
        if (fault) bad.push(`${title}: ${fault}`);
      }
      const done = await stage.settle('all trials');
      expect(bad).toEqual([]);
      expect(stage.services[0]!.exits.filter(isCrash)).toEqual([]);
      expect(done).toMatchObject({ lost: [], duplicated: [], unsure: 0 });
    } finally {
      await stage.close();
      await proxy.close();
      await database.remove();
    }
  },
  60 * 60_000,
);

/** Resolves with a description of the failure, if there is one. */
async function runTrial(
  stage: Stage,
  proxy: Proxy,
  kinds: readonly Kind[],
  title: string,
): Promise<string | undefined> {
  const service = stage.services[0]!;
  const endedBefore = service.exits.length;
  const sending: Promise<Sent>[] = [];
  let isOver = false;
  const keepSending = async () => {
    while (!isOver) {
      sending.push(stage.sendOne());
      await sleep(150);
    }
  };
  const load = keepSending();
  await sleep(1_500);
  const stalled = kinds.map(async (kind) => {
    const link = proxy.stallOn((chunk) => statements[kind].test(chunk.toString('latin1')));
    return (await Promise.race([link, sleep(longestMs, undefined, { ref: false })])) ?? kind;
  });
  const dead: Link[] = (await Promise.all(stalled)).map((link) => {
    if (typeof link === 'string') throw new Error(`No connection ${link}`);
    return link;
  });
  const diedAt = Date.now();
  let refusedAt: number | undefined;
  while (Date.now() - diedAt < watchedMs) {
    if ((await stage.ready()) === 503) refusedAt ??= Date.now();
    await sleep(500);
  }
  isOver = true;
  await load;
  /**
   * Returns the longest time of the messages sent since then, up to the carrier and up to the
   * receiver.
   */
  const watch = async () => {
    const since = (await Promise.all(sending)).filter(({ triedAt }) => triedAt >= diedAt - 500);
    const slowestUntil = async (what: string, of: (sent: Sent) => unknown) => {
      const times = since.map(async (sent) => {
        const at = await until(what, () => of(sent) as Promise<number>, longestMs / 1000);
        return at - sent.triedAt;
      });
      return Math.max(...(await Promise.all(times))) / 1000;
    };
    const handedOver = await slowestUntil('it is submitted', ({ text }) => stage.submittedAt(text));
    return {
      handedOver,
      notified: await slowestUntil('its event is delivered', ({ id }) => stage.notifiedAt(id)),
    };
  };
  const never = { handedOver: Infinity, notified: Infinity };
  const seconds = await Promise.race([
    watch().catch(() => never),
    sleep(longestMs, never, { ref: false }),
  ]);
  const exits = service.exits.slice(endedBefore);
  const refusedAfter = refusedAt === undefined ? Infinity : (refusedAt - diedAt) / 1000;
  const figures =
    `${seconds.handedOver.toFixed(1)} s to the carrier, ${seconds.notified.toFixed(1)} s to the receiver, ` +
    `not ready after ${refusedAfter.toFixed(1)} s, ${exits.length} exits`;
  process.stdout.write(`${title}: ${figures}\n`);
  // The next trial needs a healthy service.
  if (seconds === never) await service.kill();
  for (const link of dead) link.reset();
  await Promise.all(sending);
  const hasEnded = exits.length > 0 && refusedAfter <= soonReadySeconds;
  return seconds.handedOver <= mostSeconds || hasEnded ? undefined : figures;
}
