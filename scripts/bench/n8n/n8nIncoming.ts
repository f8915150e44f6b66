import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventSchema, sampleOf, toWire } from '@textloom/shared/contract';
import { deriveWebhookSecret, signWebhook } from '@textloom/shared/webhooks';
import {
  executions,
  importCredentials,
  importWorkflows,
  installNode,
  publishWorkflow,
  startN8n,
  type N8n,
} from '../../n8n/n8n.ts';
import { freePort } from '../../programs/port.ts';
import { poll } from '../../poll.ts';
import { startServiceProcess } from '../../serviceProcess.ts';
import { median } from '../median.ts';
import {
  credentials,
  names,
  password,
  paths,
  ways,
  createWorkflow,
  type Name,
} from './n8nTriggers.ts';
import { processorTime } from '../processorTime.ts';
import { print, printChecks } from '../print.ts';
import { table } from '../table.ts';

const texts = 300;
const atOnce = 16;
const rounds = 6;
const limit = 300_000;
/** The maximum time compared to n8n's own Webhook node with header authentication. */
const maxRatio = 1.2;

const schema = createEventSchema('message.received');

interface Measured {
  /** The time from the first request to the end of the last execution in milliseconds. */
  readonly elapsed: number;
  /** The processor time of n8n in milliseconds. */
  readonly processor: number;
}

type Round = Readonly<Record<Name, Measured>>;

/**
 * Sends the same signed deliveries to three triggers in a real n8n, and prints the times. Other
 * programs on the machine slow down a whole round, so the ratios within each round count.
 */
export async function n8nIncoming(): Promise<boolean> {
  const userFolder = await mkdtemp(join(tmpdir(), 'textloom-bench-incoming-'));
  const service = await startServiceProcess({});
  try {
    await installNode(userFolder);
    const { baseUrl, apiKey } = service;
    await importCredentials({ userFolder }, [
      { ...credentials.textloomApi, type: 'textloomApi', data: { baseUrl, apiKey } },
      { ...credentials.httpHeaderAuth, type: 'httpHeaderAuth', data: password },
    ]);
    await importWorkflows({ userFolder }, names.map(createWorkflow));
    const host = await startN8n({
      userFolder,
      port: await freePort(),
      brokerPort: await freePort(),
      env: {
        ...(process.env.PROFILE && {
          NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROFILE}`,
        }),
      },
      log: print,
    });
    try {
      for (const name of names) await publishWorkflow(host, name);
      // The first executions of a process take longer.
      for (const name of names) await measure(host, name, apiKey, 100);
      const measured: Round[] = [];
      while (measured.length < rounds) {
        const order = measured.length % 2 === 0 ? names : names.toReversed();
        const round: [Name, Measured][] = [];
        for (const name of order) round.push([name, await measure(host, name, apiKey, texts)]);
        measured.push(Object.fromEntries(round) as Round);
        print(`Round ${measured.length} of ${rounds} is complete`);
      }
      return judge(measured);
    } finally {
      await host.stop();
    }
  } finally {
    await service.stop();
    await rm(userFolder, { recursive: true, force: true });
  }
}

let sent = 0;

async function measure(host: N8n, name: Name, apiKey: string, count: number): Promise<Measured> {
  const secret = deriveWebhookSecret(apiKey, `n8n:${name}:node-trigger:production`);
  const url = `${host.url}/webhook/${paths[name]}`;
  const signed = () => {
    const id = `evt_${String(sent++).padStart(26, '0')}`;
    const body = JSON.stringify(toWire(schema, { ...sampleOf(schema), id }));
    // The node asks the service about a delivery that is late.
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      [password.name]: password.value,
      ...signWebhook({ id, timestamp, body }, [secret]),
    };
    return { method: 'POST', headers, body };
  };
  const earlier = await finished(host, name);
  const before = await processorTime(host.pid);
  const start = Date.now();
  let left = count;
  const send = async () => {
    while (left-- > 0) {
      const { status } = await fetch(url, signed());
      if (status !== 200) throw new Error(`${ways[name].title} responded with status ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  const end = await poll(limit, async () => {
    const now = await finished(host, name);
    return now.count - earlier.count >= count ? now.lastAt : undefined;
  });
  return { elapsed: end - start, processor: (await processorTime(host.pid)) - before };
}

/** Returns the number of complete executions of a workflow, and when the last one ended. */
async function finished(host: N8n, workflowId: string) {
  const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['success'] }));
  const { count } = await host.api<{ count: number }>(
    'GET',
    `/rest/executions?limit=1&filter=${filter}`,
  );
  const latest = await executions(host, workflowId);
  return { count, lastAt: Math.max(...latest.map(({ stoppedAt }) => Date.parse(stoppedAt ?? ''))) };
}

type Measure = keyof Measured;
const computeRatio = (round: Round, other: Name, measure: Measure) =>
  round.textloom[measure] / round[other][measure];

function judge(measured: readonly Round[]): boolean {
  for (const [measure, unit] of [
    ['elapsed', 'ms by the clock'],
    ['processor', 'ms of processor time'],
  ] as const) {
    print(`\n${texts} incoming texts, ${unit}`);
    print(table(measured.map((round, index) => toRow(round, index, measure))));
  }
  const ratio = (measure: Measure) =>
    median(measured.map((round) => computeRatio(round, 'header', measure)));
  print('');
  return printChecks([
    {
      passes: ratio('elapsed') <= maxRatio,
      target:
        `${texts} incoming texts take ${ratio('elapsed').toFixed(2)} times ` +
        `as long as with ${ways.header.title}, at most ${maxRatio} ` +
        `(${ratio('processor').toFixed(2)} times by processor time; medians of ${rounds} rounds)`,
    },
  ]);
}

const toRow = (round: Round, index: number, measure: Measure): Record<string, string> => ({
  round: String(index + 1),
  ...Object.fromEntries(names.map((name) => [ways[name].title, round[name][measure].toFixed(0)])),
  'vs. header authentication': computeRatio(round, 'header', measure).toFixed(2),
  'vs. Webhook': computeRatio(round, 'bare', measure).toFixed(2),
});
