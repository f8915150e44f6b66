import { parseArgs } from 'node:util';
import { startServiceProcess, type ServiceProcess } from '../../serviceProcess.ts';
import { countCosts } from '../costs.ts';
import { newApiKey, openPostgres, type BenchDatabase } from '../database.ts';
import { runDriver } from '../service/runDriver.ts';
import { print, printChecks } from '../print.ts';
import { table } from '../table.ts';
import { fill } from './fill.ts';
import { measureQueries } from './queries.ts';
import { measureBackup, measureRetention, setRetention } from './upkeep.ts';

const connections = 16;
/** The maximum cost of a message among many stored ones, relative to one among few. */
const flat = 1.1;
const maxStartMs = 10_000;
const maxQueryMs = 100;

interface Result {
  readonly stored: number;
  readonly costs: Readonly<Record<string, string>>;
  readonly startMs: number;
  readonly slowest: number;
}

/**
 * Measures the service with the messages of two years in PostgreSQL, many and few. The databases of
 * an earlier run with `--keep` can be measured again, for example by a newer version: their first
 * start then includes the migration.
 */
export async function years(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      stored: { type: 'string', default: '10000,10000000' },
      messages: { type: 'string', default: '5000' },
      databases: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const kept = values.databases?.split(',');
  const counts = values.stored.split(',').map(Number);
  if (kept && kept.length !== counts.length)
    throw new Error('--stored must name one number of messages for each of the --databases');
  const results: Result[] = [];
  for (const [at, stored] of counts.entries()) {
    const database = kept ? openKept(kept[at]!) : await openPostgres();
    try {
      if (!kept) await fill(database, newApiKey(), stored, (step) => print(`${stored}: ${step}`));
      results.push(await measure(database, stored, Number(values.messages)));
    } finally {
      if (values.keep || kept) print(`Kept ${database.settings.DATABASE_URL}`);
      else await database.remove();
    }
  }
  print(table(results.map(({ stored, costs }) => ({ stored: String(stored), ...costs }))));
  return check(results);
}

const openKept = (url: string): BenchDatabase => ({
  name: 'PostgreSQL',
  settings: { DATABASE_URL: url, ALLOW_PRIVATE_WEBHOOKS: 'true' },
  remove: () => Promise.resolve(),
});

async function measure(database: BenchDatabase, stored: number, messages: number): Promise<Result> {
  const apiKey = newApiKey();
  const start = async (): Promise<{ service: ServiceProcess; milliseconds: number }> => {
    const from = performance.now();
    const limits = { RATE_LIMIT: '1000000', RATE_LIMIT_BURST: '1000000' };
    const service = await startServiceProcess({
      settings: { ...database.settings, API_KEY: apiKey, ...limits },
    });
    return { service, milliseconds: performance.now() - from };
  };
  const first = await start();
  await setRetention(database, null);
  await first.service.stop();
  const { service, milliseconds: startMs } = await start();
  print(
    `${stored}: first start ${first.milliseconds.toFixed(0)} ms, start ${startMs.toFixed(0)} ms`,
  );
  try {
    const load = { urls: [service.url], apiKey, connections };
    // V8 compiles the code in the first run.
    await runDriver({ ...load, messages: 1_000 });
    const readCosts = await countCosts(database, [service.pid]);
    const { lost, duplicated, refused } = await runDriver({ ...load, messages });
    const costs = await readCosts(messages);
    if (lost + duplicated + refused > 0) throw new Error('Messages were lost or sent twice');
    const queries = await measureQueries(service.baseUrl, apiKey);
    print(
      table(
        queries.map(({ name, ms, rows }) => ({
          stored: String(stored),
          name,
          rows,
          ms: ms.toFixed(1),
        })),
      ),
    );
    for (const line of await measureRetention(database, load)) print(`${stored}: ${line}`);
    print(`${stored}: ${await measureBackup(database)}`);
    return { stored, costs, startMs, slowest: Math.max(...queries.map(({ ms }) => ms)) };
  } finally {
    await service.stop();
  }
}

function check(results: readonly Result[]): boolean {
  const [few, many] = [results[0]!, results.at(-1)!];
  const ratios = ['service ms', 'PostgreSQL ms', 'rows written', 'WAL kB'].map((name) => ({
    name,
    ratio: Number(many.costs[name]) / Number(few.costs[name]),
  }));
  const checks = [
    ...ratios.map(({ name, ratio }) => ({
      passes: ratio <= flat,
      target: `${name} of a message among ${many.stored}: ${ratio.toFixed(2)} times`,
    })),
    { passes: many.slowest < maxQueryMs, target: `slowest query ${many.slowest.toFixed(1)} ms` },
    { passes: many.startMs < maxStartMs, target: `start ${many.startMs.toFixed(0)} ms` },
  ];
  return printChecks(checks);
}
