import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { startServiceProcess, type ServiceProcess } from '../../serviceProcess.ts';
import { compareCarriers } from './compareCarriers.ts';
import { countCosts } from '../costs.ts';
import { connections, measureFloor, measureKannel, type Kannel } from './comparisons.ts';
import { newApiKey, selectKinds, type BenchDatabase } from '../database.ts';
import type { LoadResult } from './drive.ts';
import { fsyncsPerSecond } from './fsyncs.ts';
import { runDriver } from './runDriver.ts';
import { print, printChecks } from '../print.ts';
import { table } from '../table.ts';
import { fill } from '../years/fill.ts';

/** The targets for messages per second end to end, as a share of the floor. */
const targets = { PostgreSQL: 0.4, embedded: 0.25 };
/** The target for milliseconds per response at half of the maximum load. */
const maxP95 = 50;
const pacedSeconds = 10;
/** The maximum cost of a message with the most stored messages, relative to the fewest. */
const flat = 1.1;

interface Row {
  readonly database: BenchDatabase['name'];
  readonly stored: number;
  /** How many processes of the service share the database. */
  readonly processes: number;
  /** Messages per second of a server that stores nothing, just before. */
  readonly floor: number;
  /** The results of Kannel, just before. */
  readonly kannel: Kannel | undefined;
  /** The results at maximum load. */
  readonly results: LoadResult;
  /** The results at half of that load. */
  readonly paced: LoadResult;
  /** What a message cost at maximum load. */
  readonly costs: Readonly<Record<string, string>>;
}

/**
 * Measures messages from the request to the signed webhook with both databases, as a user starts
 * the service, or through several types of carriers, and prints the results. Their speed counts
 * relative to the floor: a server that stores nothing, on the same machine in the same minute. If
 * the Debian package `kannel` is installed, the run also measures that gateway, which keeps its
 * messages in memory.
 */
export async function service(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '15000' },
      stored: { type: 'string', default: '0,10000,1000000' },
      database: { type: 'string', default: 'PostgreSQL,embedded' },
      processes: { type: 'string', default: '1' },
      carrier: { type: 'string' },
    },
  });
  if (values.carrier !== undefined)
    return compareCarriers(values.carrier.split(','), Number(values.messages));
  const rows: Row[] = [];
  for (const { name, open } of selectKinds(values.database)) {
    for (const processes of values.processes.split(',').map(Number)) {
      // Only one process can use the embedded database.
      if (processes > 1 && name === 'embedded') continue;
      for (const stored of values.stored.split(',').map(Number)) {
        const messages = Number(values.messages);
        const floor = await measureFloor(messages);
        const kannel = await measureKannel(messages);
        rows.push(await measure(await open(), { stored, processes, messages, floor, kannel }));
      }
    }
  }
  const fsyncs = await fsyncsPerSecond(tmpdir());
  print('');
  print(
    table(
      rows.flatMap((row) =>
        toTableRows(row).map((line) => ({ ...line, 'disk fsync/s': String(fsyncs) })),
      ),
    ),
  );
  print('\nBoth databases write each accepted message to disk before the response.');
  print('\nThe cost of a message at maximum load:');
  print(
    table(
      rows.map(({ database, stored, processes, kannel, costs }) => ({
        ...{ database, stored: String(stored), processes: String(processes) },
        ...costs,
        'Kannel ms': kannel?.cost.toFixed(2) ?? '',
      })),
    ),
  );
  print('');
  return checkTargets(rows);
}

async function measure(
  database: BenchDatabase,
  {
    messages,
    ...before
  }: Pick<Row, 'stored' | 'processes' | 'floor' | 'kannel'> & { readonly messages: number },
): Promise<Row> {
  const { stored, processes } = before;
  const apiKey = newApiKey();
  try {
    print(`${database.name}: storing ${stored} messages …`);
    if (stored > 0) await fill(database, apiKey, stored);
    print(`${database.name}: sending ${messages} messages …`);
    const settings = {
      ...database.settings,
      API_KEY: apiKey,
      LOG_LEVEL: 'info',
      RATE_LIMIT: '1000000',
      RATE_LIMIT_BURST: '1000000',
      ...(process.env.BENCH_NODE_OPTIONS && { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS }),
    };
    const running: ServiceProcess[] = [];
    try {
      while (running.length < processes) running.push(await startServiceProcess({ settings }));
      const load = { urls: running.map(({ url }) => url), apiKey, connections };
      const pids = running.map(({ pid }) => pid);
      const readCosts = await countCosts(database, pids);
      const results = await runDriver({ ...load, messages });
      const costs = await readCosts(messages);
      const rate = results.endToEndPerSecond / 2;
      const paced = await runDriver({ ...load, messages: Math.ceil(rate * pacedSeconds), rate });
      return { database: database.name, ...before, results, paced, costs };
    } finally {
      for (const { stop, output } of running) {
        await stop();
        process.stderr.write(
          output().replace(/^(Textloom|Console|Stopping|\{"level":30).*\n/gm, ''),
        );
      }
    }
  } finally {
    await database.remove();
  }
}

const toTableRows = ({
  database,
  stored,
  processes,
  floor,
  kannel,
  results,
  paced,
}: Row): Record<string, string>[] =>
  [
    { load: 'maximum', share: results.endToEndPerSecond / floor, ...results },
    { load: 'half', share: undefined, ...paced },
  ].map((one) => ({
    database,
    stored: String(stored),
    processes: String(processes),
    load: one.load,
    'accepted/s': one.acceptedPerSecond.toFixed(0),
    'end to end/s': one.endToEndPerSecond.toFixed(0),
    'floor/s': floor.toFixed(0),
    'of the floor': one.share?.toFixed(2) ?? '',
    'Kannel/s': kannel?.rate.toFixed(0) ?? '',
    'p50 ms': one.p50.toFixed(1),
    'p95 ms': one.p95.toFixed(1),
    lost: String(one.lost),
    duplicated: String(one.duplicated),
  }));

function checkTargets(rows: readonly Row[]): boolean {
  const checks = rows.flatMap(({ database, stored, processes, floor, kannel, results, paced }) => {
    const where = `${database}, ${stored} stored, processes: ${processes}`;
    return [
      {
        passes: [results, paced].every(
          ({ lost, duplicated, refused, unsigned }) => lost + duplicated + refused + unsigned === 0,
        ),
        target: `${where}: nothing lost, duplicated, refused, or unsigned`,
      },
      {
        passes: results.endToEndPerSecond / floor >= targets[database],
        target: `${where}: at least ${targets[database]} of the floor end to end`,
      },
      ...(kannel && database === 'PostgreSQL'
        ? [
            {
              passes: results.endToEndPerSecond > kannel.rate,
              target: `${where}: faster than Kannel, which stores nothing on the disk`,
            },
          ]
        : []),
      {
        passes: paced.p95 < maxP95,
        target: `${where}: p95 of the intake below ${maxP95} ms at half of that load`,
      },
    ];
  });
  const describeRow = ({ database, processes }: Row) => `${database}, processes: ${processes}`;
  for (const [name, own] of Map.groupBy(rows, describeRow)) {
    const [first, last] = [own[0]!, own.at(-1)!];
    if (first === last) continue;
    const ratio = first.results.endToEndPerSecond / last.results.endToEndPerSecond;
    checks.push({
      passes: ratio < flat,
      target: `${name}: a message among ${last.stored} costs ${ratio.toFixed(2)} times one among ${first.stored}`,
    });
  }
  return printChecks(checks);
}
