import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection } from './connection.ts';
import type { Received } from './receive.ts';
import { kannelSide, textloomSide } from './sides.ts';

/** The parameters of the process that drives the load. */
export interface Load {
  /** The URLs of the processes that share the load. */
  readonly urls: readonly string[];
  /** The API key for Textloom. Undefined drives Kannel. */
  readonly apiKey: string | undefined;
  readonly messages: number;
  readonly connections: number;
  /**
   * Requests per second at even intervals, independent of responses. Defaults to as many as
   * possible.
   */
  readonly rate?: number;
}

/** The results of the load. */
export interface LoadResult {
  readonly acceptedPerSecond: number;
  readonly endToEndPerSecond: number;
  readonly p50: number;
  readonly p95: number;
  /** Messages that were accepted but never reported as delivered. */
  readonly lost: number;
  /** Messages that more than one event reported as delivered. */
  readonly duplicated: number;
  /** Requests that got a response other than 202. */
  readonly refused: number;
  /** Deliveries with an invalid signature. */
  readonly unsigned: number;
}

/** If nothing new arrives for this time, missing messages count as lost. */
const idleTimeoutMs = 20_000;
const areas = Array.from({ length: 700 }, (_, at) => 200 + at);

/** Sends all messages, and waits for the signed webhook of each. */
async function runLoad({ urls, apiKey, messages, connections, rate }: Load): Promise<LoadResult> {
  const receiver = fork(join(import.meta.dirname, 'receive.ts'), { execPath: process.execPath });
  const nextMessage = async () => (await once(receiver, 'message'))[0] as unknown;
  const hook = (await nextMessage()) as string;
  const requestReport = (): Promise<Received> => {
    receiver.send('report');
    return nextMessage() as Promise<Received>;
  };

  const side = apiKey === undefined ? kannelSide() : textloomSide(apiKey);
  const open = await Promise.all(
    Array.from({ length: connections }, (_, at) => openConnection(urls[at % urls.length]!)),
  );
  const unsubscribe = await side.subscribe(open[0]!, hook);

  const accepted = new Set<string>();
  const latencies: number[] = [];
  let next = 0;
  let refused = 0;
  const start = performance.now();
  await Promise.all(
    open.map(async (connection) => {
      for (let at = next++; at < messages; at = next++) {
        // Use a different recipient each time, as in a campaign.
        // The line 00 belongs to the sender. From the line 50, handsets can fail or reply.
        const line = 1 + (Math.floor(at / areas.length) % 49);
        const to = `+1${areas[at % areas.length]}55501${String(line).padStart(2, '0')}`;
        // If all connections are busy, the request starts late. This delay counts as latency too.
        const from = rate === undefined ? performance.now() : start + (at * 1_000) / rate;
        if (from > performance.now()) await sleep(from - performance.now());
        const id = await side.send(connection, to, `Your order ${at} has left our house`);
        latencies.push(performance.now() - from);
        if (id === undefined) refused++;
        else accepted.add(id);
      }
    }),
  );
  const acceptedIn = performance.now() - start;
  const acceptedAt = Date.now();
  let report = await requestReport();
  while (
    report.events.length < accepted.size &&
    Date.now() - Math.max(report.lastAt, acceptedAt) < idleTimeoutMs
  ) {
    await sleep(100);
    report = await requestReport();
  }
  const endToEndIn = acceptedIn + Math.max(0, report.lastAt - acceptedAt);
  // Duplicates arrive late.
  await sleep(1_000);
  report = await requestReport();
  const delivered = new Map(report.events);
  const lost = [...accepted].filter((id) => !delivered.has(id)).length;
  await unsubscribe();
  open.forEach(({ close }) => close());
  receiver.disconnect();
  latencies.sort((a, b) => a - b);
  const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    acceptedPerSecond: (accepted.size * 1_000) / acceptedIn,
    endToEndPerSecond: ((accepted.size - lost) * 1_000) / endToEndIn,
    p50: percentile(0.5),
    p95: percentile(0.95),
    lost,
    duplicated: report.events.filter(([, events]) => events.length > 1).length,
    refused,
    unsigned: report.unsigned,
  };
}

process.once('message', (load: Load) => {
  runLoad(load).then(
    (result) => process.send!(result, () => process.disconnect()),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
