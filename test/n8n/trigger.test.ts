import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import {
  eventSchemaOf,
  headers,
  sampleOf,
  statusEventTypes,
  toWire,
  type EventType,
} from '@textloom/shared/contract';
import { deriveWebhookSecret, signWebhook } from '@textloom/shared/webhooks';
import { TextloomTrigger } from '../../connectors/n8n/nodes/Textloom/TextloomTrigger.node.ts';
import { until } from '../../scripts/n8n/until.ts';
import { n8nHost, type Credential } from './n8nHost.ts';
import { startServiceHere, type ServiceHere } from '../service/startHere.ts';

const node = new TextloomTrigger();
const hooks = node.webhookMethods.default;
let service: ServiceHere;
beforeAll(async () => {
  service = await startServiceHere();
});
afterAll(() => service.stop());

const incoming: INodeParameters = { event: 'messageReceived', statuses: [...statusEventTypes] };
const hostOf = (parameters = incoming, credential: Credential = service) =>
  n8nHost({ nodeType: node, credential, parameters });
type Host = ReturnType<typeof hostOf>;
const subscriptions = async () => (await service.client.webhook.list({ limit: 100 })).data;
const memory = (host: Host) => host.hook().getWorkflowStaticData('node');

describe('a subscription', () => {
  beforeEach(async () => {
    for (const { id } of await subscriptions()) await service.client.webhook.delete({ id });
  });
  const activate = async (host: Host) => {
    if (!(await hooks.checkExists.call(host.hook()))) await hooks.create.call(host.hook());
  };

  it('is created once, however often the workflow is activated', async () => {
    const host = hostOf();
    for (let time = 0; time < 3; time++) await activate(host);
    const [only, ...others] = await subscriptions();
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      url: 'http://n8n.test/webhook/hook-1/webhook',
      events: ['message.received'],
      status: 'enabled',
    });
  });

  it('contains the chosen statuses', async () => {
    await activate(hostOf({ event: 'messageStatusChanged', statuses: ['message.delivered'] }));
    expect(await subscriptions()).toMatchObject([{ events: ['message.delivered'] }]);
  });

  it('contains the filters of the event, and no filter after they are removed', async () => {
    const filters = {
      ...{ from: ['+12025550101', ' '], to: '={{ ["+12025550100"] }}' },
      ...{ keywords: ['YES'], purpose: ['marketing'] },
    };
    const filterOf = async (parameters: INodeParameters) => {
      await activate(hostOf(parameters));
      return (await subscriptions()).map(({ filter }) => filter);
    };
    expect(await filterOf({ ...incoming, filters })).toEqual([
      { from: ['+12025550101'], to: ['+12025550100'] },
    ]);
    expect(await filterOf({ ...incoming, event: 'messageStatusChanged', filters })).toEqual([
      { from: ['+12025550101'], to: ['+12025550100'], purpose: ['marketing'] },
    ]);
    expect(await filterOf({ event: 'contactOptedOut', filters })).toEqual([null]);
    expect(await filterOf(incoming)).toEqual([null]);
  });

  it('reports an invalid filter', async () => {
    const host = hostOf({ ...incoming, filters: { to: ['Jane'] } });
    await expect(activate(host)).rejects.toThrow(/^'To' has the wrong format\. Write it like/);
    expect(await subscriptions()).toEqual([]);
  });

  it('is adopted and repaired if it exists, differs or was disabled', async () => {
    const url = 'http://n8n.test/webhook/hook-1/webhook';
    const { id } = await service.client.webhook.create({ url, events: ['contact.created'] });
    await service.client.webhook.update({ id, status: 'disabled' });
    await activate(hostOf());
    expect(await subscriptions()).toMatchObject([
      { id, events: ['message.received'], status: 'enabled' },
    ]);
  });

  it('is created again if somebody has deleted it', async () => {
    const host = hostOf();
    await activate(host);
    const [{ id } = { id: '' }] = await subscriptions();
    await service.client.webhook.delete({ id });
    await activate(host);
    expect(await subscriptions()).toHaveLength(1);
  });

  it('of the original remains if a copy of the workflow is added and removed, with its static data', async () => {
    const url = 'http://n8n.test/webhook/original/webhook';
    const { id } = await service.client.webhook.create({ url, events: ['*'] });
    const copy = hostOf();
    memory(copy).webhookId = id;
    await activate(copy);
    expect(await subscriptions()).toHaveLength(2);
    await hooks.delete.call(copy.hook());
    expect(await subscriptions()).toMatchObject([
      { expires_at: expect.any(String) },
      { url, expires_at: null },
    ]);
  });

  it('of a test and of production exist side by side', async () => {
    const host = hostOf();
    await activate(host);
    const test = hostOf();
    await hooks.create.call(test.hook('test'));
    expect(await subscriptions()).toHaveLength(2);
    await hooks.delete.call(test.hook('test'));
    expect(await subscriptions()).toMatchObject([{ url: expect.stringContaining('/webhook/') }]);
  });

  it('ends within a minute after the workflow, even if it is already deleted', async () => {
    const host = hostOf();
    await activate(host);
    await hooks.delete.call(host.hook());
    const [{ id, expires_at } = { id: '', expires_at: null }] = await subscriptions();
    expect(Date.parse(expires_at!) - Date.now()).toBeLessThanOrEqual(60_000);
    await service.client.webhook.delete({ id });
    await expect(hooks.delete.call(host.hook())).resolves.toBe(true);
  });

  it('gets the events that it missed after a change', async () => {
    let isUp = false;
    const taken: unknown[] = [];
    const receiver = createServer((request, response) => {
      if (isUp) taken.push(request.headers[headers.webhookId.toLowerCase()]);
      response.writeHead(isUp ? 200 : 404).end();
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const host = n8nHost({ nodeType: node, credential: service, parameters: incoming, address });
    await activate(host);
    await hooks.delete.call(host.hook());
    await service.textFrom('+12025550101', '+12025550100', 'Are you there?');
    const [{ id } = { id: '' }] = await subscriptions();
    await until(10_000, async () => (await service.client.webhook.deliveries({ id })).data[0]);
    isUp = true;
    await activate(host);
    expect(await subscriptions()).toMatchObject([{ id, expires_at: null }]);
    expect(await until(20_000, () => Promise.resolve(taken[0]))).toMatch(/^evt_/);
    await new Promise((done) => receiver.close(done));
  });

  it('that cannot be ended now makes n8n retry', async () => {
    const unavailable = createServer((_, response) => response.writeHead(500).end());
    await new Promise<void>((done) => unavailable.listen(0, '127.0.0.1', done));
    const { port } = unavailable.address() as AddressInfo;
    const host = hostOf(incoming, { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'tl_key' });
    await expect(hooks.delete.call(host.hook())).rejects.toThrow('The service responded with 500');
    await new Promise((done) => unavailable.close(done));
  });

  it('that cannot be created explains in one message why, and what to do', async () => {
    const host = hostOf(incoming, { ...service, apiKey: 'tl_wrong' });
    await expect(hooks.create.call(host.hook())).rejects.toThrow(
      /API key.+\. Check the API key in the 'Textloom API' credential/,
    );
  });
});

describe('a delivery', () => {
  const eventOf = (type: EventType, id: string = randomUUID()) => {
    const schema = eventSchemaOf(type);
    return { schema, event: { ...sampleOf(schema), id } };
  };
  const now = () => Math.floor(Date.now() / 1000);
  const address = (mode = 'production') => `n8n:workflow-1:node-1:${mode}`;
  const secret = (mode?: string) => deriveWebhookSecret(service.apiKey, address(mode));
  interface Forgery {
    readonly secret?: string;
    readonly timestamp?: number;
    readonly body?: string;
    readonly mode?: 'production' | 'test';
    readonly id?: string;
  }
  /**
   * Delivers an event that is genuine except for the forgery, and returns the result of the node.
   */
  const deliver = async (host: Host, type: EventType, forgery: Forgery = {}) => {
    const { schema, event } = eventOf(type, forgery.id);
    const body = JSON.stringify(toWire(schema, event));
    const signed = signWebhook({ id: event.id, timestamp: forgery.timestamp ?? now(), body }, [
      forgery.secret ?? secret(),
    ]);
    const rawBody = Buffer.from(forgery.body ?? body);
    const { context, answered, finish } = host.webhook({ headers: signed, rawBody }, forgery.mode);
    return { result: await node.webhook.call(context), answered, finish, event };
  };
  const refused = {
    result: { noWebhookResponse: true },
    answered: { status: 401, body: 'Unauthorized' },
  };

  it('starts the workflow with one flat item', async () => {
    const { result, answered, event } = await deliver(hostOf(), 'message.received');
    const { error: failure, ...message } = event.data as Record<string, unknown>;
    expect(answered).toEqual({});
    expect(result).toEqual({
      workflowData: [
        [
          {
            json: {
              event_id: event.id,
              event_type: 'message.received',
              event_time: event.timestamp,
              ...message,
              failure,
            },
          },
        ],
      ],
    });
  });

  it.each<[string, () => Forgery]>([
    ['is signed with another key', () => ({ secret: deriveWebhookSecret('another', address()) })],
    ['is signed for the test of the workflow', () => ({ secret: secret('test') })],
    [
      'has a different body than the signed one',
      () => ({ body: '{"id":"evt_1","type":"webhook.test"}' }),
    ],
    ['is older than five minutes', () => ({ timestamp: now() - 302 })],
    ['is from the future', () => ({ timestamp: now() + 302 })],
  ])('that %s gets a 401 and starts nothing', async (_, forgery) => {
    const host = hostOf();
    expect(await deliver(host, 'message.received', forgery())).toMatchObject(refused);
    expect(memory(host)).toEqual({});
  });

  it.each([headers.webhookId, headers.webhookTimestamp, headers.webhookSignature])(
    'without %s gets a 401 and starts nothing',
    async (missing) => {
      const body = JSON.stringify(eventOf('message.received').event);
      const signed = signWebhook({ id: 'evt_1', timestamp: now(), body }, [secret()]);
      const kept = Object.entries(signed).filter(([name]) => name !== missing);
      const request = { headers: Object.fromEntries(kept), rawBody: Buffer.from(body) };
      const { context, answered } = hostOf().webhook(request);
      expect({ result: await node.webhook.call(context), answered }).toEqual(refused);
    },
  );

  it('that is repeated is acknowledged, and starts nothing', async () => {
    const first = await deliver(hostOf(), 'message.received', { id: 'evt_twice' });
    expect(first.result).toHaveProperty('workflowData');
    first.finish(200);
    const again = await deliver(hostOf(), 'message.received', {
      id: 'evt_twice',
      timestamp: now() - 30,
    });
    expect(again.result).toEqual({ webhookResponse: 'OK' });
  });

  it('that is repeated after it could not start the workflow starts it now', async () => {
    const first = await deliver(hostOf(), 'message.received', { id: 'evt_failed' });
    first.finish(500);
    const again = await deliver(hostOf(), 'message.received', { id: 'evt_failed' });
    expect(again.result).toHaveProperty('workflowData');
  });

  it('of an event that was not chosen is acknowledged, and starts nothing', async () => {
    const host = hostOf({ event: 'messageStatusChanged', statuses: ['message.delivered'] });
    expect((await deliver(host, 'message.failed')).result).toEqual({ webhookResponse: 'OK' });
    expect((await deliver(host, 'webhook.test')).result).toEqual({ webhookResponse: 'OK' });
    expect((await deliver(host, 'message.delivered')).result).toHaveProperty('workflowData');
  });

  it('of a text starts the workflow if the text begins with one of the keywords', async () => {
    const text = sampleOf(eventSchemaOf('message.received')).data.text;
    const started = async (...keywords: string[]) => {
      const host = hostOf({ ...incoming, filters: { keywords } });
      return 'workflowData' in (await deliver(host, 'message.received')).result;
    };
    expect(text).toBe('Your order 1042 is on its way');
    expect(await started('YES', 'your')).toBe(true);
    expect(await started('YOUR ORDER!')).toBe(true);
    expect(await started('')).toBe(true);
    expect(await started('order')).toBe(false);
    expect(await started('You')).toBe(false);
  });

  it.each<[string, EventType[]]>([
    ['contactCreated', ['contact.created']],
    ['contactOptedIn', ['contact.opted_in']],
    ['contactOptedOut', ['contact.opted_out']],
    ['registrationDecided', ['registration.approved', 'registration.rejected']],
  ])('starts a workflow on %s', async (event, types) => {
    const filters = { keywords: ['YES'] };
    for (const type of types) {
      const { result } = await deliver(hostOf({ event, filters }), type);
      expect(result).toMatchObject({ workflowData: [[{ json: { event_type: type } }]] });
    }
  });

  it('of a test starts the test', async () => {
    const delivery = deliver(hostOf(), 'message.received', {
      mode: 'test',
      secret: secret('test'),
    });
    expect((await delivery).result).toHaveProperty('workflowData');
  });

  it('is read even if n8n has not read its body', async () => {
    const { schema, event } = eventOf('message.received');
    const body = JSON.stringify(toWire(schema, event));
    const request = {
      headers: signWebhook({ id: event.id, timestamp: now(), body }, [secret()]),
      rawBody: undefined as Buffer | undefined,
      readRawBody: () => {
        request.rawBody = Buffer.from(body);
        return Promise.resolve();
      },
    };
    const { context } = hostOf().webhook(request);
    expect(await node.webhook.call(context)).toHaveProperty('workflowData');
  });
});
