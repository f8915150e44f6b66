import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operations, takesIdempotencyKey } from '@textloom/shared/contract';
import { startServer, type LocalServer } from '../../../scripts/programs/startServer.ts';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { startProxy, type Proxy } from '../n8n/n8nProxy.ts';
import { installPackage, removePackage } from '../package/nodePackage.ts';
import { databaseWithTables } from '../../service/harness/database.ts';

const root = resolve(import.meta.dirname, '../../../sdks');
const sdks = [
  {
    language: 'Node.js',
    command: process.execPath,
    folder: join(root, 'node'),
    extension: 'mjs',
    prefix: () => '',
    success: /^[#ℹ] fail 0$/m,
  },
  {
    language: 'Python',
    command: 'python3',
    folder: join(root, 'python'),
    extension: 'py',
    prefix: (folder: string) => `import sys\nsys.path.insert(0, ${JSON.stringify(folder)})\n`,
    success: /^OK$/m,
  },
  {
    language: 'PHP',
    command: 'php',
    folder: join(root, 'php'),
    extension: 'php',
    // The code itself loads the client, as Composer installs it.
    prefix: () => '',
    success: /^16 of 16 passed$/m,
  },
];

/** The Node.js client is tested as users install it. */
async function installed(language: string, folder: string): Promise<string> {
  if (language !== 'Node.js') return folder;
  const project = await installPackage();
  await cp(join(folder, 'tests'), join(project, 'tests'), { recursive: true });
  return project;
}

/**
 * Removes the differences in spelling between languages: `rotate_secret`, `rotateSecret`,
 * `import_`.
 */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

describe.each(sdks)('the SDK for $language', (sdk) => {
  const { language, command, folder, extension, prefix, success } = sdk;
  let service: ServiceProcess;
  let proxy: Proxy;
  let receiver: LocalServer;
  let environment: NodeJS.ProcessEnv;
  let place: string;

  beforeAll(async () => {
    place = await installed(language, folder);
    service = await startServiceProcess({ database: await databaseWithTables() });
    proxy = await startProxy(service.url);
    const deliveries: object[] = [];
    receiver = await startServer(async (request, response) => {
      if (request.method === 'GET') return void response.end(JSON.stringify(deliveries));
      deliveries.push({ headers: request.headers, body: await text(request) });
      response.end();
    });
    environment = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PYTHONDONTWRITEBYTECODE: '1',
      TYPESCRIPT: resolve(root, '../node_modules/typescript'),
      TEXTLOOM_API_KEY: service.apiKey,
      TEXTLOOM_URL: service.baseUrl,
      FAULTY_BASE_URL: service.baseUrl.replace(service.url, proxy.url),
      DELIVERIES_URL: `${receiver.url}/`,
    };
  });
  afterAll(async () => {
    await receiver.stop();
    await proxy.stop();
    await service.stop();
    if (place !== folder) await removePackage(place);
  });

  const run = (script: string) =>
    promisify(execFile)(command, [script], { env: environment, timeout: 240_000 });

  it('completes a whole journey with a real service', async () => {
    proxy.inject('POST /v1/messages', 'lost after', {
      status: 503,
      headers: { 'retry-after': '0' },
    });
    proxy.inject('DELETE /v1/contacts/%2B12025550122', 'lost after');
    const page = { status: 200, body: '<html>Log in</html>' };
    proxy.inject('GET /v1/account', { status: 418 }, { status: 200 }, page);
    proxy.inject('POST /v1/lists', page, { status: 500 });
    proxy.inject('DELETE /v1/lists/lst_1', page);
    const { stdout, stderr } = await run(join(place, `tests/journey.${extension}`)).catch(
      (failed: unknown) => {
        const { stdout: said, stderr: complained } = failed as { stdout: string; stderr: string };
        throw new Error(said + complained);
      },
    );
    expect(stdout + stderr).toMatch(success);
    expect(proxy.asked).toEqual([
      'POST /v1/messages',
      'POST /v1/messages',
      'POST /v1/messages',
      'DELETE /v1/contacts/%2B12025550122',
      'DELETE /v1/contacts/%2B12025550122',
      ...Array<string>(3).fill('GET /v1/account'),
      ...Array<string>(2).fill('POST /v1/lists'),
      'DELETE /v1/lists/lst_1',
    ]);
  });

  it('has each operation of the contract, with each of its inputs', async () => {
    const { stdout } = await run(join(place, `tests/surface.${extension}`));
    const surface = JSON.parse(stdout) as Record<string, Record<string, string[]>>;
    const offered = Object.entries(surface).flatMap(([resource, methods]) =>
      Object.entries(methods).map(
        ([name, parameters]) =>
          `${plain(resource)}.${plain(name)}(${parameters.map(plain).sort().join(' ')})`,
      ),
    );
    const expected = operations.map(({ resource, name, operation }) => {
      const inputs = Object.keys(operation.input.properties);
      const parameters = takesIdempotencyKey(operation) ? [...inputs, 'idempotency_key'] : inputs;
      const place = resource === 'account' ? resource : `${resource}s`;
      return `${place}.${plain(name)}(${parameters.map(plain).sort().join(' ')})`;
    });
    expect(offered.sort()).toEqual(expected.sort());
  });

  it('runs the code in its README', async () => {
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    // Other tests run the receiver, and the code for CommonJS and TypeScript.
    const [calls] = readme.split('## Webhooks') as [string];
    const blocks = [...calls.matchAll(/^```(?:js|python|php)\n([^]*?)^```$/gm)].flatMap(
      ([, code]) => (code!.includes('require(') ? [] : [code]),
    );
    expect(blocks.length).toBeGreaterThan(3);
    const scratch = await mkdtemp(
      place === folder ? join(tmpdir(), 'textloom-readme-') : join(place, 'readme-'),
    );
    await mkdir(join(scratch, 'vendor'));
    await writeFile(
      join(scratch, 'vendor/autoload.php'),
      `<?php require ${JSON.stringify(`${folder}/tests/autoload.php`)};\n`,
    );
    const script = join(scratch, `readme.${extension}`);
    await writeFile(script, prefix(folder) + blocks.join('\n'));
    const { stdout, stderr } = await run(script).finally(() => rm(scratch, { recursive: true }));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^msg_\w+$/m);
  });
});
