import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { startServiceProcess } from '../serviceProcess.ts';
import { compareCarriers } from './compareCarriers.ts';
import { countCosts } from './costs.ts';
import { openEmbedded, openPostgres, type BenchDatabase } from './database.ts';
import type { LoadResult } from './drive.ts';
import { fsyncsPerSecond } from './fsyncs.ts';
import { runDriver } from './runDriver.ts';
import { seed } from './seed.ts';
import { startFloor } from './startFloor.ts';
import { table } from './table.ts';

const connections = 64;
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
  /** Messages per second of a server that stores nothing, just before. */
  readonly floor: number;
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
 * relative to the floor: a server that stores nothing, on the same machine in the same minute.
 */
export async function service(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '15000' },
      stored: { type: 'string', default: '0,10000,1000000' },
      database: { type: 'string', default: 'PostgreSQL,embedded' },
      carrier: { type: 'string' },
    },
  });
  if (values.carrier !== undefined)
    return compareCarriers(values.carrier.split(','), Number(values.messages));
  const databases = values.database.split(',');
  const rows: Row[] = [];
  for (const open of [openPostgres, openEmbedded]) {
    for (const stored of values.stored.split(',').map(Number)) {
      if (!databases.includes(open === openPostgres ? 'PostgreSQL' : 'embedded')) continue;
      const floor = await measureFloor(Number(values.messages));
      rows.push(await measure(await open(), { stored, floor, messages: Number(values.messages) }));
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
      rows.map(({ database, stored, costs }) => ({ database, stored: String(stored), ...costs })),
    ),
  );
  print('');
  return checkTargets(rows);
}

/** Returns how many messages per second a server takes that stores nothing. */
async function measureFloor(messages: number): Promise<number> {
  print(`floor: sending ${messages} messages …`);
  const { url, stop } = await startFloor();
  try {
    const load = { url, apiKey: '', connections, messages };
    // V8 compiles the code in the first run.
    await runDriver(load);
    return (await runDriver(load)).endToEndPerSecond;
  } finally {
    stop();
  }
}

async function measure(
  database: BenchDatabase,
  { stored, floor, messages }: Pick<Row, 'stored' | 'floor'> & { readonly messages: number },
): Promise<Row> {
  const apiKey = `tl_admin_${randomBytes(16).toString('hex')}`;
  try {
    print(`${database.name}: storing ${stored} messages …`);
    await seed(database, apiKey, stored);
    print(`${database.name}: sending ${messages} messages …`);
    const running = await startServiceProcess({
      settings: {
        ...database.settings,
        API_KEY: apiKey,
        LOG_LEVEL: 'info',
        RATE_LIMIT: '1000000',
        RATE_LIMIT_BURST: '1000000',
        ...(process.env.BENCH_NODE_OPTIONS && { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS }),
      },
    });
    try {
      const load = { url: running.url, apiKey, connections };
      const readCosts = await countCosts(database, running.pid);
      const results = await runDriver({ ...load, messages });
      const costs = await readCosts(messages);
      const rate = results.endToEndPerSecond / 2;
      const paced = await runDriver({ ...load, messages: Math.ceil(rate * pacedSeconds), rate });
      return { database: database.name, stored, floor, results, paced, costs };
    } finally {
      await running.stop();
      process.stderr.write(
        running.output().replace(/^(Textloom|Console|Stopping|\{"level":30).*\n/gm, ''),
      );
    }
  } finally {
    await database.remove();
  }
}

const toTableRows = ({ database, stored, floor, results, paced }: Row): Record<string, string>[] =>
  [
    { load: 'maximum', share: results.endToEndPerSecond / floor, ...results },
    { load: 'half', share: undefined, ...paced },
  ].map((one) => ({
    database,
    stored: String(stored),
    load: one.load,
    'accepted/s': one.acceptedPerSecond.toFixed(0),
    'end to end/s': one.endToEndPerSecond.toFixed(0),
    'floor/s': floor.toFixed(0),
    'of the floor': one.share?.toFixed(2) ?? '',
    'p50 ms': one.p50.toFixed(1),
    'p95 ms': one.p95.toFixed(1),
    lost: String(one.lost),
    duplicated: String(one.duplicated),
  }));

function checkTargets(rows: readonly Row[]): boolean {
  const checks = rows.flatMap(({ database, stored, floor, results, paced }) => {
    const where = `${database}, ${stored} stored`;
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
      {
        passes: paced.p95 < maxP95,
        target: `${where}: p95 of the intake below ${maxP95} ms at half of that load`,
      },
    ];
  });
  for (const name of new Set(rows.map(({ database }) => database))) {
    const own = rows.filter(({ database }) => database === name);
    const [first, last] = [own[0]!, own.at(-1)!];
    if (first === last) continue;
    const ratio = first.results.endToEndPerSecond / last.results.endToEndPerSecond;
    checks.push({
      passes: ratio < flat,
      target: `${name}: a message among ${last.stored} costs ${ratio.toFixed(2)} times one among ${first.stored}`,
    });
  }
  for (const { passes, target } of checks) print(`${passes ? 'holds ' : 'FAILS '} ${target}`);
  return checks.every(({ passes }) => passes);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
