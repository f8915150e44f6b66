import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEventSchema, sampleOf, toWire } from '@textloom/shared/contract';
import { deriveWebhookSecret, signWebhook } from '@textloom/shared/webhooks';
import pg from 'pg';
import { openPostgres, type BenchDatabase } from '../../../scripts/bench/database.ts';
import {
  deactivate,
  executeWorkflow,
  executions,
  importCredentials,
  importWorkflows,
  installNode,
  publishWorkflow,
  readExecution,
  waitForExecution,
} from '../../../scripts/n8n/n8n.ts';
import { n8nQueue, type N8nProcesses, type N8nQueue } from '../../../scripts/n8n/startQueue.ts';
import { poll } from '../../../scripts/poll.ts';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { startLoadBalancer, type Fate, type LoadBalancer } from '../service/loadBalancer.ts';
import { startProxy, type Proxy } from './n8nProxy.ts';
import { credential, sending, triggered } from './n8nWorkflows.ts';

const sender = '+12025550100';
const batch = 'POST /v1/messages/batch';
const two = (area: string) =>
  ['0', '1'].map((digit) => ({ to: `+1${area}555010${digit}`, text: `No ${digit}` }));
/** This n8n feature prevents an event from counting twice, whatever process received it. */
const onceAfter = {
  operation: 'removeItemsSeenInPreviousExecutions',
  logic: 'removeItemsWithAlreadySeenKeyValues',
  dedupeValue: '={{ $json.event_id }}',
};
const incoming = triggered('incoming', { event: 'messageReceived' });
const workflows = [
  {
    ...incoming,
    nodes: incoming.nodes.map((node) =>
      node.name === 'After'
        ? {
            ...node,
            type: 'n8n-nodes-base.removeDuplicates',
            typeVersion: 2,
            parameters: onceAfter,
          }
        : node,
    ),
  },
  triggered('flood', { event: 'messageReceived' }),
  sending('send', two('212'), {}),
  sending('interrupted', two('213'), {}),
];

let service: ServiceProcess;
let proxy: Proxy;
let balancer: LoadBalancer;
let database: BenchDatabase;
let serviceDatabase: BenchDatabase;
let queue: N8nQueue;
let n8n: N8nProcesses;
let userFolder: string;

beforeAll(async () => {
  userFolder = await mkdtemp(join(tmpdir(), 'textloom-n8n-queue-'));
  serviceDatabase = await openPostgres();
  service = await startServiceProcess({ settings: serviceDatabase.settings });
  balancer = await startLoadBalancer();
  proxy = await startProxy(service.url);
  await installNode(userFolder);
  database = await openPostgres();
  queue = n8nQueue(userFolder, database.settings.DATABASE_URL!);
  const place = { userFolder, env: queue.env };
  const { baseUrl, apiKey } = service;
  await importCredentials(place, [
    { ...credential, data: { baseUrl: baseUrl.replace(service.url, proxy.url), apiKey } },
  ]);
  await importWorkflows(place, workflows);
  n8n = await queue.start({ webhookProcesses: 2, publicUrl: balancer.url });
  balancer.balance(n8n.webhooks.map(({ url }) => url));
}, 900_000);
afterAll(async () => {
  await n8n.stop();
  await queue.remove();
  await database.remove();
  await proxy.stop();
  await balancer.stop();
  await service.stop();
  await serviceDatabase.remove();
  await rm(userFolder, { recursive: true, force: true });
});

const subscriptions = async () => (await service.client.webhook.list({})).data;
const textsOn = async (handset: string) => (await service.textsOn(handset)).map(({ text }) => text);
const succeeded = (workflow: string, count: number) =>
  poll(120_000, async () => {
    const found = await executions(n8n.main, workflow);
    const good = found.filter(({ status }) => status === 'success');
    return good.length >= count ? found : undefined;
  });
/** Waits long enough for an unwanted effect to happen. */
const aMoment = () => sleep(1_500);
/** Checks that each text is on its handset once. */
const arriveOnce = async (texts: { to: string; text: string }[]) => {
  const arrived = await poll(120_000, async () => {
    const found = await Promise.all(texts.map(({ to }) => textsOn(to)));
    return found.every(({ length }) => length > 0) ? found : undefined;
  });
  expect(arrived).toBeDefined();
  await aMoment();
  expect(await Promise.all(texts.map(({ to }) => textsOn(to)))).toEqual(
    texts.map(({ text }) => [text]),
  );
};

/** Loses the responses to some deliveries, breaks some connections, and delays some deliveries. */
const chooseFate = (number: number): Fate => {
  if (number % 97 === 0) return 22_000;
  if (number % 11 === 0) return 1_000;
  if (number % 7 === 0) return 'cut';
  return number % 5 === 0 ? 'lost' : 'passed';
};
/** Returns the first column of a query. */
const column = async ({ settings }: BenchDatabase, query: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' });
  await client.end();
  return rows.map(([value]) => value);
};
const incomingEvents = () =>
  column(serviceDatabase, "select id from event where type = 'message.received'");
/** Returns the IDs of the events that started the executions of a workflow. */
const startedWith = (workflow: string) =>
  column(
    database,
    `select substring(data from 'evt_\\w+') from execution_data
     join execution_entity on execution_entity.id = "executionId"
     where execution_entity."workflowId" = '${workflow}'`,
  );

describe('n8n in queue mode', () => {
  it('subscribes once, with the URL of the process that receives the webhooks', async () => {
    await publishWorkflow(n8n.main, 'incoming');
    expect(await subscriptions()).toMatchObject([
      { url: `${balancer.url}/webhook/incoming/webhook`, status: 'enabled' },
    ]);
  });

  it('starts one execution with an incoming text, on the worker', async () => {
    await service.textFrom('+12025550101', sender, 'Hello there');
    const [run, ...others] = await succeeded('incoming', 1);
    await aMoment();
    expect(others).toEqual([]);
    expect(n8n.worker.output()).toContain(`execution ${run!.id}`);
    const { nodes } = await readExecution(n8n.main, run!.id);
    expect(nodes.After![0]!.outputs[0]).toMatchObject([{ json: { text: 'Hello there' } }]);
  });

  describe('with a repeated delivery', () => {
    const schema = createEventSchema('message.received');
    const deliver = async (id: string, origin: string) => {
      const body = JSON.stringify(toWire(schema, { ...sampleOf(schema), id }));
      const secret = deriveWebhookSecret(service.apiKey, 'n8n:incoming:node-trigger:production');
      const timestamp = Math.floor(Date.now() / 1000);
      const { status } = await fetch(`${origin}/webhook/incoming/webhook`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signWebhook({ id, timestamp, body }, [secret]),
        },
        body,
      });
      return status;
    };

    it('starts one execution if one process receives both', async () => {
      const before = (await executions(n8n.main, 'incoming')).length;
      for (let time = 0; time < 2; time++)
        expect(await deliver('evt_same', n8n.webhooks[0]!.url)).toBe(200);
      await succeeded('incoming', before + 1);
      await aMoment();
      expect(await executions(n8n.main, 'incoming')).toHaveLength(before + 1);
    });

    it('starts two if two processes receive one each, and Remove Duplicates lets only one continue', async () => {
      const before = (await executions(n8n.main, 'incoming')).length;
      expect(await deliver('evt_apart', n8n.webhooks[0]!.url)).toBe(200);
      await succeeded('incoming', before + 1);
      expect(await deliver('evt_apart', n8n.main.url)).toBe(200);
      const runs = await succeeded('incoming', before + 2);
      const results = await Promise.all(
        runs.slice(0, 2).map(async ({ id }) => {
          const { nodes } = await readExecution(n8n.main, id);
          return {
            started: nodes.Trigger![0]!.outputs[0]!.map(({ json }) => json.event_id),
            goes: nodes.After![0]!.outputs[0]!.map(({ json }) => json.event_id),
          };
        }),
      );
      expect(results).toEqual([
        { started: ['evt_apart'], goes: [] },
        { started: ['evt_apart'], goes: ['evt_apart'] },
      ]);
    });
  });

  it('ends its subscription when the workflow is deactivated', async () => {
    await deactivate(n8n.main, 'incoming');
    expect(await subscriptions()).toMatchObject([{ expires_at: expect.any(String) }]);
  });

  it('starts one execution for each of 1,000 texts in two processes behind a faulty load balancer', async () => {
    const count = 1_000;
    for (const { id } of await subscriptions()) await service.client.webhook.delete({ id });
    await publishWorkflow(n8n.main, 'flood');
    const earlier = new Set(await incomingEvents());
    balancer.treat(chooseFate);
    const left = Array.from({ length: count }, (_, index) => index);
    const send = async () => {
      for (let index = left.pop(); index !== undefined; index = left.pop())
        await service.textFrom(`+12025550${101 + (index % 90)}`, sender, `Text ${index}`);
    };
    await Promise.all([send(), send(), send(), send()]);
    const all = (read: () => Promise<string[]>) =>
      poll(600_000, async () => {
        await sleep(1_000);
        const found = new Set((await read()).filter((id) => !earlier.has(id)));
        return found.size >= count ? [...found] : undefined;
      });
    const events = await all(incomingEvents);
    // If a text is lost, the comparison below names it.
    await all(() => startedWith('flood')).catch(() => undefined);
    // The service makes a third attempt up to 36 seconds after the second one.
    await sleep(45_000);
    const counts = Map.groupBy(await startedWith('flood'), (id) => id);
    const repeated = [...counts].filter(([, times]) => times.length > 1).map(([id]) => id);
    expect({ lost: events.filter((id) => !counts.has(id)), repeated }).toEqual({
      lost: [],
      repeated: [],
    });
  }, 1_500_000);

  it('sends each text once', async () => {
    const { status } = await executeWorkflow(n8n.main, 'send');
    expect(status).toBe('success');
    await arriveOnce(two('212'));
  });

  it('sends nothing twice if the worker is killed after the service accepted the texts', async () => {
    proxy.inject(batch, 'held');
    const asked = proxy.asked.length;
    const running = executeWorkflow(n8n.main, 'interrupted');
    await poll(120_000, () => Promise.resolve(proxy.swallowed() > 0 || undefined));
    await n8n.worker.kill();
    await n8n.startWorker();
    const { id, status } = await running;
    expect(status).toBe('crashed');
    await arriveOnce(two('213'));
    // n8n has lost everything that it needs to continue.
    const retried = await n8n.main.api<{ id: string }>('POST', `/rest/executions/${id}/retry`, {
      loadWorkflow: false,
    });
    expect(await waitForExecution(n8n.main, retried.id)).toMatchObject({
      status: 'error',
      nodes: {},
    });
    await arriveOnce(two('213'));
    expect(proxy.asked.slice(asked)).toEqual([batch]);
  });
});
