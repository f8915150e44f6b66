import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { basePath, headers } from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import { build } from 'esbuild';
import {
  checkTypes,
  generateClients,
  type Generator,
} from '../../scripts/openapi/generateClients.ts';
import { lintOpenApi } from '../../scripts/openapi/lint.ts';
import { startServer } from '../../scripts/programs/startServer.ts';
import { startValidatingProxy } from '../../scripts/openapi/startValidatingProxy.ts';
import { createDocumentClient, type DocumentClient } from '../openapi/documentClient.ts';
import type { ApiDocument } from '../openapi/readDocument.ts';
import { openFolder } from '../service/harness/database.ts';
import {
  authorization,
  handset,
  openHarness,
  type Account,
  type Harness,
} from '../service/harness/harness.ts';
import { describeJourneyThrough } from '../service/journey.suite.ts';

const past = '2020-01-01T00:00:00.000Z';
const document = join(import.meta.dirname, '../../docs/openapi.json');

describe('behind a proxy that validates by the OpenAPI document', () => {
  let harness: Harness;
  let account: Account;
  let proxy: Awaited<ReturnType<typeof startValidatingProxy>>;
  beforeAll(async () => {
    harness = await openHarness(openFolder);
    // The first account belongs to the operator.
    account = harness.account();
    proxy = await startValidatingProxy(document, harness.url + basePath);
  });
  afterAll(async () => {
    await proxy.stop();
    await harness.close();
  });
  afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

  describeJourneyThrough(
    () => harness,
    () => proxy.baseUrl,
  );

  const ask = async (path: string, body?: object, more: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(proxy.baseUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...authorization(account.keys.admin),
        ...(body && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status } = response;
    return { status, headers: response.headers, body: await response.json() };
  };

  it('a batch gets a result for each message, and keeps the accepted ones for its key', async () => {
    const messages = [
      { to: handset(1, 809), text: 'Hi', idempotency_key: 'first' },
      { to: '+442079460000', text: 'No route' },
      { to: handset(1, 809), text: 'Else', idempotency_key: 'first' },
    ];
    const keyed = { [headers.idempotencyKey]: 'batch' };
    const first = await ask('/messages/batch', { messages }, keyed);
    expect(first).toMatchObject({
      status: 200,
      body: {
        results: [
          { status: 202, message: { text: 'Hi' }, problem: null },
          { status: 422, message: null, problem: { code: 'no_route' } },
          { status: 422, message: null, problem: { code: 'idempotency_key_reused' } },
        ],
      },
    });
    const second = await ask('/messages/batch', { messages }, keyed);
    const { results } = first.body as { readonly results: readonly object[] };
    const problem = expect.objectContaining({ code: 'no_route' });
    expect(second.body).toMatchObject({ results: [results[0], { problem }, { status: 422 }] });
    expect(second.headers.get(headers.idempotentReplayed)).toBeNull();
    const other = await ask('/messages/batch', { messages: messages.slice(1) }, keyed);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  it.each([
    ['Get message', { id: 'msg_none' }, 404, 'not_found'],
    ['Cancel message', { id: 'msg_none' }, 404, 'not_found'],
    ['Get many messages', { cursor: 'none' }, 400, 'invalid_cursor'],
    ['Send message', { to: handset(1, 809), text: 'Hi', send_at: past }, 422, 'validation_failed'],
    ['Send message', { to: '+442079460000', text: 'Hi' }, 422, 'no_route'],
    [
      'Send message',
      { to: handset(1, 809), text: 'Hi', from: '+12025550199' },
      422,
      'sender_not_owned',
    ],
    ['Update list', { id: 'lst_none', name: 'News' }, 404, 'not_found'],
    ['Pause broadcast', { id: 'bro_none' }, 404, 'not_found'],
  ] as const)('%s with %j gets an error of the document', async (summary, values, status, code) => {
    const client = await clientWith(account.keys.admin);
    const response = await client.call(summary, values);
    expect(response).toMatchObject({ status, body: { code } });
  });

  it('a key that is unknown or can only read gets an error of the document', async () => {
    const message = { to: handset(1, 809), text: 'Hi' };
    const reader = await clientWith(account.keys.read);
    expect(await reader.call('Send message', message)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
    const stranger = await clientWith('tl_admin_unknown_unknown_unknown');
    expect(await stranger.call('Send message', message)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });

  /** Creates a client that throws if the document does not describe a response. */
  const clientWith = async (key: string): Promise<DocumentClient> => {
    const described = JSON.parse(await readFile(document, 'utf8')) as ApiDocument;
    const servers = [{ url: proxy.baseUrl }];
    return createDocumentClient(harness.url, { ...described, servers }, key);
  };

  it('a response or a request that the document does not describe is an error', async () => {
    const unknown = await ask('/messages', { to: handset(1, 809), text: 'Hi', color: 'red' });
    expect(unknown).toMatchObject({ status: 422, body: { title: 'Invalid request' } });
    const other = await startServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"status":"down"}'),
    );
    const strict = await startValidatingProxy(document, other.url);
    const { status } = await fetch(`${strict.baseUrl}/health`);
    await strict.stop();
    await other.stop();
    expect(status).toBe(500);
  });
});

describe('a client that others generate from the OpenAPI document', () => {
  const programs = join(import.meta.dirname, 'openapiClients');
  let harness: Harness;
  let folder: string;
  let said: Record<Generator, string>;
  beforeAll(async () => {
    harness = await openHarness(openFolder);
    folder = await mkdtemp(join(tmpdir(), 'openapi-clients-'));
    await cp(programs, folder, { recursive: true });
    said = await generateClients({ folder, document, baseUrl: harness.url + basePath });
  });
  afterAll(async () => {
    await harness.close();
    await rm(folder, { recursive: true, force: true });
  });
  const generators: readonly Generator[] = ['heyApi', 'openapiFetch', 'orval'];

  it.each(generators)('is generated by %s without a warning', (generator) => {
    expect(said[generator]).not.toMatch(/warn|error|fail|unsupported|deprecat/i);
  });

  it('has types that a strict compiler accepts, and that reject a wrong call', async () => {
    const mistakes = [
      ['limit: 2', "limit: 'two'"],
      ['ttl: 3600', "ttl: 'an hour'"],
    ] as const;
    const wrong: string[] = [];
    for (const generator of generators) {
      const program = await readFile(join(folder, `${generator}.mts`), 'utf8');
      for (const [index, [right, mistake]] of mistakes.entries()) {
        const file = `${generator}Wrong${index}.mts`;
        await writeFile(join(folder, file), program.replace(right, mistake));
        wrong.push(file);
      }
    }
    const programs = generators.map((generator) => `${generator}.mts`);
    const errors = await checkTypes(folder, [...programs, ...wrong]);
    const places = [...errors.matchAll(/^(\S+)\(/gm)].map(([, file]) => file);
    expect(new Set(places)).toEqual(new Set(wrong));
  });

  it.each(generators)('of %s sends, pages and reads errors', async (generator) => {
    const account = harness.account();
    const outfile = join(folder, `${generator}.mjs`);
    await build({
      entryPoints: [join(folder, `${generator}.mts`)],
      ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], {
      env: { BASE_URL: harness.url + basePath, API_KEY: account.keys.admin },
    });
    const result = JSON.parse(stdout) as { readonly sent: string };
    expect(result).toEqual({
      sent: expect.stringMatching(/^msg_/),
      results: [
        [202, 'We open at 9'],
        [422, 'no_route'],
      ],
      contacts: expect.arrayContaining(['+12025550111', '+12025550112', '+12025550113']),
      name: 'Ada',
      error: [422, 'validation_failed', '/to'],
    });
    expect(await account.reaches(result.sent)).toMatchObject({ status: 'delivered' });
  });
});

describe('the linters of OpenAPI documents', () => {
  const create = () => openApiDocument({ version: '0.0.0', serverUrl: basePath });

  it('find nothing in our document', async () => {
    expect(await lintOpenApi(create())).toEqual([]);
  });

  it('find the faults of another document', async () => {
    const faulty = structuredClone(create());
    Object.assign(faulty.paths['/messages']!.post!, {
      summary: undefined,
      tags: ['none'],
      security: [{ none: [] }],
    });
    const found = (await lintOpenApi(faulty)).map(({ linter, rule }) => `${linter} ${rule}`);
    expect(found.sort()).toEqual([
      'redocly operation-summary',
      'redocly security-defined',
      'spectral oas3-operation-security-defined',
      'spectral operation-tag-defined',
    ]);
  });
});
