import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import {
  contract,
  createEventSchema,
  eventTypes,
  headers,
  sampleOf,
  statusEventTypes,
  toWire,
  type EventType,
  type MessageEventData,
} from '@textloom/shared/contract';
import { deriveWebhookSecret, signWebhook } from '@textloom/shared/webhooks';
import { TextloomTrigger } from '../../connectors/n8n/nodes/Textloom/TextloomTrigger.node.ts';
import { wantedBy } from '../../connectors/n8n/lib/trigger/triggerEvents.ts';
import { poll } from '../../scripts/poll.ts';
import { startServer, type LocalServer } from '../../scripts/programs/startServer.ts';
import { startFarSide, type Asked, type Reply } from './farSide.ts';
import { finishResponses, n8nHost, type Credential } from './n8nHost.ts';
import { startServiceHere, type ServiceHere } from '../service/harness/startHere.ts';

const node = new TextloomTrigger();
const hooks = node.webhookMethods.default;
let service: ServiceHere;
beforeAll(async () => {
  service = await startServiceHere();
});
afterEach(finishResponses);
afterAll(() => service.stop());

const incoming: INodeParameters = { event: 'messageReceived', statuses: [...statusEventTypes] };
const createHost = (parameters = incoming, credential: Credential = service) =>
  n8nHost({ nodeType: node, credential, parameters });
type Host = ReturnType<typeof createHost>;
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
    const host = createHost();
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
    await activate(createHost({ event: 'messageStatusChanged', statuses: ['message.delivered'] }));
    expect(await subscriptions()).toMatchObject([{ events: ['message.delivered'] }]);
  });

  it('contains the filters of the event, and no filter after they are removed', async () => {
    const filters = {
      ...{ from: ['+12025550101', ' '], to: '={{ ["+12025550100"] }}' },
      ...{ keywords: ['YES'], purpose: ['marketing'] },
    };
    const readFilter = async (parameters: INodeParameters) => {
      await activate(createHost(parameters));
      return (await subscriptions()).map(({ filter }) => filter);
    };
    expect(await readFilter({ ...incoming, filters })).toEqual([
      { from: ['+12025550101'], to: ['+12025550100'] },
    ]);
    expect(await readFilter({ ...incoming, event: 'messageStatusChanged', filters })).toEqual([
      { from: ['+12025550101'], to: ['+12025550100'], purpose: ['marketing'] },
    ]);
    expect(await readFilter({ event: 'contactOptedOut', filters })).toEqual([null]);
    expect(await readFilter(incoming)).toEqual([null]);
  });

  it('joins quick texts for as long as the option says, only while its event is chosen', async () => {
    const webhook = { ...sampleOf(contract.webhook.create.output), id: 'whk_far' };
    const far = await startFarSide(() => ({ status: 201, body: webhook }));
    for (const event of ['messageReceived', 'contactCreated'])
      await activate(createHost({ event, options: { burstSeconds: 5 } }, far.credential));
    await activate(createHost(incoming, far.credential));
    const asked = far.asked.map(({ messages }) => messages[0]);
    expect(asked.map((one) => one?.burst_seconds)).toEqual([5, undefined, undefined]);
    await far.stop();
  });

  it('reports a wait for quick texts that is too long', async () => {
    const host = createHost({ ...incoming, options: { burstSeconds: 61 } });
    await expect(activate(host)).rejects.toThrow("'Join Quick Texts (Seconds)' is out of range");
    expect(await subscriptions()).toEqual([]);
  });

  it('reports an invalid filter', async () => {
    const host = createHost({ ...incoming, filters: { to: ['Jane'] } });
    await expect(activate(host)).rejects.toThrow(/^'To' has the wrong format\. It must be a/);
    expect(await subscriptions()).toEqual([]);
  });

  it.each<[string, string, INodeParameters]>([
    ['From', 'messageReceived', { from: ['={{ $vars.nobody }}'] }],
    ['To', 'messageReceived', { to: [''] }],
    ['Keywords', 'messageReceived', { keywords: [] }],
    ['Purpose', 'messageStatusChanged', { purpose: [] }],
  ])(
    'is not created if the filter %s is empty, because more messages would start the workflow',
    async (label, event, filters) => {
      await expect(activate(createHost({ ...incoming, event, filters }))).rejects.toThrow(
        `'${label}' is empty. Fill it in, check its expression, or remove the filter.`,
      );
      expect(await subscriptions()).toEqual([]);
    },
  );

  it.each([
    [[], "'Statuses' is empty. Choose one or more, or check its expression."],
    [['done'], /^'Statuses' is not one of the options\. Use one of: message\.sent, /],
  ])('is not created for the statuses %j', async (statuses, said) => {
    const host = createHost({ event: 'messageStatusChanged', statuses });
    await expect(activate(host)).rejects.toThrow(said);
  });

  it('names a filter as the editor does if only the service can refuse it', async () => {
    const host = createHost({ ...incoming, filters: { from: ['+99999999999999'] } });
    await expect(activate(host)).rejects.toThrow(/^'From' is not a phone number\. /);
  });

  it('with a URL that the service rejects explains the settings of n8n, which contain the URL', async () => {
    const address = 'http://169.254.10.1:5678';
    const host = n8nHost({ nodeType: node, credential: service, parameters: incoming, address });
    await expect(activate(host)).rejects.toThrow(
      'The service cannot deliver events to this n8n at http://169.254.10.1:5678. Set WEBHOOK_URL to a public URL of n8n. The service rejects the current one: The address is link-local',
    );
  });

  it('is adopted and repaired if it exists, differs or was disabled', async () => {
    const url = 'http://n8n.test/webhook/hook-1/webhook';
    const { id } = await service.client.webhook.create({ url, events: ['contact.created'] });
    await service.client.webhook.update({ id, status: 'disabled' });
    await activate(createHost());
    expect(await subscriptions()).toMatchObject([
      { id, events: ['message.received'], status: 'enabled' },
    ]);
  });

  it('is created again if somebody has deleted it', async () => {
    const host = createHost();
    await activate(host);
    const [{ id } = { id: '' }] = await subscriptions();
    await service.client.webhook.delete({ id });
    await activate(host);
    expect(await subscriptions()).toHaveLength(1);
  });

  it('of the original remains if a copy of the workflow is added and removed, with its static data', async () => {
    const url = 'http://n8n.test/webhook/original/webhook';
    const { id } = await service.client.webhook.create({ url, events: ['*'] });
    const copy = createHost();
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
    const host = createHost();
    await activate(host);
    const test = createHost();
    await hooks.create.call(test.hook('test'));
    expect(await subscriptions()).toHaveLength(2);
    await hooks.delete.call(test.hook('test'));
    await poll(10_000, async () => (await subscriptions()).length === 1 || undefined);
    expect(await subscriptions()).toMatchObject([{ url: expect.stringContaining('/webhook/') }]);
  });

  it('ends within a minute after the workflow, even if it is already deleted', async () => {
    const host = createHost();
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
    const receiver = await startServer((request, response) => {
      if (isUp) taken.push(request.headers[headers.webhookId.toLowerCase()]);
      response.writeHead(isUp ? 200 : 404).end();
    });
    const host = n8nHost({
      ...{ nodeType: node, credential: service, parameters: incoming },
      address: receiver.url,
    });
    await activate(host);
    await hooks.delete.call(host.hook());
    await service.textFrom('+12025550101', '+12025550100', 'Are you there?');
    const [{ id } = { id: '' }] = await subscriptions();
    await poll(10_000, async () => (await service.client.webhook.deliveries({ id })).data[0]);
    isUp = true;
    await activate(host);
    expect(await subscriptions()).toMatchObject([{ id, expires_at: null }]);
    expect(await poll(20_000, () => Promise.resolve(taken[0]))).toMatch(/^evt_/);
    await receiver.stop();
  });

  it('signs with the current API key again after the key has changed, and loses no event', async () => {
    const started: unknown[] = [];
    const receiver = await startServer(async (request, response) => {
      const signed = request.headers as Record<string, string>;
      const rawBody = await buffer(request);
      const { context, answered } = changed.webhook({ headers: signed, rawBody });
      const { workflowData } = await node.webhook.call(context);
      started.push(...(workflowData ?? []).flat().map(({ json }) => json.text));
      response.writeHead(answered.status ?? 200).end();
    });
    const withKey = (apiKey: string) =>
      n8nHost({
        nodeType: node,
        credential: { ...service, apiKey },
        parameters: incoming,
        address: receiver.url,
      });
    await activate(withKey(service.apiKey));
    const { key } = await service.client.key.create({ name: 'n8n', scope: 'send' });
    const changed = withKey(key);
    await service.textFrom('+12025550101', '+12025550100', 'Is the key new?');
    expect(await poll(20_000, () => Promise.resolve(started[0]))).toBe('Is the key new?');
    expect(await subscriptions()).toHaveLength(1);
    await receiver.stop();
  });

  it('that cannot be ended now makes n8n retry', async () => {
    const unavailable = await startServer((_, response) => response.writeHead(500).end());
    const host = createHost(incoming, { baseUrl: unavailable.url, apiKey: 'tl_key' });
    await expect(hooks.delete.call(host.hook())).rejects.toThrow(
      'The service is temporarily unavailable',
    );
    await unavailable.stop();
  });

  it('that cannot be created explains in one message why, and what to do', async () => {
    const host = createHost(incoming, { ...service, apiKey: 'tl_wrong' });
    await expect(hooks.create.call(host.hook())).rejects.toThrow(
      /API key.+\. Check the API key in the 'Textloom API' credential/,
    );
  });
});

describe('a delivery', () => {
  const createEvent = (type: EventType, id: string = randomUUID()) => {
    const schema = createEventSchema(type);
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
    readonly attempt?: number;
    readonly data?: Partial<MessageEventData> | { readonly webhook_id: string };
  }
  /**
   * Delivers an event that is genuine except for the forgery, and returns the result of the node.
   */
  const deliver = async (host: Host, type: EventType, forgery: Forgery = {}) => {
    const { schema, event: sample } = createEvent(type, forgery.id);
    const event = { ...sample, data: { ...sample.data, ...forgery.data } };
    const body = JSON.stringify(toWire(schema, event));
    const signed = signWebhook({ id: event.id, timestamp: forgery.timestamp ?? now(), body }, [
      forgery.secret ?? secret(),
    ]);
    const rawBody = Buffer.from(forgery.body ?? body);
    const sent = { ...signed, [headers.webhookAttempt]: String(forgery.attempt ?? 1) };
    const { context, answered, finish } = host.webhook({ headers: sent, rawBody }, forgery.mode);
    return { result: await node.webhook.call(context), answered, finish, event };
  };
  const refused = {
    result: { noWebhookResponse: true },
    answered: { status: 401, body: 'Unauthorized' },
  };

  it.each<[INodeParameters, EventType, string[]]>([
    [
      incoming,
      'message.received',
      [
        ...['text', 'from', 'to', 'contact_name', 'media', 'keyword', 'possible_keyword'],
        ...['burst', 'in_reply_to', 'conversation_id', 'contact_id', 'id', 'created_at'],
      ],
    ],
    [
      { event: 'messageStatusChanged' },
      'message.failed',
      [
        'text',
        'from',
        'to',
        'status',
        'previous_status',
        'failure',
        'contact_id',
        'reference',
        'metadata',
        'segments',
        'conversation_id',
        'broadcast_id',
        'automatic',
        'sequence',
        'id',
        'created_at',
      ],
    ],
    [
      { event: 'broadcastCompleted' },
      'broadcast.completed',
      [
        ...['id', 'name', 'status', 'stopped_reason', 'progress', 'counts', 'from', 'text'],
        ...['send_at', 'next_message_at', 'created_at', 'completed_at'],
      ],
    ],
    [
      { event: 'conversationOpened' },
      'conversation.opened',
      ['contact_name', 'id', 'number', 'phone', 'contact', 'status', 'unread', 'last_message'],
    ],
    [
      { event: 'contactOptedOut' },
      'contact.opted_out',
      [
        'id',
        'phone',
        'first_name',
        'last_name',
        'email',
        'external_id',
        'attributes',
        'lists',
        'status',
        'opted_out_numbers',
        'previous_status',
      ],
    ],
  ])('starts the workflow with the fields that most need: %j', async (change, type, fields) => {
    const { result } = await deliver(createHost(change), type);
    expect(Object.keys(result.workflowData![0]![0]!.json)).toEqual([
      ...fields,
      ...['event_id', 'event_type', 'event_time'],
    ]);
  });

  it('starts the workflow with one flat item of all fields if it must not simplify', async () => {
    const host = createHost({ ...incoming, simplify: false });
    const { result, answered, event } = await deliver(host, 'message.received');
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
              contact_name: 'Ada Lovelace',
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
  ])('that %s gets a 401 and starts nothing', async (_, forgery) => {
    const host = createHost();
    expect(await deliver(host, 'message.received', forgery())).toMatchObject(refused);
  });

  it.each([-302, 302])(
    'whose time differs by %d seconds gets a 401 that names the clocks',
    async (seconds) => {
      const host = createHost();
      const answer = await deliver(host, 'message.received', { timestamp: now() + seconds });
      expect(answer).toMatchObject({
        result: { noWebhookResponse: true },
        answered: { status: 401, body: expect.stringMatching(/clocks of n8n and of the service/) },
      });
    },
  );

  it('that is forged makes the node ask the service, but not again within ten seconds', async () => {
    const far = await startFarSide(() => ({ status: 200, body: {} }));
    const inAnHour = Date.now() + 3_600_000;
    const time = jest.spyOn(Date, 'now').mockReturnValue(inAnHour);
    const forged = { secret: deriveWebhookSecret('another', address()) };
    const host = createHost(incoming, far.credential);
    for (const passed of [0, 9_000, 11_000]) {
      time.mockReturnValue(inAnHour + passed);
      expect(await deliver(host, 'message.received', forged)).toMatchObject(refused);
      expect(far.asked).toHaveLength(passed > 10_000 ? 2 : 1);
    }
    time.mockRestore();
    await far.stop();
  });

  it.each([headers.webhookId, headers.webhookTimestamp, headers.webhookSignature])(
    'without %s gets a 401 and starts nothing',
    async (missing) => {
      const body = JSON.stringify(createEvent('message.received').event);
      const signed = signWebhook({ id: 'evt_1', timestamp: now(), body }, [secret()]);
      const kept = Object.entries(signed).filter(([name]) => name !== missing);
      const request = { headers: Object.fromEntries(kept), rawBody: Buffer.from(body) };
      const { context, answered } = createHost().webhook(request);
      expect({ result: await node.webhook.call(context), answered }).toEqual(refused);
    },
  );

  it('that is repeated is acknowledged, and starts nothing', async () => {
    const first = await deliver(createHost(), 'message.received', { id: 'evt_twice' });
    expect(first.result).toHaveProperty('workflowData');
    const repeat = () =>
      deliver(createHost(), 'message.received', { id: 'evt_twice', timestamp: now() - 30 });
    const early = await repeat();
    expect(early.result).toEqual({ noWebhookResponse: true });
    expect(early.answered).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
    first.finish(200);
    await poll(5_000, async () => {
      const { result } = await repeat();
      return result.webhookResponse === 'OK' || undefined;
    });
    expect((await repeat()).result).toEqual({ webhookResponse: 'OK' });
  });

  it('that is repeated after it could not start the workflow starts it now', async () => {
    const first = await deliver(createHost(), 'message.received', { id: 'evt_failed' });
    first.finish(500);
    await poll(5_000, async () => {
      const again = await deliver(createHost(), 'message.received', { id: 'evt_failed' });
      return again.result.workflowData;
    });
  });

  describe('after the node has subscribed', () => {
    const webhook = { ...sampleOf(contract.webhook.create.output), id: 'whk_far' };
    const subscribed = async () => {
      const far = await startFarSide(({ path }) =>
        path === '/webhooks' ? { status: 201, body: webhook } : { status: 204, body: {} },
      );
      const host = createHost(incoming, far.credential);
      await hooks.create.call(host.hook());
      const acknowledged = () =>
        far.asked.flatMap(({ path, messages }) =>
          path === '/webhooks/whk_far/acknowledge' ? [messages[0]!.event_ids] : [],
        );
      const genuine = { secret: deriveWebhookSecret(far.credential.apiKey, address()) };
      return { ...far, host, acknowledged, genuine };
    };

    it('reads the credential once a minute, because that takes n8n longer than the rest', async () => {
      const { host, genuine, stop } = await subscribed();
      await deliver(host, 'message.received', genuine);
      host.credentialReads = 0;
      const { result } = await deliver(host, 'message.received', genuine);
      expect(result).toHaveProperty('workflowData');
      expect(host.credentialReads).toBe(0);
      const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
      await deliver(host, 'message.received', genuine);
      expect(host.credentialReads).toBeGreaterThan(0);
      time.mockRestore();
      await stop();
    });

    describe('and another process may have got it', () => {
      const asking = async (reply: (asked: Asked) => Reply) => {
        const far = await startFarSide((asked) => {
          if (asked.path === '/webhooks') return { status: 201, body: webhook };
          return asked.path === '/webhooks/whk_far/claim'
            ? reply(asked)
            : { status: 204, body: {} };
        });
        const host = createHost(incoming, far.credential);
        await hooks.create.call(host.hook());
        const genuine = { secret: deriveWebhookSecret(far.credential.apiKey, address()) };
        const claims = () => far.asked.filter(({ path }) => path.endsWith('/claim')).length;
        return {
          ...far,
          claims,
          deliver: (forgery: Forgery) =>
            deliver(host, 'message.received', { ...genuine, id: randomUUID(), ...forgery }),
        };
      };
      const claim = (status: string) => () => ({ status: 200, body: { status } });
      const starts = { workflowData: [[{ json: expect.any(Object) }]] };
      const late = () => ({ timestamp: now() - 6 });

      it.each<[string, () => Reply, () => Forgery, object]>([
        [
          'starts the workflow if it gets the claim',
          claim('granted'),
          () => ({ attempt: 2 }),
          starts,
        ],
        [
          'starts nothing if another has handled it',
          claim('handled'),
          () => ({ attempt: 2 }),
          { webhookResponse: 'OK' },
        ],
        [
          'waits while another is busy',
          claim('busy'),
          () => ({ attempt: 2 }),
          { noWebhookResponse: true },
        ],
        [
          'starts nothing if a slow delivery was handled',
          claim('handled'),
          late,
          { webhookResponse: 'OK' },
        ],
        [
          'waits if the service does not respond',
          () => 'lost',
          () => ({ attempt: 4 }),
          { noWebhookResponse: true },
        ],
        [
          'starts the workflow if the service has not responded for long',
          () => 'lost',
          () => ({ attempt: 5 }),
          starts,
        ],
        [
          'starts the workflow if the key is wrong',
          () => ({ status: 401, body: {} }),
          () => ({ attempt: 2 }),
          starts,
        ],
      ])('%s', async (_, reply, forgery, result) => {
        const far = await asking(reply);
        const first = await far.deliver(forgery());
        expect(first.result).toEqual(result);
        expect(far.claims()).toBe(1);
        first.finish(500);
        await far.stop();
      });

      it('makes no request for a first attempt in time', async () => {
        const far = await asking(claim('handled'));
        const first = await far.deliver({});
        expect(first.result).toEqual(starts);
        expect(far.claims()).toBe(0);
        first.finish(500);
        await far.stop();
      });

      it('claims an event that n8n needs long to start the workflow with', async () => {
        const far = await asking(claim('granted'));
        const first = await far.deliver({});
        await poll(20_000, () => Promise.resolve(far.claims() > 0 || undefined));
        first.finish(500);
        await far.stop();
      }, 30_000);
    });

    it('is not acknowledged for the original of a copied workflow', async () => {
      const { host, genuine, acknowledged, stop } = await subscribed();
      const { subscription } = memory(host);
      memory(host).subscription = { address: 'n8n:other:node-1:production', webhookId: 'whk_far' };
      (await deliver(host, 'message.received', { ...genuine, id: 'evt_copied' })).finish(200);
      memory(host).subscription = subscription;
      (await deliver(host, 'message.received', { ...genuine, id: 'evt_own' })).finish(200);
      await poll(5_000, () => Promise.resolve(acknowledged().length > 0 || undefined));
      expect(acknowledged()).toEqual([['evt_own']]);
      await stop();
    });

    it('is acknowledged with others in one request, if it started the workflow', async () => {
      const { host, genuine, acknowledged, stop } = await subscribed();
      const [first, second, failed] = [
        await deliver(host, 'message.received', { ...genuine, id: 'evt_first' }),
        await deliver(host, 'message.received', { ...genuine, id: 'evt_second' }),
        await deliver(host, 'message.received', { ...genuine, id: 'evt_not_started' }),
      ];
      first.finish(200);
      second.finish(200);
      failed.finish(500);
      const reads = host.credentialReads;
      await poll(5_000, () => Promise.resolve(acknowledged().length > 0 || undefined));
      expect(acknowledged()).toEqual([['evt_first', 'evt_second']]);
      // After a webhook has returned, n8n cannot read a credential for it.
      expect(host.credentialReads).toBe(reads);
      await stop();
    });
  });

  it.each([
    ['its value', 'message.delivered'],
    ['its label', '={{ "delivered" }}'],
  ])('starts only the chosen event, chosen by %s', async (_, status) => {
    const host = createHost({ event: 'messageStatusChanged', statuses: [status] });
    expect((await deliver(host, 'message.failed')).result).toEqual({ webhookResponse: 'OK' });
    expect((await deliver(host, 'webhook.test')).result).toEqual({ webhookResponse: 'OK' });
    expect((await deliver(host, 'message.delivered')).result).toHaveProperty('workflowData');
  });

  it('of a text starts the workflow if the text begins with one of the keywords', async () => {
    const text = sampleOf(createEventSchema('message.received')).data.text;
    const started = async (...keywords: string[]) => {
      const host = createHost({ ...incoming, filters: { keywords } });
      return 'workflowData' in (await deliver(host, 'message.received')).result;
    };
    expect(text).toBe('Your order 1042 is on its way');
    expect(await started('YES', 'your')).toBe(true);
    expect(await started('YOUR ORDER!')).toBe(true);
    expect(await started('YES, Y, Your; OK')).toBe(true);
    expect(await started('YES, Y, OK')).toBe(false);
    expect(await started('')).toBe(true);
    expect(await started(' ,')).toBe(true);
    expect(await started('order')).toBe(false);
    expect(await started('You')).toBe(false);
  });

  it.each<[boolean, INodeParameters, MessageEventData['keyword']]>([
    [true, {}, 'stop'],
    [true, { skipHandled: false }, 'stop'],
    [false, { skipHandled: true }, 'stop'],
    [true, { skipHandled: true }, null],
  ])(
    'of a text that the service handles starts the workflow (%s): %j, %j',
    async (is, filters, keyword) => {
      const host = createHost({ ...incoming, filters });
      const { result } = await deliver(host, 'message.received', { data: { keyword } });
      expect('workflowData' in result).toBe(is);
    },
  );

  it.each<[boolean, INodeParameters, boolean]>([
    [true, {}, true],
    [true, { includeAutomatic: true }, true],
    [false, { includeAutomatic: false }, true],
    [true, { includeAutomatic: false }, false],
  ])(
    'of the status of an automatic reply starts the workflow (%s): %j, %j',
    async (is, filters, automatic) => {
      const host = createHost({ event: 'messageStatusChanged', filters });
      const { result } = await deliver(host, 'message.delivered', { data: { automatic } });
      expect('workflowData' in result).toBe(is);
    },
  );

  it('offers every event of the contract that says something about more than its webhook', () => {
    const property = (name: string) =>
      node.description.properties.find((one) => one.name === name)
        ?.options as INodePropertyOptions[];
    const offered = [
      ...property('event').flatMap(({ value }) => wantedBy(createHost({ event: value }).hook())),
      ...property('statuses').map(({ value }) => value),
    ];
    const others = eventTypes.filter((type) => !type.startsWith('webhook.'));
    expect([...new Set(offered)].sort()).toEqual(others.sort());
  });

  it.each<[string, EventType[]]>([
    ['contactCreated', ['contact.created']],
    ['contactOptedIn', ['contact.opted_in']],
    ['listContactAdded', ['list.contact_added']],
    ['contactOptedOut', ['contact.opted_out']],
    ['registrationDecided', ['registration.approved', 'registration.rejected']],
    ['reviewCreated', ['review.created']],
    ['numberFailed', ['number.failed']],
    ['conversationOpened', ['conversation.opened']],
    ['broadcastStopped', ['broadcast.stopped']],
    ['verificationFailed', ['verification.failed']],
  ])('starts a workflow on %s', async (event, types) => {
    const filters = { keywords: ['YES'] };
    for (const type of types) {
      const { result } = await deliver(createHost({ event, filters }), type);
      expect(result).toMatchObject({ workflowData: [[{ json: { event_type: type } }]] });
    }
  });

  it('of a test starts the test', async () => {
    const delivery = deliver(createHost(), 'message.received', {
      mode: 'test',
      secret: secret('test'),
    });
    expect((await delivery).result).toHaveProperty('workflowData');
  });

  it('of a test ends the webhook of the former address of n8n, but not that of the original of a copy', async () => {
    const parts = { nodeType: node, credential: service, parameters: incoming };
    const before = n8nHost(parts);
    const activate = (host: Host) => hooks.create.call(host.hook());
    for (const { id } of await subscriptions()) await service.client.webhook.delete({ id });
    await activate(before);
    const [{ id } = { id: '' }] = await subscriptions();
    const moved = n8nHost({ ...parts, address: 'http://new.test' });
    const copy = n8nHost({ ...parts, address: 'http://staging.test' });
    for (const host of [moved, copy]) Object.assign(memory(host), memory(before));
    const ids = async () => (await subscriptions()).map((one) => one.id);
    await activate(copy);
    expect(await ids()).toContain(id);
    await activate(moved);
    const events = await service.client.event.list({ type: ['webhook.test'] });
    const tested = events.data.map(({ data }) => (data as { webhook_id?: string }).webhook_id);
    expect(tested).toEqual([id, id]);
    for (const webhook_id of ['whk_other', id]) {
      expect(await ids()).toContain(id);
      const { result } = await deliver(moved, 'webhook.test', { data: { webhook_id } });
      expect(result).toEqual({ webhookResponse: 'OK' });
    }
    expect(await ids()).not.toContain(id);
    expect(await ids()).toHaveLength(2);
    await deliver(before, 'webhook.test', { data: { webhook_id: id } });
    expect(await ids()).toHaveLength(2);
  });

  describe('of a burst', () => {
    const burst = ['hi', 'are you', 'open?'].map((text, index) => ({
      message_id: `msg_${index}`,
      text,
      media: [],
      keyword: null,
      created_at: '2026-01-31T09:30:00.000Z',
    }));
    const text = 'hi\nare you\nopen?';
    const createBurst = () => burst.map((one) => ({ ...one, message_id: randomUUID() }));

    it('starts the workflow once, with the joined texts, their list and who wrote them', async () => {
      const { result } = await deliver(createHost(), 'message.received', { data: { text, burst } });
      expect(result.workflowData).toHaveLength(1);
      expect(result.workflowData![0]).toMatchObject([
        {
          json: {
            text,
            burst,
            contact_name: 'Ada Lovelace',
            conversation_id: 'cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854',
          },
        },
      ]);
    });

    it('starts the workflow once, although the service joins its texts for two addresses', async () => {
      const host = createHost();
      const data = { text, burst: createBurst() };
      (await deliver(host, 'message.received', { id: 'evt_old_url', data })).finish(200);
      await new Promise((done) => setTimeout(done, 200));
      const again = await deliver(host, 'message.received', { id: 'evt_new_url', data });
      expect(again.result).toEqual({ webhookResponse: 'OK' });
    });

    it('starts the workflow if any of its texts begins with a keyword', async () => {
      const started = async (keyword: string) => {
        const host = createHost({ ...incoming, filters: { keywords: [keyword] } });
        const { result } = await deliver(host, 'message.received', {
          data: { text, burst: createBurst() },
        });
        return 'workflowData' in result;
      };
      expect(await started('open')).toBe(true);
      expect(await started('you')).toBe(false);
    });

    it.each([
      [{ first_name: null, last_name: 'Lovelace' }, 'Lovelace'],
      [{ first_name: null, last_name: null }, null],
    ])('names the person as far as the name is known: %j', async (change, name) => {
      const contact = { ...sampleOf(contract.contact.get.output), ...change };
      const { result } = await deliver(createHost(), 'message.received', { data: { contact } });
      expect(result.workflowData![0]![0]!.json.contact_name).toBe(name);
    });

    it('has no name if the person is not a contact', async () => {
      const { result } = await deliver(createHost(), 'message.received', {
        data: { contact: null },
      });
      expect(result.workflowData![0]![0]!.json.contact_name).toBeNull();
    });
  });

  describe('of an MMS', () => {
    const picture = Buffer.from('\x89PNG\r\n\x1a\n a picture', 'latin1');
    let server: LocalServer;
    beforeAll(async () => {
      server = await startServer((request, response) => {
        if (request.url === '/gone') return response.writeHead(404).end();
        if (request.url === '/cut') return request.socket.destroy();
        response.setHeader('content-type', 'image/png');
        response.setHeader('content-disposition', 'inline; filename="med_1.png"');
        return response.end(picture);
      });
    });
    afterAll(() => server.stop());
    const mediaAt = (...paths: string[]) =>
      paths.map((path) => ({
        url: server.url + path,
        content_type: 'image/png',
        size: picture.length,
      }));
    const download = { ...incoming, downloadMedia: true };

    it('starts the workflow with its files, if it must download them', async () => {
      const media = mediaAt('/one', '/two');
      const { result } = await deliver(createHost(download), 'message.received', {
        data: { media },
      });
      const { json, binary } = result.workflowData![0]![0]!;
      expect(json.media).toEqual(media);
      expect(Object.keys(binary!)).toEqual(['media_0', 'media_1']);
      expect(binary!.media_1).toMatchObject({
        data: picture.toString('base64'),
        mimeType: 'image/png',
        fileName: 'med_1.png',
      });
    });

    it('starts the workflow without a file that it cannot download', async () => {
      const media = mediaAt('/gone', '/one', '/cut');
      const { result } = await deliver(createHost(download), 'message.received', {
        data: { media },
      });
      const { json, binary } = result.workflowData![0]![0]!;
      expect(json.media).toEqual(media);
      expect(Object.keys(binary!)).toEqual(['media_1']);
    });

    it('starts the workflow with only the links otherwise', async () => {
      const media = mediaAt('/one');
      const { result } = await deliver(createHost(), 'message.received', { data: { media } });
      const item = result.workflowData![0]![0]!;
      expect(item.json.media).toEqual(media);
      expect(item).not.toHaveProperty('binary');
    });
  });

  it('is read even if n8n has not read its body', async () => {
    const { schema, event } = createEvent('message.received');
    const body = JSON.stringify(toWire(schema, event));
    const request = {
      headers: signWebhook({ id: event.id, timestamp: now(), body }, [secret()]),
      rawBody: undefined as Buffer | undefined,
      readRawBody: () => {
        request.rawBody = Buffer.from(body);
        return Promise.resolve();
      },
    };
    const { context } = createHost().webhook(request);
    expect(await node.webhook.call(context)).toHaveProperty('workflowData');
  });
});
