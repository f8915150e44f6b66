import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contract, sampleOf } from '@textloom/shared/contract';
import { readZip, unzip } from '../../test/package/unzip.ts';
import { packageZapier } from '../packageZapier.ts';
import { table } from './table.ts';

/** Bytes. */
const largestZip = 700_000;
/** What the app may take of what a bare app takes. */
const largestRatio = 1.1;

/** Milliseconds by the clock, and of the processor. */
interface Took {
  readonly clock: number;
  readonly processor: number;
}
interface ColdStart {
  readonly import: Took;
  readonly call: Took;
}
type App = 'ours' | 'bare';

/** The least that Zapier's platform runs: it tests a connection as ours does, and that is all. */
const bareApp = `import { version as platformVersion } from 'zapier-platform-core';
export default {
  version: '1.0.0',
  platformVersion,
  authentication: {
    type: 'custom',
    fields: [{ key: 'base_url', label: 'Base URL', type: 'string', required: true }],
    test: async (z, { authData }) => (await z.request(\`\${authData.base_url}/account\`)).data,
  },
};
`;

/** Starts the packed app and a bare one in turn, each time in a fresh process, and prints what that takes. */
export async function zapier(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { pairs: { type: 'string', default: '21' } } });
  const folder = await mkdtemp(join(tmpdir(), 'textloom-bench-'));
  const far = await startFarSide();
  try {
    const zip = await packageZapier(folder);
    const apps = { ours: join(folder, 'ours'), bare: join(folder, 'bare') };
    await unzip(zip, apps.ours);
    await cp(apps.ours, apps.bare, { recursive: true });
    await writeFile(join(apps.bare, 'dist/index.js'), bareApp);

    const pairs = Number(values.pairs);
    say(`Starting both apps ${pairs} times …\n`);
    const took: Record<App, ColdStart[]> = { ours: [], bare: [] };
    for (let pair = 0; pair < pairs; pair += 1) {
      // Neither is always the one that comes first.
      const order: readonly App[] = pair % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
      for (const app of order) took[app].push(await coldStart(apps[app], far.url));
    }
    const links = (await readZip(zip)).filter(({ isSymbolicLink }) => isSymbolicLink).length;
    return judge(took, (await stat(zip)).size, links);
  } finally {
    await far.stop();
    await rm(folder, { recursive: true });
  }
}

function judge(took: Readonly<Record<App, readonly ColdStart[]>>, size: number, links: number) {
  const measures: Readonly<Record<string, (one: ColdStart, by: keyof Took) => number>> = {
    'cold import': (one, by) => one.import[by],
    'first call': (one, by) => one.call[by],
    'import and first call': (one, by) => one.import[by] + one.call[by],
  };
  const rows = Object.entries(measures).map(([title, of]) => {
    const compared = (by: keyof Took) => {
      const [ours, bare] = [took.ours, took.bare].map((all) =>
        median(all.map((one) => of(one, by))),
      );
      return { ours: ours!, bare: bare!, ratio: ours! / bare! };
    };
    return { title, clock: compared('clock'), processor: compared('processor') };
  });
  say(
    table(
      rows.map(({ title, clock, processor }) => ({
        median: title,
        'ours ms': clock.ours.toFixed(1),
        'bare ms': clock.bare.toFixed(1),
        ratio: clock.ratio.toFixed(2),
        'ours CPU ms': processor.ours.toFixed(1),
        'bare CPU ms': processor.bare.toFixed(1),
        'CPU ratio': processor.ratio.toFixed(2),
      })),
    ),
  );
  say(
    '\nJudged is the time of the processor: that by the clock depends on what else the machine does.\n' +
      'In each call, the platform copies the definition of the app twice. That of a bare app is next to\n' +
      'nothing, so the first call is judged as what it is a part of: a cold start.\n',
  );
  const verdicts = [
    {
      is: size < largestZip,
      says: `the zip has ${Math.ceil(size / 1000)} KB, below ${largestZip / 1000} KB`,
    },
    { is: links === 0, says: `the zip has ${links} symbolic links` },
    ...rows
      .filter(({ title }) => title !== 'first call')
      .map(({ title, processor: { ratio } }) => ({
        is: ratio <= largestRatio,
        says: `${title}: ${ratio.toFixed(2)} times that of a bare app, at most ${largestRatio}`,
      })),
  ];
  for (const { is, says } of verdicts) say(`${is ? 'holds ' : 'FAILS '} ${says}`);
  return verdicts.every(({ is }) => is);
}

async function coldStart(app: string, url: string): Promise<ColdStart> {
  const child = fork(join(import.meta.dirname, 'coldStart.mjs'), [], {
    cwd: app,
    env: { PATH: process.env.PATH },
    execArgv: [],
    // The platform says on it how much memory it takes.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send({
    command: 'execute',
    method: 'authentication.test',
    bundle: { authData: { base_url: url, api_key: 'key' }, inputData: {}, meta: {} },
    environment: { LOGGING_ENDPOINT: `${url}/log` },
  });
  const [took] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The process of an app has ended before it answered');
    }),
  ])) as [ColdStart];
  return took;
}

/** A service that answers at once, so that only the apps are measured. */
async function startFarSide() {
  const account = JSON.stringify(sampleOf(contract.account.get.output));
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(account);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const say = (line: string) => process.stdout.write(`${line}\n`);
