import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  authentication,
  basePath,
  contract,
  messageSchema,
  sampleOf,
} from '@textloom/shared/contract';
import { shaped } from '../../connectors/n8n/lib/operations/output.ts';
import {
  executeWorkflow,
  importCredentials,
  importWorkflows,
  installNode,
  startN8n,
  type Json,
  type N8n,
  type Workflow,
  type WorkflowNode,
} from '../n8n/n8n.ts';
import { freePort } from '../n8n/port.ts';
import { startServiceProcess } from '../serviceProcess.ts';
import { openEmbedded, openPostgres } from './database.ts';
import { openHeap } from './heap.ts';
import { openDelayProxy } from './latency.ts';
import { table } from './table.ts';

const latency = 50;
const items = 1_000;
const sizes = [100, 1_000, 10_000];
const executionLimit = 600_000;
/** The required speedup compared to one request at a time, and to the HTTP Request node. */
const targets = { oneByOne: 100, httpRequest: 5 };
/** The maximum extra bytes per item for sending, compared to n8n holding the same results. */
const maxExtraBytes = 2_048;
const credential = { id: 'bench', name: 'Bench', type: 'textloomApi' };

/** A way to process the items. */
interface Variant {
  readonly title: string;
  readonly node: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;
  /** Whether each item runs in a separate loop iteration. */
  readonly isLooped?: true;
}
const textloom: Variant['node'] = {
  type: 'n8n-nodes-textloom.textloom',
  typeVersion: 1,
  parameters: {
    resource: 'message',
    operation: 'send',
    to: '={{ $json.to }}',
    text: '={{ $json.text }}',
  },
  credentials: { [credential.type]: { id: credential.id, name: credential.name } },
};
/** The result of one item. */
const result = shaped(messageSchema, sampleOf(messageSchema), 'simple');
const createVariants = (url: string, apiKey: string) =>
  ({
    nothing: {
      title: 'nothing is sent (No Operation)',
      node: { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
    },
    unsent: {
      title: 'the same results without sending (Edit Fields)',
      node: {
        type: 'n8n-nodes-base.set',
        typeVersion: 3.4,
        parameters: { mode: 'raw', jsonOutput: JSON.stringify(result) },
      },
    },
    textloom: { title: 'Textloom', node: textloom },
    httpRequest: {
      title: 'HTTP Request with default settings',
      node: {
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        parameters: {
          method: contract.message.send.method,
          url: url + basePath + contract.message.send.path,
          sendHeaders: true,
          headerParameters: {
            parameters: [{ name: authentication.header, value: authentication.prefix + apiKey }],
          },
          sendBody: true,
          bodyParameters: {
            parameters: [
              { name: 'to', value: '={{ $json.to }}' },
              { name: 'text', value: '={{ $json.text }}' },
            ],
          },
          options: {},
        },
      },
    },
    oneByOne: {
      title: 'one at a time (Textloom in Loop Over Items)',
      node: textloom,
      isLooped: true,
    },
  }) satisfies Record<string, Variant>;
type Name = keyof ReturnType<typeof createVariants>;

interface Measured {
  readonly name: Name;
  readonly title: string;
  readonly count: number;
  /** The time of all runs of the node in milliseconds. */
  readonly node: number;
  /** The time of the whole execution in milliseconds. */
  readonly execution: number;
}

interface MemoryUse {
  readonly name: Name;
  readonly count: number;
  /** The maximum increase in memory use during the run in bytes, without garbage. */
  readonly bytes: number;
}

/**
 * Sends the same items in several ways in a real n8n, over a connection with latency, and prints
 * the times.
 */
export async function n8n(args: string[]): Promise<boolean> {
  const embedded = args.includes('--database=embedded');
  const database = await (embedded ? openEmbedded() : openPostgres());
  const userFolder = await mkdtemp(join(tmpdir(), 'textloom-bench-n8n-'));
  const service = await startServiceProcess({
    settings: { ...database.settings, RATE_LIMIT: '1000000', RATE_LIMIT_BURST: '1000000' },
  });
  const proxy = await openDelayProxy(service.url, latency);
  try {
    await installNode(userFolder);
    const all = createVariants(proxy.url, service.apiKey);
    const data = { baseUrl: proxy.url + basePath, apiKey: service.apiKey };
    await importCredentials({ userFolder }, [{ ...credential, data }]);
    await importWorkflows(
      { userFolder },
      sizes.flatMap((count) =>
        Object.entries(all).map(([name, variant]) =>
          buildWorkflow(`${name}-${count}`, variant, count),
        ),
      ),
    );
    const inspector = await freePort();
    const host = await startN8n({
      userFolder,
      port: await freePort(),
      brokerPort: await freePort(),
      env: {
        EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
        NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
      },
      log: print,
    });
    const heap = await openHeap(inspector);
    try {
      const measure = async (name: Name, count: number) => {
        print(`${all[name].title}: ${count} items …`);
        return measureRun(host, name, all[name].title, count);
      };
      // Warm up both kinds of runs.
      for (const name of ['unsent', 'textloom'] as const) await measure(name, 100);
      const timed: Measured[] = [];
      for (const name of ['nothing', 'textloom', 'httpRequest', 'oneByOne'] as const)
        timed.push(await medianRun(3, () => measure(name, items), name === 'oneByOne'));
      const memoryUses: MemoryUse[] = [];
      for (const count of sizes)
        for (const name of ['unsent', 'textloom'] as const)
          memoryUses.push({
            name,
            count,
            bytes: await heap.peakDuring(() => measure(name, count)),
          });
      print(
        `\n${items} items, ${latency} ms latency, ${database.name} (medians of 3 runs, except one run for one at a time)`,
      );
      print(table(timed.map((one) => toTimesRow(one, timed))));
      print('\nHeap of n8n, without garbage');
      print(table(sizes.map((count) => toMemoryRow(count, memoryUses))));
      print('');
      return checkTargets(timed, memoryUses);
    } finally {
      heap.close();
      await host.stop();
    }
  } finally {
    proxy.close();
    await service.stop();
    await database.remove();
    await rm(userFolder, { recursive: true, force: true });
  }
}

function buildWorkflow(id: string, { node, isLooped }: Variant, count: number): Workflow {
  const each = `{ to: '+1' + (200 + i % 700) + '55501' + String(i % 50).padStart(2, '0'), text: 'Your order ' + i + ' is on its way' }`;
  const createNode = (name: string, type: string, typeVersion: number, parameters: Json) => ({
    id: `node-${name.toLowerCase()}`,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [0, 0] as [number, number],
    parameters,
  });
  const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
  return {
    id,
    name: id,
    nodes: [
      createNode('Start', 'manualTrigger', 1, {}),
      createNode('Items', 'set', 3.4, {
        mode: 'raw',
        jsonOutput: `={{ JSON.stringify({ items: Array.from({ length: ${count} }, (_, i) => (${each})) }) }}`,
      }),
      createNode('Split', 'splitOut', 1, { fieldToSplitOut: 'items' }),
      ...(isLooped ? [createNode('Loop', 'splitInBatches', 3, { batchSize: 1, options: {} })] : []),
      { ...node, id: 'node-send', name: 'Send', position: [0, 0] },
    ],
    connections: {
      Start: { main: [to('Items')] },
      Items: { main: [to('Split')] },
      Split: { main: [to(isLooped ? 'Loop' : 'Send')] },
      ...(isLooped && { Loop: { main: [[], to('Send')] }, Send: { main: [to('Loop')] } }),
    },
    settings: { executionOrder: 'v1' },
  };
}

async function measureRun(host: N8n, name: Name, title: string, count: number): Promise<Measured> {
  const { status, nodes, startedAt, stoppedAt, error } = await executeWorkflow(
    host,
    `${name}-${count}`,
    executionLimit,
  );
  const runs = nodes.Send ?? [];
  const results = runs.flatMap(({ outputs }) => outputs[0] ?? []);
  if (status !== 'success' || results.length !== count)
    throw new Error(`${title}: ${status} with ${results.length} results. ${error?.message ?? ''}`);
  return {
    name,
    title,
    count,
    node: runs.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    execution: Date.parse(stoppedAt!) - Date.parse(startedAt!),
  };
}

/** Returns the median of several runs by the time of the node. */
async function medianRun(times: number, measure: () => Promise<Measured>, once: boolean) {
  const found = [];
  for (let time = 0; time < (once ? 1 : times); time++) found.push(await measure());
  return found.sort((a, b) => a.node - b.node)[Math.floor(found.length / 2)]!;
}

const find = <T extends { name: Name; count: number }>(
  measured: readonly T[],
  name: Name,
  count = items,
) => measured.find((one) => one.name === name && one.count === count)!;

function toTimesRow(one: Measured, timed: readonly Measured[]): Record<string, string> {
  const empty = find(timed, 'nothing');
  const own = find(timed, 'textloom');
  const overhead = (of: Measured) => Math.max(1, of.execution - empty.execution);
  const times = (value: number) => `${value.toFixed(1)}×`;
  return {
    variant: one.title,
    'node ms': one.node.toFixed(0),
    'node vs. ours': times(one.node / own.node),
    'execution ms': one.execution.toFixed(0),
    'execution vs. ours': times(one.execution / own.execution),
    'without the empty run vs. ours': one === empty ? '-' : times(overhead(one) / overhead(own)),
  };
}

/** Returns the extra bytes per item for sending, compared to holding the result. */
const extraBytesPerItem = (memoryUses: readonly MemoryUse[], count: number): number =>
  (find(memoryUses, 'textloom', count).bytes - find(memoryUses, 'unsent', count).bytes) / count;

function toMemoryRow(count: number, memoryUses: readonly MemoryUse[]): Record<string, string> {
  const megabytes = (name: Name) => (find(memoryUses, name, count).bytes / 2 ** 20).toFixed(1);
  return {
    items: String(count),
    'not sent, max MB': megabytes('unsent'),
    'sent, max MB': megabytes('textloom'),
    'extra bytes per item': extraBytesPerItem(memoryUses, count).toFixed(0),
  };
}

function checkTargets(timed: readonly Measured[], memoryUses: readonly MemoryUse[]): boolean {
  const own = find(timed, 'textloom');
  const largest = sizes.at(-1)!;
  const checks = [
    ...(['oneByOne', 'httpRequest'] as const).map((name) => ({
      passes: find(timed, name).node / own.node >= targets[name],
      target: `at least ${targets[name]} times as fast as ${find(timed, name).title}`,
    })),
    {
      passes: extraBytesPerItem(memoryUses, largest) < maxExtraBytes,
      target: `at most ${maxExtraBytes} extra bytes per item for ${largest} items`,
    },
  ];
  for (const { passes, target } of checks) print(`${passes ? 'holds ' : 'FAILS '} ${target}`);
  return checks.every(({ passes }) => passes);
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
