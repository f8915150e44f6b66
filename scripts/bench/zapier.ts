import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { authentication, contract, sampleOf } from '@textloom/shared/contract';
import { readZip, unzip } from '../../test/e2e/package/unzip.ts';
import { packageZapier } from '../packageZapier.ts';
import { startServer } from '../programs/startServer.ts';
import { readMessage } from './readMessage.ts';
import { print, printChecks } from './print.ts';
import { table } from './table.ts';

/** The maximum size of the zip in bytes. */
const maxZipBytes = 700_000;
/** The maximum time of the app relative to a bare app. A Zap waits for the time by the clock. */
const maxRatios = { clock: 1.1, processor: 1.15 } as const;

/** Wall-clock time and CPU time in milliseconds. */
interface Duration {
  readonly clock: number;
  readonly processor: number;
}
type ColdStart = Readonly<Record<'platform' | 'app' | 'call', Duration>>;
type App = 'ours' | 'bare';

/**
 * The smallest app that Zapier's platform runs. It only tests a connection, with the same request
 * as our app.
 */
const bareApp = `import { version as platformVersion } from 'zapier-platform-core';
export default {
  version: '1.0.0',
  platformVersion,
  authentication: {
    type: 'custom',
    fields: [
      { key: 'api_key', label: 'API Key', type: 'password', required: true },
      { key: 'base_url', label: 'Base URL', type: 'string', required: true },
    ],
    test: async (z, { authData }) => {
      const headers = { ${authentication.header}: '${authentication.prefix}' + authData.api_key };
      return (await z.request(authData.base_url + '/account', { headers })).data;
    },
  },
};
`;

/**
 * Starts the packed app and a bare app in turn, each time in a fresh process, and prints the times.
 */
export async function zapier(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { pairs: { type: 'string', default: '61' } } });
  const folder = await mkdtemp(join(tmpdir(), 'textloom-bench-'));
  const apiServer = await startApiServer();
  try {
    const zip = await packageZapier(folder);
    const app = join(folder, 'app');
    await unzip(zip, app);
    const entry = join(app, 'dist/index.js');
    const code = { ours: await readFile(entry, 'utf8'), bare: bareApp };

    const pairs = Number(values.pairs);
    print(`Starting both apps ${pairs} times …\n`);
    const took: Record<App, ColdStart[]> = { ours: [], bare: [] };
    for (let pair = 0; pair < pairs; pair += 1) {
      // Alternate the order, so that neither app is always first.
      const order: readonly App[] = pair % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
      for (const one of order) {
        // Use the same folder, because the location of the platform files on disk affects the time.
        await writeFile(entry, code[one]);
        took[one].push(await coldStart(app, apiServer.url));
      }
    }
    const links = (await readZip(zip)).filter(({ isSymbolicLink }) => isSymbolicLink).length;
    return checkTargets(took, (await stat(zip)).size, links);
  } finally {
    await apiServer.stop();
    await rm(folder, { recursive: true });
  }
}

function checkTargets(
  took: Readonly<Record<App, readonly ColdStart[]>>,
  size: number,
  links: number,
) {
  const total = (app: App, parts: readonly (keyof ColdStart)[], by: keyof Duration) =>
    parts.reduce((sum, part) => {
      // The platform is the same for both apps, so use the runs of both.
      const runs = part === 'platform' ? [...took.ours, ...took.bare] : took[app];
      return sum + middleMean(runs.map((run) => run[part][by]));
    }, 0);
  const rows = (
    [
      ['cold import', ['platform', 'app']],
      ['first call', ['call']],
      ['import and first call', ['platform', 'app', 'call']],
    ] as const
  ).map(([title, parts]) => {
    const compared = (by: keyof Duration) => {
      const [ours, bare] = [total('ours', parts, by), total('bare', parts, by)];
      return { ours, bare, ratio: ours / bare };
    };
    return { title, clock: compared('clock'), processor: compared('processor') };
  });
  print(
    table(
      rows.map(({ title, clock, processor }) => ({
        'mean of the middle half': title,
        'ours ms': clock.ours.toFixed(1),
        'bare ms': clock.bare.toFixed(1),
        ratio: clock.ratio.toFixed(2),
        'ours CPU ms': processor.ours.toFixed(1),
        'bare CPU ms': processor.bare.toFixed(1),
        'CPU ratio': processor.ratio.toFixed(2),
      })),
    ),
  );
  print('');
  const checks = [
    {
      passes: size < maxZipBytes,
      target: `the zip has ${Math.ceil(size / 1000)} KB, below ${maxZipBytes / 1000} KB`,
    },
    { passes: links === 0, target: `the zip has ${links} symbolic links` },
    ...rows.flatMap((row) =>
      (['clock', 'processor'] as const).map((by) => ({
        passes: row[by].ratio <= maxRatios[by],
        target:
          `${row.title}, by the ${by}: ${row[by].ratio.toFixed(2)} times that of a bare app, ` +
          `at most ${maxRatios[by]}`,
      })),
    ),
  ];
  return printChecks(checks);
}

async function coldStart(app: string, url: string): Promise<ColdStart> {
  const child = fork(join(import.meta.dirname, 'coldStart.mjs'), [], {
    cwd: app,
    env: { PATH: process.env.PATH },
    execArgv: [],
    // The platform prints its memory use to stdout.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send({
    command: 'execute',
    method: 'authentication.test',
    bundle: {
      authData: { base_url: url, api_key: sampleOf(contract.key.create.output).key },
      inputData: {},
      meta: {},
    },
    environment: { LOGGING_ENDPOINT: `${url}/log` },
  });
  return (await readMessage(child)) as ColdStart;
}

/** Starts a service that responds immediately, so that only the apps are measured. */
function startApiServer() {
  const account = JSON.stringify(sampleOf(contract.account.get.output));
  return startServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(account);
  });
}

/** Returns the mean of the middle half, which excludes outliers from other work on the machine. */
function middleMean(values: readonly number[]): number {
  const quarter = Math.floor(values.length / 4);
  const half = values.toSorted((a, b) => a - b).slice(quarter, values.length - quarter);
  return half.reduce((sum, value) => sum + value) / half.length;
}
