import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { startServiceProcess, type ServiceProcess } from '../serviceProcess.ts';
import { compareCarriers } from './compareCarriers.ts';
import { openEmbedded, openPostgres, type BenchDatabase } from './database.ts';
import type { LoadResult } from './drive.ts';
import { fsyncsPerSecond } from './fsyncs.ts';
import { runDriver } from './runDriver.ts';
import { seed } from './seed.ts';
import { table } from './table.ts';

/** An additional measurement with the same stored messages. Its title becomes a row. */
interface Probe {
  readonly title: string;
  /** The limit in milliseconds. */
  readonly limit: number;
  /** Resolves with the time in milliseconds. */
  readonly measure: (service: ServiceProcess) => Promise<number>;
}
const probes: readonly Probe[] = [];

const connections = 64;
/**
 * The targets for messages per second end to end, and for milliseconds per response at 110 percent
 * of that load.
 */
const targets = { PostgreSQL: 1_000, embedded: 500, p95: 50 };
const offered = (database: BenchDatabase['name']) => targets[database] * 1.1;
const pacedSeconds = 10;
/** The maximum cost of a message with a million stored messages, relative to ten thousand. */
const flat = 1.25;

interface Row {
  readonly database: BenchDatabase['name'];
  readonly stored: number;
  /** The results at maximum load. */
  readonly results: LoadResult;
  /** The results at 110 percent of the target. */
  readonly paced: LoadResult;
  readonly probeResults: readonly (Probe & { readonly took: number })[];
}

/**
 * Measures messages from the request to the signed webhook with both databases, or through several
 * types of carriers, and prints the results.
 */
export async function service(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '15000' },
      stored: { type: 'string', default: '10000,1000000' },
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
      rows.push(await measure(await open(), stored, Number(values.messages)));
    }
  }
  const fsyncs = await fsyncsPerSecond(tmpdir());
  print('');
  print(
    table(
      rows.flatMap((row) =>
        toTableRow(row).map((line) => ({ ...line, 'disk fsync/s': String(fsyncs) })),
      ),
    ),
  );
  print('\nBoth databases write each accepted message to disk before the response.');
  const probeResults = rows.flatMap(({ database, stored, probeResults }) =>
    probeResults.map(({ title, took, limit }) => ({
      probe: title,
      database,
      stored: String(stored),
      'took ms': took.toFixed(1),
      'at most': String(limit),
    })),
  );
  if (probeResults.length > 0) print(`\n${table(probeResults)}`);
  print('');
  return checkTargets(rows);
}

async function measure(database: BenchDatabase, stored: number, messages: number): Promise<Row> {
  const apiKey = `tl_admin_${randomBytes(16).toString('hex')}`;
  try {
    print(`${database.name}: storing ${stored} messages …`);
    await seed(database, apiKey, stored);
    print(`${database.name}: sending ${messages} messages …`);
    const running = await startServiceProcess({
      settings: {
        ...database.settings,
        API_KEY: apiKey,
        RATE_LIMIT: '1000000',
        RATE_LIMIT_BURST: '1000000',
        ...(process.env.BENCH_NODE_OPTIONS && { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS }),
      },
    });
    try {
      const load = { url: running.url, apiKey, connections };
      const results = await runDriver({ ...load, messages });
      const rate = offered(database.name);
      const paced = await runDriver({ ...load, messages: rate * pacedSeconds, rate });
      const probeResults = [];
      for (const probe of probes)
        probeResults.push({ ...probe, took: await probe.measure(running) });
      return { database: database.name, stored, results, paced, probeResults };
    } finally {
      await running.stop();
      process.stderr.write(running.output().replace(/^(Textloom|Console|Stopping).*\n/gm, ''));
    }
  } finally {
    await database.remove();
  }
}

const toTableRow = ({ database, stored, results, paced }: Row): Record<string, string>[] =>
  [
    { rates: 'maximum', ...results },
    { rates: offered(database).toFixed(0), ...paced },
  ].map((one) => ({
    database,
    stored: String(stored),
    'offered/s': one.rates,
    'accepted/s': one.acceptedPerSecond.toFixed(0),
    'end to end/s': one.endToEndPerSecond.toFixed(0),
    'p50 ms': one.p50.toFixed(1),
    'p95 ms': one.p95.toFixed(1),
    lost: String(one.lost),
    duplicated: String(one.duplicated),
  }));

function checkTargets(rows: readonly Row[]): boolean {
  const checks = rows.flatMap(({ database, stored, results, paced, probeResults }) => {
    const where = `${database}, ${stored} stored`;
    return [
      {
        passes: [results, paced].every(
          ({ lost, duplicated, refused, unsigned }) => lost + duplicated + refused + unsigned === 0,
        ),
        target: `${where}: nothing lost, duplicated, refused, or unsigned`,
      },
      {
        passes: results.endToEndPerSecond > targets[database],
        target: `${where}: above ${targets[database]}/s end to end`,
      },
      {
        passes: paced.p95 < targets.p95,
        target: `${where}: p95 of the intake below ${targets.p95} ms at ${offered(database)}/s`,
      },
      ...probeResults.map(({ title, took, limit }) => ({
        passes: took < limit,
        target: `${where}: ${title} below ${limit} ms`,
      })),
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
