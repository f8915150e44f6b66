import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  authentication,
  basePath,
  contract,
  headers as names,
  type Message,
  type Webhook,
} from '@textloom/shared/contract';
import axios from 'axios';
import { openConnection } from './connection.ts';
import type { Received } from './receive.ts';

/** The parameters of the process that drives the load. */
export interface Load {
  readonly url: string;
  readonly apiKey: string;
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

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** If nothing new arrives for this time, missing messages count as lost. */
const idleTimeoutMs = 20_000;
const areas = Array.from({ length: 700 }, (_, at) => 200 + at);

/** Sends all messages, and waits for the signed webhook of each. */
async function runLoad({ url, apiKey, messages, connections, rate }: Load): Promise<LoadResult> {
  const receiver = fork(join(import.meta.dirname, 'receive.ts'), { execPath: process.execPath });
  const nextMessage = async () => (await once(receiver, 'message'))[0] as unknown;
  receiver.send(secret);
  const hook = (await nextMessage()) as string;
  const requestReport = (): Promise<Received> => {
    receiver.send('report');
    return nextMessage() as Promise<Received>;
  };

  const head = [`${authentication.header}: ${authentication.prefix}${apiKey}`];
  const json = [...head, 'content-type: application/json'];
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(url)));
  const subscription = JSON.stringify({ url: hook, events: ['message.delivered'], secret });
  const created = await open[0]!.post(basePath + contract.webhook.create.path, json, subscription);
  if (created.status >= 300) throw new Error(`Creating the webhook failed: ${created.body}`);

  const accepted = new Set<string>();
  const latencies: number[] = [];
  let next = 0;
  let refused = 0;
  const start = performance.now();
  await Promise.all(
    open.map(async (connection) => {
      for (let at = next++; at < messages; at = next++) {
        // Use a different recipient each time, as in a campaign.
        const line = Math.floor(at / areas.length) % 50;
        const to = `+1${areas[at % areas.length]}55501${String(line).padStart(2, '0')}`;
        const body = JSON.stringify({ to, text: `Your order ${at} has left our house` });
        // If all connections are busy, the request starts late. This delay counts as latency too.
        const from = rate === undefined ? performance.now() : start + (at * 1_000) / rate;
        if (from > performance.now()) await sleep(from - performance.now());
        const reply = await connection.post(
          basePath + contract.message.send.path,
          [...json, `${names.idempotencyKey}: ${randomUUID()}`],
          body,
        );
        latencies.push(performance.now() - from);
        if (reply.status === 202) accepted.add((JSON.parse(reply.body) as Message).id);
        else refused++;
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
  const path = contract.webhook.delete.path.replace(
    '{id}',
    (JSON.parse(created.body) as Webhook).id,
  );
  await axios.delete(url + basePath + path, {
    headers: { [authentication.header]: authentication.prefix + apiKey },
  });
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
