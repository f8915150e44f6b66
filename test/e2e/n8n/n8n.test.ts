import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createEventSchema, sampleOf, toWire } from '@textloom/shared/contract';
import { deriveWebhookSecret, signWebhook } from '@textloom/shared/webhooks';
import {
  deactivate,
  executeWorkflow,
  executions,
  importCredentials,
  importWorkflows,
  installNode,
  publicationStatus,
  publishWorkflow,
  readExecution,
  startN8n,
  testCredential,
  waitForExecution,
  type Json,
  type N8n,
  type Workflow,
} from '../../../scripts/n8n/n8n.ts';
import { freePort } from '../../../scripts/programs/port.ts';
import { poll } from '../../../scripts/poll.ts';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { openBrowser } from '../openBrowser.ts';
import { readActions, marked, openEditor } from './n8nEditor.ts';
import { broadcastWorkflows, describeBroadcasts } from './n8nBroadcasts.suite.ts';
import { describeInbox, inboxWorkflows } from './n8nInbox.suite.ts';
import { describeMedia, mediaWorkflows } from './n8nMedia.suite.ts';
import { startProxy, type Proxy } from './n8nProxy.ts';
import { credential, journey, sending, triggered } from './n8nWorkflows.ts';
import { databaseWithTables } from '../../service/harness/database.ts';
import { withTextOnlyCarrier } from '../../service/harness/textOnly.ts';

const sender = '+12025550100';
const unroutable = '+442071838750';
const nowhere = 'http://127.0.0.1:1/v1';

/** Returns three items. The service refuses the second one. Each test uses separate handsets. */
const three = (tens: number): { to: string; text: string }[] => [
  { to: `+120255501${tens}0`, text: 'one' },
  { to: unroutable, text: 'two' },
  { to: `+120255501${tens}2`, text: 'three' },
];
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
const bad = { to: unroutable, text: 'refused' };

/** Fills one request with texts, each to a different handset. */
const many = ['212', '213', '303', '305', '312'].flatMap((area) =>
  Array.from({ length: 40 }, (_, index) => ({
    to: `+1${area}55501${String(index).padStart(2, '0')}`,
    text: `No ${index} in ${area}`,
  })),
);
const batch = 'POST /v1/messages/batch';
const customer = '+12025550170';
const steps = {
  List: { resource: 'list', operation: 'create', name: 'Customers' },
  Contact: {
    resource: 'contact',
    operation: 'upsert',
    phone: customer,
    additionalFields: { firstName: 'Ada', externalId: 'customer-77' },
  },
  Member: {
    resource: 'contact',
    operation: 'addToList',
    listId: { __rl: true, mode: 'id', value: "={{ $('List').item.json.id }}" },
    contactId: { __rl: true, mode: 'phone', value: customer },
  },
  Members: {
    resource: 'contact',
    operation: 'getAll',
    filters: { listId: "={{ $('List').item.json.id }}" },
  },
  Preview: {
    resource: 'message',
    operation: 'preview',
    to: '={{ $json.phone }}',
    text: '=Hello {{ $json.first_name }}',
  },
  Send: {
    resource: 'message',
    operation: 'send',
    to: '={{ $json.to }}',
    text: "=Hello {{ $('Contact').item.json.first_name }}",
    simplify: false,
  },
  Message: { resource: 'message', operation: 'get', messageId: '={{ $json.id }}' },
  Numbers: { resource: 'number', operation: 'getAll', returnAll: true },
  Available: { resource: 'number', operation: 'getAvailable', limit: 1 },
  Report: { resource: 'report', operation: 'get', groupBy: 'list' },
};

const workflows: Workflow[] = [
  triggered('incoming', { event: 'messageReceived' }),
  triggered('delivered', { event: 'messageStatusChanged', statuses: ['message.delivered'] }),
  triggered('optedOut', { event: 'contactOptedOut' }),
  triggered('unreachable', { event: 'messageReceived' }),
  sending('once', [{ to: '+12025550110', text: 'Hello' }], {}),
  sending('retry', three(2), retrying),
  sending('retryChanging', three(3), retrying, { text: '={{ $json.text }} {{ $now.toMillis() }}' }),
  sending('retryContinue', [bad, three(9)[0]!], { ...retrying, onError: 'continueRegularOutput' }),
  sending('errorOutput', [three(1)[0]!, bad], { onError: 'continueErrorOutput' }),
  sending('resumed', three(4), {}),
  triggered('filtered', {
    event: 'messageReceived',
    filters: { from: ['+12025550105'], keywords: ['YES'] },
  }),
  journey('journey', steps),
  sending('many', many, retrying),
  ...mediaWorkflows,
  ...broadcastWorkflows,
  ...inboxWorkflows,
];

let service: ServiceProcess;
let proxy: Proxy;
let n8n: N8n;
let userFolder: string;

beforeAll(async () => {
  userFolder = await mkdtemp(join(tmpdir(), 'textloom-n8n-e2e-'));
  // The tests look at hundreds of handsets at the same time.
  service = await startServiceProcess({
    database: await databaseWithTables(),
    settings: {
      RATE_LIMIT: '10000',
      RATE_LIMIT_BURST: '10000',
      ...(await withTextOnlyCarrier()),
    },
  });
  proxy = await startProxy(service.url);
  await installNode(userFolder);
  const { baseUrl, apiKey } = service;
  await importCredentials({ userFolder }, [
    { ...credential, id: 'nowhere', name: 'Nowhere', data: { baseUrl: nowhere, apiKey } },
    { ...credential, data: { baseUrl, apiKey } },
    {
      ...credential,
      id: 'proxy',
      name: 'Proxy',
      data: { baseUrl: baseUrl.replace(service.url, proxy.url), apiKey },
    },
  ]);
  const reach = (workflow: string, id: string, name: string) => {
    const { nodes } = workflows.find((one) => one.id === workflow)!;
    for (const node of nodes)
      if (node.credentials) node.credentials = { [credential.type]: { id, name } };
  };
  reach('unreachable', 'nowhere', 'Nowhere');
  reach('many', 'proxy', 'Proxy');
  await importWorkflows({ userFolder }, workflows);
  n8n = await startN8n({ userFolder, port: await freePort(), brokerPort: await freePort() });
});
afterAll(async () => {
  await n8n.stop();
  await proxy.stop();
  await service.stop();
  await rm(userFolder, { recursive: true, force: true });
});

const createUrl = (workflow: string) => `${n8n.url}/webhook/${workflow}/webhook`;
const subscriptions = async (workflow: string) =>
  (await service.client.webhook.list({ url: createUrl(workflow) })).data;
const textsOn = async (handset: string) => (await service.textsOn(handset)).map(({ text }) => text);
/**
 * Returns the item with which the trigger started a workflow, after this has happened `count`
 * times.
 */
const startedWith = (workflow: string, count: number) =>
  poll(120_000, async () => {
    const found = await executions(n8n, workflow);
    const [latest] = found;
    if (found.length < count || latest?.status !== 'success') return undefined;
    const { nodes } = await readExecution(n8n, latest.id);
    return nodes.Trigger?.[0]?.outputs[0]?.[0]?.json;
  });
/** Waits long enough for an unwanted effect to happen. */
const aMoment = () => sleep(1_500);

describe('the package in n8n', () => {
  it('offers both nodes, and the node as a tool and as the human review of an agent', async () => {
    const types = await n8n.api<{ name: string }[]>('GET', '/types/nodes.json');
    const names = types.map(({ name }) => name).filter((name) => name.includes('textloom'));
    expect(names.sort()).toEqual([
      'n8n-nodes-textloom.textloom',
      'n8n-nodes-textloom.textloomHitlTool',
      'n8n-nodes-textloom.textloomTool',
      'n8n-nodes-textloom.textloomTrigger',
    ]);
  });

  it('tests the credential, and reports its problem', async () => {
    const { baseUrl, apiKey } = service;
    const test = (data: Json) => testCredential(n8n, { ...credential, data });
    expect(await test({ baseUrl, apiKey })).toMatchObject({ status: 'OK' });
    expect(await test({ baseUrl: `${baseUrl}/`, apiKey })).toMatchObject({ status: 'OK' });
    expect(await test({ baseUrl, apiKey: 'wrong' })).toEqual({
      status: 'Error',
      message: 'The service refuses this API key. It may be incomplete, expired or revoked.',
    });
    expect(await test({ baseUrl: nowhere, apiKey })).toMatchObject({
      status: 'Error',
    });
    const notHere = {
      status: 'Error',
      message:
        'No Textloom service found at this base URL. Check the URL, and that it ends with /v1.',
    };
    expect(await test({ baseUrl: `${n8n.url}/rest/settings?x=`, apiKey })).toEqual(notHere);
    expect(await test({ baseUrl: `${baseUrl}/v0`, apiKey })).toEqual(notHere);
  });

  it('lists the numbers of the account', async () => {
    const found = await n8n.api<{ results: Json[] }>(
      'POST',
      '/rest/dynamic-node-parameters/resource-locator-results',
      {
        path: 'parameters.from',
        methodName: 'searchSenders',
        nodeTypeAndVersion: { name: 'n8n-nodes-textloom.textloom', version: 1 },
        currentNodeParameters: {},
        credentials: { [credential.type]: credential },
      },
    );
    expect(found.results).toEqual([{ name: `${sender} (default)`, value: sender }]);
  });
});

describe("n8n's editor", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('lists each event as a separate trigger, and opens the chosen one', async () => {
    const page = await openEditor(browser, n8n);
    // n8n searches among the aliases of both nodes.
    const triggers = [
      'On broadcast canceled',
      'On broadcast completed',
      'On broadcast started',
      'On broadcast stopped',
      'On contact added to list',
      'On contact created',
      'On contact opted in',
      'On contact opted out',
      'On conversation closed',
      'On conversation opened',
      'On incoming SMS',
      'On message status changed',
      'On number activated',
      'On number failed',
      'On registration decided',
      'On review created',
      'On review decided',
      'On verification approved',
      'On verification failed',
    ];
    expect(await readActions(page, 'opt-out', triggers)).toEqual(triggers);
    await page.getByText('On message status changed').click();
    await marked(page, 'parameter-input-event').waitFor();
    const statuses = marked(page, 'parameter-input-statuses');
    for (const status of ['Delivered', 'Undelivered', 'Canceled']) {
      await statuses.getByText(status, { exact: true }).waitFor();
    }
  });

  it('shows the fields for sending, with the numbers of the account', async () => {
    const page = await openEditor(browser, n8n);
    await readActions(page, 'textloom', ['On incoming SMS']);
    await page.getByText('On incoming SMS').click();
    await marked(page, 'parameter-input-event').waitFor();
    await page.keyboard.press('Escape');
    const actions = ['Send message', 'Send broadcast', 'Send verification code'];
    expect(await readActions(page, 'otp', actions)).toEqual(expect.arrayContaining(actions));
    await page.getByText('Send message', { exact: true }).click();
    await page.getByPlaceholder('e.g. Your order 1042 is on its way').waitFor();
    // The editor sometimes renders the field again while its list opens, which closes the list.
    const list = page.getByText(`${sender} (default)`);
    await poll(120_000, async () => {
      await page.getByPlaceholder('Select a number...').click();
      return list.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => undefined,
      );
    });
  });
});

describe('the trigger', () => {
  it('subscribes once when the workflow is published, and runs it with an incoming text', async () => {
    await publishWorkflow(n8n, 'incoming');
    expect(await subscriptions('incoming')).toMatchObject([
      { events: ['message.received'], status: 'enabled' },
    ]);
    await service.textFrom('+12025550101', sender, 'Hello there');
    expect(await startedWith('incoming', 1)).toMatchObject({
      event_type: 'message.received',
      from: '+12025550101',
      to: sender,
      text: 'Hello there',
      keyword: null,
    });
  });

  const schema = createEventSchema('message.received');
  const event = { ...sampleOf(schema), id: 'evt_once' };
  const body = JSON.stringify(toWire(schema, event));
  const seconds = () => Math.floor(Date.now() / 1000);
  const secret = () => deriveWebhookSecret(service.apiKey, 'n8n:incoming:node-trigger:production');
  const signed = (timestamp: number, key = secret()) =>
    signWebhook({ id: event.id, timestamp, body }, [key]);
  const post = async (headers: Record<string, string>, content = body) => {
    const response = await fetch(createUrl('incoming'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: content,
    });
    return response.status;
  };
  const runs = async () => (await executions(n8n, 'incoming')).length;

  it('responds with 401 to forged, unsigned or stale deliveries, and starts nothing', async () => {
    const before = await runs();
    expect(await post({})).toBe(401);
    expect(await post(signed(seconds(), deriveWebhookSecret('guessed', 'secret')))).toBe(401);
    expect(await post(signed(seconds()), body.replace('order', 'forged'))).toBe(401);
    expect(await post(signed(seconds() - 310))).toBe(401);
    await aMoment();
    expect(await runs()).toBe(before);
  });

  it('starts once for a delivery that is repeated', async () => {
    const before = await runs();
    const headers = signed(seconds());
    expect(await post(headers)).toBe(200);
    expect(await post(headers)).toBe(200);
    expect(await post(signed(seconds() + 5))).toBe(200);
    await poll(120_000, async () => (await runs()) > before || undefined);
    await aMoment();
    expect(await runs()).toBe(before + 1);
  });

  it('repairs its subscription when the workflow is published again', async () => {
    const [{ id } = { id: '' }] = await subscriptions('incoming');
    await service.client.webhook.update({ id, status: 'disabled', events: ['contact.created'] });
    await deactivate(n8n, 'incoming');
    await publishWorkflow(n8n, 'incoming');
    await publishWorkflow(n8n, 'incoming');
    expect(await subscriptions('incoming')).toMatchObject([
      { id, events: ['message.received'], status: 'enabled', expires_at: null },
    ]);
  });

  it('listens for a test alongside production, and ends its own subscription afterward', async () => {
    await n8n.api('POST', '/rest/workflows/incoming/run', {
      triggerToStartFrom: { name: 'Trigger' },
    });
    const all = async () => (await service.client.webhook.list({ limit: 100 })).data;
    expect((await all()).filter(({ url }) => url.includes('/webhook-test/'))).toHaveLength(1);
    await service.textFrom('+12025550102', sender, 'A test');
    const run = await poll(120_000, async () =>
      (await executions(n8n, 'incoming')).find(
        ({ mode, status }) => mode === 'manual' && status === 'success',
      ),
    );
    expect(run).toBeDefined();
    const left = await poll(120_000, async () => {
      const found = (await all()).filter(({ url }) => url.includes('/webhook-test/'));
      return found.length === 0 ? found : undefined;
    });
    expect(left).toEqual([]);
    expect(await subscriptions('incoming')).toHaveLength(1);
  });

  it('ends its subscription when the workflow is deactivated', async () => {
    await deactivate(n8n, 'incoming');
    const [{ expires_at } = { expires_at: null }] = await subscriptions('incoming');
    expect(Date.parse(expires_at!) - Date.now()).toBeLessThanOrEqual(60_000);
  });

  it('starts on the chosen statuses, once for each message', async () => {
    await publishWorkflow(n8n, 'delivered');
    await service.client.message.send({ to: '+12025550151', text: 'This one expires' });
    const { id } = await service.client.message.send({ to: '+12025550103', text: 'Hi' });
    expect(await startedWith('delivered', 1)).toMatchObject({
      event_type: 'message.delivered',
      id,
      status: 'delivered',
    });
    await aMoment();
    expect(await executions(n8n, 'delivered')).toHaveLength(1);
    await deactivate(n8n, 'delivered');
  });

  it('starts when a contact opts out', async () => {
    await publishWorkflow(n8n, 'optedOut');
    await service.textFrom('+12025550104', sender, 'STOP');
    expect(await startedWith('optedOut', 1)).toMatchObject({
      event_type: 'contact.opted_out',
      phone: '+12025550104',
      status: 'opted_out',
    });
    await deactivate(n8n, 'optedOut');
  });

  it('starts only with the texts that pass its filters', async () => {
    await publishWorkflow(n8n, 'filtered');
    await service.textFrom('+12025550106', sender, 'Yes');
    await service.textFrom('+12025550105', sender, 'No');
    await service.textFrom('+12025550105', sender, 'Yes, please');
    expect(await startedWith('filtered', 1)).toMatchObject({
      from: '+12025550105',
      text: 'Yes, please',
    });
    await aMoment();
    expect(await executions(n8n, 'filtered')).toHaveLength(1);
    await deactivate(n8n, 'filtered');
  });

  it('explains why a workflow cannot be published, and what to do', async () => {
    const publishing = publishWorkflow(n8n, 'unreachable');
    await expect(publishing).rejects.toThrow(
      "The service could not be reached. Check the base URL in the 'Textloom API' credential",
    );
    expect(await publicationStatus(n8n, 'unreachable')).toMatchObject({ status: 'failed' });
  });

  it('explains why a test cannot begin, and does not stop n8n from beginning the next one', async () => {
    const test = (workflow: string) =>
      n8n.api('POST', `/rest/workflows/${workflow}/run`, {
        triggerToStartFrom: { name: 'Trigger' },
      });
    for (let time = 0; time < 2; time++)
      await expect(test('unreachable')).rejects.toThrow('The service could not be reached. Check');
    expect(await test('optedOut')).toEqual({ waitingForWebhook: true });
    await n8n.api('DELETE', '/rest/test-webhook/optedOut');
  });
});

describe('the node', () => {
  const readOutputs = async (workflow: string) => {
    const { nodes, ...execution } = await executeWorkflow(n8n, workflow);
    return { execution, outputs: nodes.Send?.[0]?.outputs ?? [] };
  };

  it('sends a text to the handset', async () => {
    const { outputs } = await readOutputs('once');
    expect(outputs[0]).toMatchObject([
      { json: { to: '+12025550110', status: 'queued', failure: null }, pairedItem: { item: 0 } },
    ]);
    expect(await poll(120_000, async () => (await textsOn('+12025550110'))[0])).toBe('Hello');
  });

  it('with Retry On Fail sends each good text once while one of three is refused each time', async () => {
    const { execution } = await readOutputs('retry');
    expect(execution).toMatchObject({
      status: 'error',
      error: {
        message: expect.stringContaining('[item 1]'),
        description: expect.stringContaining('This run sent 2 of 3 texts.'),
        httpCode: '422',
      },
    });
    expect(await textsOn('+12025550120')).toEqual(['one']);
    expect(await textsOn('+12025550122')).toEqual(['three']);
  });

  it('with Retry On Fail sends a text once even if its content differs each time', async () => {
    await readOutputs('retryChanging');
    expect(await textsOn('+12025550130')).toHaveLength(1);
    expect(await textsOn('+12025550132')).toHaveLength(1);
  });

  it('with Retry On Fail and Continue sends once if n8n runs it again for its first item', async () => {
    const { execution, outputs } = await readOutputs('retryContinue');
    expect(execution.status).toBe('success');
    expect(outputs[0]).toMatchObject([
      { json: { error: expect.any(String), details: { code: 'no_route', status: 422 } } },
      { json: { to: '+12025550190', failure: null } },
    ]);
    expect(await textsOn('+12025550190')).toEqual(['one']);
  });

  it('puts a refused item with its code and its input on the error output', async () => {
    const { execution, outputs } = await readOutputs('errorOutput');
    const [succeeded, failed] = outputs;
    expect(execution.status).toBe('success');
    expect(succeeded).toMatchObject([{ json: { to: '+12025550110', status: 'queued' } }]);
    expect(failed).toMatchObject([
      {
        json: {
          ...bad,
          error: expect.stringContaining('[item 1]'),
          details: { code: 'no_route', status: 422, retryable: false },
        },
      },
    ]);
  });

  it('sends nothing twice when somebody retries the execution', async () => {
    const { execution } = await readOutputs('resumed');
    const retried = await n8n.api<{ id: string }>(
      'POST',
      `/rest/executions/${execution.id}/retry`,
      {
        loadWorkflow: false,
      },
    );
    await waitForExecution(n8n, retried.id);
    expect(await textsOn('+12025550140')).toEqual(['one']);
    expect(await textsOn('+12025550142')).toEqual(['three']);
  });

  it('sends many texts in one request, each once, even if its response is lost', async () => {
    proxy.inject(batch, 'lost after');
    const { execution, outputs } = await readOutputs('many');
    expect(execution.status).toBe('success');
    expect(outputs[0]!.map(({ json }) => json.text)).toEqual(many.map(({ text }) => text));
    expect(outputs[0]!.map(({ pairedItem }) => pairedItem)).toEqual(
      many.map((_, item) => ({ item })),
    );
    expect(proxy.asked.filter((one) => one.startsWith('POST'))).toEqual([batch, batch]);
    expect(await Promise.all(many.map(({ to }) => textsOn(to)))).toEqual(
      many.map(({ text }) => [text]),
    );
  });

  it('manages contacts, lists and numbers, and counts the messages, all in one workflow', async () => {
    const { nodes, status, error } = await executeWorkflow(n8n, 'journey');
    expect({ status, error }).toEqual({ status: 'success', error: undefined });
    const [list, contact, member, found, preview, sent, message, number, available, report] =
      Object.keys(steps).map((name) => nodes[name]![0]!.outputs[0]![0]!.json);
    expect(list).toMatchObject({ name: 'Customers' });
    expect(contact).toMatchObject({ phone: customer, external_id: 'customer-77' });
    expect(member).toMatchObject({ id: contact!.id, lists: [list!.id] });
    expect(found).toMatchObject({ id: contact!.id });
    expect(preview).toMatchObject({ would_send: true, to: customer, segments: 1 });
    expect(sent).toMatchObject({ text: 'Hello Ada', list_ids: [list!.id] });
    expect(message).toMatchObject({ id: sent!.id, to: customer });
    expect(number).toMatchObject({ number: sender, default: true });
    expect(available).toMatchObject({ country: 'US' });
    expect(report).toMatchObject({ group_by: 'list', data: expect.any(Array) });
    expect(await poll(120_000, async () => (await textsOn(customer))[0])).toBe('Hello Ada');
  });

  it('shows the output of each operation before the first run', async () => {
    const shape = await n8n.api<Json>(
      'GET',
      '/schemas/n8n-nodes-textloom.textloom/1.0.0/message/send.json',
    );
    expect(shape).toMatchObject({ properties: { status: { type: 'string' } } });
  });
});

describeMedia(() => ({ service, n8n }));
describeBroadcasts(() => ({ service, n8n }));
describeInbox(() => ({ service, n8n }));
