import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  executeWorkflow,
  importCredentials,
  importWorkflows,
  installNode,
  startN8n,
  type Item,
  type Json,
  type N8n,
  type Workflow,
} from '../../../scripts/n8n/n8n.ts';
import { freePort } from '../../../scripts/programs/port.ts';
import { poll } from '../../../scripts/poll.ts';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { problemBody } from '../../problemBody.ts';
import { startProxy, type Fault, type Proxy } from './n8nProxy.ts';
import { credential, sending } from './n8nWorkflows.ts';

const batch = 'POST /v1/messages/batch';
const alone = 'POST /v1/messages';
const unroutable = '+442071838750';
const errorOutput = { onError: 'continueErrorOutput' };
const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };

interface Text extends Json {
  to: string;
  text: string;
}

interface Case {
  readonly title: string;
  /** Lists the faults of the requests, in order. */
  readonly faults: readonly Fault[];
  /** Holds the number of requests until the end. */
  readonly requests: number;
  /**
   * Holds the details that the error output shows if no text was sent. All texts were sent if it is
   * missing.
   */
  readonly reason?: Json;
}

/** Creates an error response in the service's format. */
const answer = (status: number, code: string, headers: Record<string, string> = {}): Fault => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: problemBody(code, status),
});
const later = { 'retry-after': '1' };

const cases: readonly Case[] = [
  {
    title: '401',
    faults: [answer(401, 'unauthenticated')],
    requests: 1,
    reason: { code: 'unauthenticated', status: 401, retryable: false },
  },
  {
    title: '422 for the whole request',
    faults: [answer(422, 'validation_failed')],
    requests: 1,
    reason: { code: 'validation_failed', status: 422, retryable: false },
  },
  { title: '429 with Retry-After', faults: [answer(429, 'rate_limited', later)], requests: 2 },
  {
    title: '429 that lasts longer than a run waits',
    faults: [answer(429, 'rate_limited', { 'retry-after': '3600' })],
    requests: 1,
    reason: { code: 'rate_limited', status: 429, retryable: true },
  },
  {
    title: '500',
    faults: [answer(500, 'internal_error')],
    requests: 1,
    reason: { code: 'internal_error', status: 500, retryable: false },
  },
  { title: '503 with Retry-After', faults: [answer(503, 'unavailable', later)], requests: 2 },
  { title: '502 from a proxy', faults: [{ status: 502 }], requests: 2 },
  { title: 'a reset before the service gets the request', faults: ['lost before'], requests: 2 },
  { title: 'a reset after the service accepts the request', faults: ['lost after'], requests: 2 },
  {
    title: 'a reset after the service accepts the request, and one more',
    faults: ['lost after', 'lost before'],
    requests: 3,
  },
  { title: 'a response that never arrives', faults: ['held'], requests: 2 },
];

/**
 * Returns two texts to handsets that no other case uses, and between them one that the service
 * refuses.
 */
const createTexts = (index: number, area: string): Text[] => [
  { to: handset(index, area), text: `one of ${index}` },
  { to: unroutable, text: `refused of ${index}` },
  { to: handset(index + 20, area), text: `two of ${index}` },
];
const handset = (index: number, area: string) => `+1${area}55501${String(index).padStart(2, '0')}`;
const selectGood = (texts: Text[]) => texts.filter(({ to }) => to !== unroutable);

const workflows: Workflow[] = [
  ...cases.flatMap((_, index) => [
    sending(`together-${index}`, createTexts(index, '212'), errorOutput),
    sending(`alone-${index}`, [createTexts(index, '213')[0]!], errorOutput),
  ]),
  sending('stopping', createTexts(0, '303'), retrying),
  sending('continuing', createTexts(1, '303'), { onError: 'continueRegularOutput' }),
  sending('restarted', createTexts(2, '303'), errorOutput),
  sending('gone', createTexts(3, '303'), errorOutput),
];

let dataDir: string;
let settings: Record<string, string>;
let service: ServiceProcess;
let proxy: Proxy;
let n8n: N8n;
let userFolder: string;

beforeAll(async () => {
  userFolder = await mkdtemp(join(tmpdir(), 'textloom-n8n-faults-'));
  dataDir = await mkdtemp(join(tmpdir(), 'textloom-n8n-faults-data-'));
  service = await startServiceProcess({ settings: { DATA_DIR: dataDir } });
  settings = { DATA_DIR: dataDir, API_KEY: service.apiKey };
  proxy = await startProxy(service.url);
  await installNode(userFolder);
  const { baseUrl, apiKey } = service;
  await importCredentials({ userFolder }, [
    { ...credential, data: { baseUrl: baseUrl.replace(service.url, proxy.url), apiKey } },
  ]);
  await importWorkflows({ userFolder }, workflows);
  n8n = await startN8n({ userFolder, port: await freePort(), brokerPort: await freePort() });
}, 900_000);
afterAll(async () => {
  await n8n.stop();
  await proxy.stop();
  await service.stop();
  for (const folder of [userFolder, dataDir]) await rm(folder, { recursive: true, force: true });
});

const textsOn = async (handset: string) => (await service.textsOn(handset)).map(({ text }) => text);
/** Waits until all expected texts have arrived, and returns them by handset. */
const readArrived = async (texts: Text[], count: number) => {
  const read = () => Promise.all(texts.map(({ to }) => textsOn(to)));
  await poll(20_000, async () => ((await read()).flat().length >= count ? true : undefined));
  // A duplicate arrives late.
  await sleep(1_000);
  return read();
};
const run = async (workflow: string, limit = 120_000) => {
  const before = proxy.asked.length;
  const { status, error, nodes } = await executeWorkflow(n8n, workflow, limit);
  const [sent = [], failed = []] = nodes.Send?.at(-1)?.outputs ?? [];
  return { status, error, sent, failed, asked: proxy.asked.slice(before) };
};
const getInput = ({ json: { to, text } }: Item) => ({ to, text });

describe.each([
  { kind: batch, name: 'together', texts: (index: number) => createTexts(index, '212') },
  { kind: alone, name: 'alone', texts: (index: number) => [createTexts(index, '213')[0]!] },
])('texts that are sent $name', ({ kind, name, texts }) => {
  it.each(cases.map((one, index) => ({ ...one, index })))(
    'arrive on the handset once, or on the error output with the reason: $title',
    async ({ faults, requests, reason, index }) => {
      proxy.inject(kind, ...faults);
      const all = texts(index);
      const good = reason ? [] : selectGood(all);
      const { sent, failed, asked } = await run(`${name}-${index}`);
      expect(asked).toEqual(Array.from({ length: requests }, () => kind));
      expect(sent.map(getInput)).toEqual(good);
      expect(failed.map(getInput)).toEqual(all.filter((one) => !good.includes(one)));
      for (const { json } of failed) {
        const place = all.findIndex(({ text }) => text === json.text);
        expect(json.error).toContain(`[item ${place}]`);
        expect(json.details).toMatchObject(
          reason ?? { code: 'no_route', status: 422, retryable: false },
        );
      }
      expect(await readArrived(selectGood(all), good.length)).toEqual(
        selectGood(all).map((one) => (good.includes(one) ? [one.text] : [])),
      );
    },
  );
});

describe('a request that fails', () => {
  it('ends the workflow with the item and the reason, and Retry On Fail sends nothing twice', async () => {
    proxy.inject(batch, 'lost after');
    const { status, error } = await run('stopping');
    expect(status).toBe('error');
    expect(error).toMatchObject({ message: expect.stringContaining('[item 1]'), httpCode: '422' });
    const good = selectGood(createTexts(0, '303'));
    expect(await readArrived(good, 2)).toEqual(good.map(({ text }) => [text]));
  });

  it('with Continue outputs each reason instead of its item', async () => {
    proxy.inject(batch, 'lost after');
    const { status, sent } = await run('continuing');
    expect(status).toBe('success');
    expect(sent).toMatchObject([
      { json: { text: 'one of 1', status: 'queued' }, pairedItem: { item: 0 } },
      { json: { error: expect.stringContaining('[item 1]'), details: { code: 'no_route' } } },
      { json: { text: 'two of 1', status: 'queued' }, pairedItem: { item: 2 } },
    ]);
    const good = selectGood(createTexts(1, '303'));
    expect(await readArrived(good, 2)).toEqual(good.map(({ text }) => [text]));
  });
});

describe('a service that is killed during a batch', () => {
  it('gets each text once when it comes back', async () => {
    proxy.inject(batch, 'held');
    const swallowed = proxy.swallowed();
    const running = run('restarted');
    await poll(120_000, () => Promise.resolve(proxy.swallowed() > swallowed || undefined));
    await service.kill();
    // n8n waits for the response until the connection breaks.
    proxy.breakOff();
    await sleep(1_000);
    service = await startServiceProcess({ settings });
    proxy.reach(service.url);
    const { sent, failed } = await running;
    const good = selectGood(createTexts(2, '303'));
    expect(sent.map(getInput)).toEqual(good);
    expect(failed.map(({ json }) => json.details)).toMatchObject([{ code: 'no_route' }]);
    expect(await readArrived(good, 2)).toEqual(good.map(({ text }) => [text]));
  });

  it('and does not come back is reported for every item', async () => {
    await service.kill();
    const { sent, failed } = await run('gone', 180_000);
    expect(sent).toEqual([]);
    expect(failed.map(getInput)).toEqual(createTexts(3, '303'));
    for (const { json } of failed) {
      expect(json.details).toMatchObject({ code: 'no_response', status: 0, retryable: true });
    }
    service = await startServiceProcess({ settings });
    proxy.reach(service.url);
    expect(await readArrived(selectGood(createTexts(3, '303')), 0)).toEqual([[], []]);
  });
});
