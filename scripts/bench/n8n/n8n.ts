import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basePath } from '@textloom/shared/contract';
import {
  executeWorkflow,
  importCredentials,
  importWorkflows,
  installNode,
  startN8n,
  type N8n,
} from '../../n8n/n8n.ts';
import { freePort } from '../../programs/port.ts';
import { startServiceProcess } from '../../serviceProcess.ts';
import { openEmbedded, openPostgres } from '../database.ts';
import { openHeap, type Heap } from './heap.ts';
import { openDelayProxy } from './latency.ts';
import { median } from '../median.ts';
import { buildWorkflow, createVariants, credential, type Name } from './n8nVariants.ts';
import { print, printChecks } from '../print.ts';
import { table } from '../table.ts';

const latency = 50;
const items = 1_000;
const sizes = [100, 1_000, 10_000];
const runs = 3;
const executionLimit = 600_000;
/** The required speedup compared to one request at a time, and to the HTTP Request node. */
const targets = { oneByOne: 100, httpRequest: 5 };
/** The maximum extra bytes per item for sending, compared to n8n holding the same results. */
const maxExtraBytes = 2_048;
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
  /** The maximum memory use of n8n during a run in bytes, without garbage (median of the runs). */
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
        // A forced garbage collection delays the ping, and n8n then refuses requests.
        DB_PING_INTERVAL_SECONDS: '3600',
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
        timed.push(await medianRun(runs, () => measure(name, items), name === 'oneByOne'));
      const memoryUses: MemoryUse[] = [];
      for (const count of sizes)
        memoryUses.push(...(await measureMemory(heap, count, (name) => measure(name, count))));
      print(
        `\n${items} items, ${latency} ms latency, ${database.name} (medians of ${runs} runs, except one run for one at a time)`,
      );
      print(table(timed.map((one) => toTimesRow(one, timed))));
      print(`\nHeap of n8n, without garbage (medians of ${runs} runs)`);
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

async function measureRun(host: N8n, name: Name, title: string, count: number): Promise<Measured> {
  const { status, nodes, startedAt, stoppedAt, error } = await executeWorkflow(
    host,
    `${name}-${count}`,
    executionLimit,
  );
  const nodeRuns = nodes.Send ?? [];
  const results = nodeRuns.flatMap(({ outputs }) => outputs[0] ?? []);
  if (status !== 'success' || results.length !== count)
    throw new Error(`${title}: ${status} with ${results.length} results. ${error?.message ?? ''}`);
  return {
    name,
    title,
    count,
    node: nodeRuns.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    execution: Date.parse(stoppedAt!) - Date.parse(startedAt!),
  };
}

/**
 * Measures the maximum memory use of sending, and of holding the same results. Until the next run
 * starts, n8n holds the data of the last one, so the increase during a run says little.
 */
async function measureMemory(
  heap: Heap,
  count: number,
  measure: (name: Name) => Promise<unknown>,
): Promise<MemoryUse[]> {
  const peaks = { unsent: [] as number[], textloom: [] as number[] };
  const names = Object.keys(peaks) as (keyof typeof peaks)[];
  for (let time = 0; time < runs; time++)
    for (const name of names) peaks[name].push(await heap.peakDuring(() => measure(name)));
  return names.map((name) => ({ name, count, bytes: median(peaks[name]) }));
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
  return printChecks(checks);
}
