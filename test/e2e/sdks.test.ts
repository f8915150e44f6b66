import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operations, takesIdempotencyKey } from '@textloom/shared/contract';
import { startServiceProcess, type ServiceProcess } from '../../scripts/serviceProcess.ts';
import { startProxy, type Proxy } from './n8nProxy.ts';
import { databaseWithTables } from '../service/database.ts';

const root = resolve(import.meta.dirname, '../../sdks');
const sdks = [
  {
    language: 'Python',
    command: 'python3',
    folder: join(root, 'python'),
    extension: 'py',
    prefix: (folder: string) => `import sys\nsys.path.insert(0, ${JSON.stringify(folder)})\n`,
  },
  {
    language: 'PHP',
    command: 'php',
    folder: join(root, 'php'),
    extension: 'php',
    prefix: (folder: string) =>
      `<?php\nrequire ${JSON.stringify(`${folder}/tests/autoload.php`)};\n`,
  },
];

/**
 * Removes the differences in spelling between languages: `rotate_secret`, `rotateSecret`,
 * `import_`.
 */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

describe.each(sdks)('the SDK for $language', ({ command, folder, extension, prefix }) => {
  let service: ServiceProcess;
  let proxy: Proxy;
  let receiver: Server;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    service = await startServiceProcess({ database: await databaseWithTables() });
    proxy = await startProxy(service.url);
    const deliveries: object[] = [];
    receiver = createServer((request, response) => {
      if (request.method === 'GET') return void response.end(JSON.stringify(deliveries));
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        deliveries.push({ headers: request.headers, body });
        response.end();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    environment = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PYTHONDONTWRITEBYTECODE: '1',
      TEXTLOOM_API_KEY: service.apiKey,
      TEXTLOOM_BASE_URL: service.baseUrl,
      FAULTY_BASE_URL: service.baseUrl.replace(service.url, proxy.url),
      DELIVERIES_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    };
  });
  afterAll(async () => {
    await new Promise((done) => receiver.close(done));
    await proxy.stop();
    await service.stop();
  });

  const run = (script: string) =>
    promisify(execFile)(command, [script], { env: environment, timeout: 240_000 });

  it('completes a whole journey with a real service', async () => {
    proxy.inject('POST /v1/messages', 'lost after', {
      status: 503,
      headers: { 'retry-after': '0' },
    });
    proxy.inject('DELETE /v1/contacts/%2B12025550122', 'lost after');
    proxy.inject('GET /v1/account', { status: 418 });
    const { stdout, stderr } = await run(join(folder, `tests/journey.${extension}`)).catch(
      (failed: unknown) => {
        const { stdout: said, stderr: complained } = failed as { stdout: string; stderr: string };
        throw new Error(said + complained);
      },
    );
    expect(stdout + stderr).toMatch(/^(OK|12 of 12 passed)$/m);
    expect(proxy.asked).toEqual([
      'POST /v1/messages',
      'POST /v1/messages',
      'POST /v1/messages',
      'DELETE /v1/contacts/%2B12025550122',
      'DELETE /v1/contacts/%2B12025550122',
      'GET /v1/account',
    ]);
  });

  it('has each operation of the contract, with each of its inputs', async () => {
    const { stdout } = await run(join(folder, `tests/surface.${extension}`));
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
    const blocks = [...readme.matchAll(/^```(?:python|php)\n([^]*?)^```$/gm)].map(
      ([, code]) => code,
    );
    expect(blocks.length).toBeGreaterThan(3);
    const scratch = await mkdtemp(join(tmpdir(), 'textloom-readme-'));
    const script = join(scratch, `readme.${extension}`);
    await writeFile(script, prefix(folder) + blocks.join('\n'));
    const { stdout, stderr } = await run(script).finally(() => rm(scratch, { recursive: true }));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^msg_\w+$/m);
  });
});
