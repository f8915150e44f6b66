import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import {
  createEventSchema,
  finalEventTypes,
  sampleOf,
  type Event,
  type EventType,
} from '@textloom/shared/contract';
import { createMessage, startFarSide, type Asked, type FarSide, type Reply } from './farSide.ts';
import { n8nHost, type HostOptions } from './n8nHost.ts';
import { problemBody } from '../problemBody.ts';
import {
  answerOfWebhooks,
  deliver,
  getOutput,
  hour,
  node,
  page,
  pathsOf,
  run as runNode,
  secretOf,
  sixthAttempt,
  type Host,
} from './waitStage.ts';

const numbers = ['+12025550123', '+12025550124', '+12025550125'];
const items = numbers.map((phone) => ({ phone }));
const parameters: INodeParameters = {
  resource: 'message',
  operation: 'sendAndWaitForDelivery',
  to: '={{ $json.phone }}',
  from: 'ACME',
  text: 'Your order is here',
};
const refusal = problemBody('recipient_opted_out', 422);

let far: FarSide;
/** The events that the service lists. */
let stored: Event[] = [];
afterEach(() => {
  stored = [];
  return far.stop();
});

const toId = (to: string) => `msg_${to.slice(-1)}`;
const sent = (to: unknown): object => ({
  ...(createMessage({ to, text: parameters.text }) as Event<'message.sent'>['data']),
  id: toId(String(to)),
  from: 'ACME',
  status: 'queued',
  sequence: 0,
});
const accepted = (to: unknown) => ({ status: 202, message: sent(to), problem: null });
const refused = (problem = refusal) => ({ status: problem.status, message: null, problem });

/** Creates an event of the message to a number. */
function createEvent(to: string, type: EventType, data: object = {}): Event {
  const sample = sampleOf(createEventSchema(type));
  const status = type.replace('message.', '');
  const sequence = type === 'message.sent' ? 1 : 2;
  const own = { ...sent(to), status, sequence, error: null, ...data };
  return { ...sample, id: `evt_${to.slice(-1)}${type}`, data: { ...sample.data, ...own } } as Event;
}
const delivered = numbers.map((to) => createEvent(to, 'message.delivered'));
const failed = createEvent(numbers[1]!, 'message.undelivered', {
  error: {
    ...{ code: 'carrier_undeliverable', message: 'The carrier could not deliver the message' },
    ...{ carrier_code: 'UNDELIV', retryable: false },
  },
});
const expired: Event = sampleOf(createEventSchema('webhook.expired'));

/** Starts a service that accepts everything, unless `reply` returns something else. */
async function startService(reply: (asked: Asked) => Reply = () => undefined) {
  far = await startFarSide((asked) => {
    const { path, messages } = asked;
    const own = reply(asked);
    if (own) return own;
    if (path === '/messages') return { status: 202, body: sent(messages[0]!.to) };
    if (path === '/messages/batch')
      return { status: 200, body: { results: messages.map(({ to }) => accepted(to)) } };
    if (path.startsWith('/events?')) {
      const { searchParams } = new URL(path, far.credential.baseUrl);
      const [ids, types] = ['related_to', 'type'].map((name) => searchParams.getAll(name));
      const isAsked = ({ type, data }: Event) =>
        types!.includes(type) && ids!.includes((data as { id: string }).id);
      return page(stored.filter(isAsked));
    }
    return answerOfWebhooks(asked);
  });
}
const refusing =
  (to: string, problem = refusal) =>
  ({ path, messages }: Asked): Reply => {
    if (path === '/messages' && messages[0]!.to === to)
      return { status: problem.status, body: problem };
    if (path !== '/messages/batch') return undefined;
    const answer = (one: IDataObject) => (one.to === to ? refused(problem) : accepted(one.to));
    return { status: 200, body: { results: (messages as IDataObject[]).map(answer) } };
  };

const createHost = (
  change: INodeParameters = {},
  { settings = {}, ...options }: Partial<HostOptions> = {},
) =>
  n8nHost({
    nodeType: node,
    credential: far.credential,
    parameters: { ...parameters, ...change },
    settings,
    ...options,
  });

const run = (host: Host, input: IDataObject[] = items) => runNode(host, input);
/** Returns the host of an execution that waits, after these events. */
async function waiting(events: Event[], input = items, change: INodeParameters = {}) {
  await startService();
  const host = createHost(change);
  expect((await run(host, input)).waitTill).toBeInstanceOf(Date);
  stored = events;
  far.asked.length = 0;
  return host;
}
const paths = () => pathsOf(far);
const batches = () => far.asked.filter(({ path }) => path === '/messages/batch');
const subscription = () => far.asked.find(({ messages }) => 'secret' in messages[0]!)!.messages[0]!;

describe('to send and wait for the delivery', () => {
  it('sends all texts in one request, also from a name, and subscribes to their final statuses', async () => {
    await startService();
    const { output, waitTill } = await run(createHost());
    expect(paths()).toEqual([
      '/webhooks',
      expect.stringMatching(/^\/webhooks\/whk_/),
      '/messages/batch',
      '/webhooks',
      '/events?',
    ]);
    expect(batches()[0]!.messages).toMatchObject(numbers.map((to) => ({ to, from: 'ACME' })));
    expect(subscription()).toMatchObject({
      url: expect.stringContaining('message=msg_3&wait=msg_3'),
      events: [...finalEventTypes, 'webhook.expired'],
      filter: { message_id: ['msg_3', 'msg_4', 'msg_5'] },
    });
    const left = Date.parse(subscription().expires_at as string) - Date.now();
    expect(Math.abs(left - 24 * hour)).toBeLessThan(60_000);
    expect(waitTill!.getTime() - Date.now() - left).toBeGreaterThan(sixthAttempt);
    expect(output).toHaveLength(3);
  });

  it('leaves an output for n8n that claims nothing about the delivery', async () => {
    await startService();
    const { left } = await run(createHost());
    expect(left).toEqual(
      numbers.map((to, item) => ({
        json: expect.objectContaining({
          ...{ outcome: 'not_final', timed_out: true, status: 'queued' },
          ...{ to, id: toId(to), delivered_at: null, failure: null },
        }),
        pairedItem: { item },
      })),
    );
  });

  it.each([
    ['the token of the execution if n8n has one', 'token-1', /signature=token-1$/],
    ['the signature of the address in an older n8n', undefined, /signature=(?!token)\w+$/],
  ])(
    'resumes with %s, because n8n checks this for all other operations',
    async (_, resumeToken, end) => {
      await startService();
      await run(createHost({}, resumeToken === undefined ? {} : { resumeToken }));
      expect(subscription().url).toMatch(end);
      expect(subscription().url).toMatch(/\/webhook-waiting\/[^/]+\/node-1\?/);
    },
  );

  it('sends each text once, however often the node runs again', async () => {
    await startService(refusing(numbers[1]!, problemBody('unavailable', 503)));
    const host = createHost();
    await expect(run(host)).rejects.toMatchObject({ context: { itemIndex: 1 } });
    await expect(run(host)).rejects.toThrow();
    const sendings = batches().map(({ messages }) => messages);
    expect(sendings.map((one) => one.map(({ to }) => to))).toEqual([numbers, [numbers[1]]]);
    const keys = sendings.map((one) => one.map((message) => message.idempotency_key));
    expect(new Set(keys[0]).size).toBe(3);
    expect(keys[1]).toEqual([keys[0]![1]]);
  });

  it('sends nothing again if only the subscription failed', async () => {
    let isDown = true;
    await startService(({ path, messages }) =>
      isDown && path === '/webhooks' && 'secret' in messages[0]!
        ? { status: 500, body: problemBody('internal_error', 500) }
        : undefined,
    );
    const host = createHost();
    await expect(run(host)).rejects.toThrow(
      /^The text was sent, but the workflow cannot wait for its delivery\. /,
    );
    isDown = false;
    expect((await run(host)).waitTill).toBeInstanceOf(Date);
    expect(batches()).toHaveLength(1);
  });

  it('sends with the Deduplication Key, and waits for a message that two items share', async () => {
    await startService();
    const host = createHost({ additionalFields: { deduplicationKey: 'order-1' } });
    await run(host, [items[0]!, items[0]!]);
    const key = deriveIdempotencyKey(numbers[0]!, 'order-1');
    expect(batches()[0]!.messages.map((one) => one.idempotency_key)).toEqual([key, key]);
    expect(subscription().filter).toEqual({ message_id: ['msg_3'] });
    expect(getOutput(await deliver(host, delivered[0]!))).toMatchObject([
      { json: { outcome: 'delivered' }, pairedItem: { item: 0 } },
      { json: { outcome: 'delivered' }, pairedItem: { item: 1 } },
    ]);
  });

  it('does not wait if the statuses are already final, as after an earlier pass of a loop', async () => {
    stored = [delivered[0]!, failed, delivered[2]!];
    await startService();
    const { output, waitTill } = await run(createHost());
    expect(waitTill).toBeUndefined();
    expect(output.map(({ json }) => json.outcome)).toEqual([
      ...['delivered', 'not_delivered', 'delivered'],
    ]);
    expect(paths().at(-1)).toMatch(/^\/webhooks\/whk_/);
  });

  it('sends nothing again if n8n retries because of an item, and the others are final', async () => {
    stored = delivered;
    await startService(refusing(numbers[1]!));
    const host = createHost(
      {},
      { settings: { onError: 'continueRegularOutput', retryOnFail: true } },
    );
    for (let attempt = 0; attempt < 2; attempt++) {
      const { output } = await run(host);
      expect(output[1]!.json).toMatchObject({ details: { code: 'recipient_opted_out' } });
    }
    expect(batches().map(({ messages }) => messages.map(({ to }) => to))).toEqual([
      numbers,
      [numbers[1]],
    ]);
  });

  it('waits if the service does not say what the statuses are', async () => {
    stored = delivered;
    await startService(({ path }) =>
      path.startsWith('/events?')
        ? { status: 500, body: problemBody('internal_error', 500) }
        : undefined,
    );
    expect((await run(createHost())).waitTill).toBeInstanceOf(Date);
  });

  it('waits for the others if the service refuses a text, which counts as not delivered', async () => {
    await startService(refusing(numbers[1]!));
    const { left } = await run(createHost());
    expect(left[1]).toEqual({
      json: expect.objectContaining({
        ...{ outcome: 'not_delivered', timed_out: false, id: null, status: null },
        ...{ to: numbers[1], from: 'ACME', text: parameters.text },
        failure: {
          ...{ code: 'recipient_opted_out', message: 'The request failed' },
          ...{ carrier_code: null, retryable: false },
        },
      }),
      pairedItem: { item: 1 },
    });
  });

  it('keeps what the user gave of a text that the service refuses', async () => {
    await startService(refusing(numbers[1]!));
    const sendAt = new Date(Date.now() + hour).toISOString();
    const given = { reference: 'order-1', sendAt, encoding: 'auto' };
    const metadata = { entries: [{ name: 'order', value: '1' }] };
    const change = { simplify: false, purpose: 'alert', additionalFields: { ...given, metadata } };
    const { left } = await run(createHost(change));
    expect(left[1]!.json).toMatchObject({
      ...{ reference: 'order-1', purpose: 'alert', metadata: { order: '1' }, send_at: sendAt },
      ...{ id: null, status: null, encoding: null },
    });
  });

  it('fails if the service refuses every text, or the item says so if the workflow continues', async () => {
    await startService(refusing(numbers[0]!));
    await expect(run(createHost(), items.slice(0, 1))).rejects.toMatchObject({
      context: { itemIndex: 0, data: { code: 'recipient_opted_out' } },
    });
    const host = createHost({}, { settings: { onError: 'continueRegularOutput' } });
    const { output, waitTill } = await run(host, items.slice(0, 1));
    expect(waitTill).toBeUndefined();
    expect(output).toMatchObject([
      { json: { details: { code: 'recipient_opted_out' } }, pairedItem: { item: 0 } },
    ]);
  });

  it.each<[string, INodeParameters, RegExp]>([
    ['an empty text', { text: '={{ $itemIndex === 2 ? "" : "Hi" }}' }, /item 2/],
    [
      'a limit in the past',
      {
        additionalFields: {
          limitWaitTime: {
            fields: { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' },
          },
        },
      },
      /^'Max Date and Time' is not in the future/,
    ],
  ])('sends nothing with %s', async (_, change, what) => {
    await startService();
    await expect(run(createHost(change))).rejects.toThrow(what);
    expect(far.asked).toEqual([]);
  });

  it('sends nothing if the execution cannot wait', async () => {
    await startService();
    await expect(createHost({ to: numbers[0]! }).tool()({})).rejects.toThrow(
      /^As a tool, 'Send and Wait for Delivery' needs an AI Agent of version 3/,
    );
    const context = createHost().execute();
    // Versions before 1.107 do not have this method.
    Object.assign(context, { getSignedResumeUrl: undefined });
    await expect(node.execute.call(context)).rejects.toThrow(/'To' is empty/);
    const old = createHost({ to: numbers[0]! }).execute();
    Object.assign(old, { getSignedResumeUrl: undefined });
    await expect(node.execute.call(old)).rejects.toThrow(
      "'Send and Wait for Delivery' needs n8n 1.107 or later, so nothing was sent",
    );
    const many = createHost().execute(Array.from({ length: 101 }, () => items[0]!));
    await expect(node.execute.call(many)).rejects.toThrow('accepts at most 100 items');
    expect(far.asked).toEqual([]);
  });
});

describe('an execution that waits for a delivery', () => {
  it.each<[string, EventType, string]>([
    ['delivered', 'message.delivered', 'delivered'],
    ['undelivered', 'message.undelivered', 'not_delivered'],
    ['failed', 'message.failed', 'not_delivered'],
    ['expired', 'message.expired', 'not_delivered'],
    ['canceled', 'message.canceled', 'not_delivered'],
    ['unconfirmed', 'message.unconfirmed', 'unconfirmed'],
  ])(
    'continues if the message is %s, without another request for it',
    async (status, type, outcome) => {
      const host = await waiting([], items.slice(0, 1));
      expect(getOutput(await deliver(host, createEvent(numbers[0]!, type)))).toEqual([
        {
          json: expect.objectContaining({ outcome, timed_out: false, status, to: numbers[0] }),
          pairedItem: { item: 0 },
        },
      ]);
      expect(paths()).toEqual(['/webhooks?', expect.stringMatching(/^\/webhooks\//)]);
    },
  );

  it('continues after the last final status, with one item for each item', async () => {
    const host = await waiting([]);
    for (const event of [delivered[2]!, failed]) {
      stored.push(event);
      expect((await deliver(host, event)).result).toEqual({ webhookResponse: 'OK' });
    }
    const types = far.asked.map(({ path }) =>
      new URLSearchParams(path.split('?')[1]).getAll('type'),
    );
    expect(types).toEqual([finalEventTypes, finalEventTypes]);
    stored.push(delivered[0]!);
    expect(getOutput(await deliver(host, delivered[0]!))).toMatchObject([
      { json: { outcome: 'delivered', failure: null }, pairedItem: { item: 0 } },
      {
        json: { outcome: 'not_delivered', failure: { code: 'carrier_undeliverable' } },
        pairedItem: { item: 1 },
      },
      { json: { outcome: 'delivered' }, pairedItem: { item: 2 } },
    ]);
  });

  it('continues at the time limit, and says of which messages nobody knows whether they arrived', async () => {
    const host = await waiting([delivered[0]!, createEvent(numbers[1]!, 'message.sent')]);
    expect(getOutput(await deliver(host, expired))).toMatchObject([
      { json: { outcome: 'delivered', timed_out: false, status: 'delivered' } },
      { json: { outcome: 'not_final', timed_out: true, status: 'sent' } },
      { json: { outcome: 'not_final', timed_out: true, status: 'queued' } },
    ]);
  });

  it('continues with a status that comes late, because the event of the limit may come later still', async () => {
    const host = await waiting(delivered.slice(0, 1));
    const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 24.5 * hour);
    const late = await deliver(host, delivered[0]!);
    time.mockRestore();
    expect(getOutput(late)).toHaveLength(3);
  });

  it('takes the newest status, in whatever order the events come', async () => {
    const host = await waiting(
      [...delivered, ...numbers.map((to) => createEvent(to, 'message.sent'))],
      items,
    );
    const outcomes = getOutput(await deliver(host, delivered[0]!))!.map(({ json }) => json.outcome);
    expect(outcomes).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('ignores the status of another message', async () => {
    const host = await waiting([], items.slice(0, 1));
    const other = await deliver(host, delivered[1]!);
    expect(other.result).toEqual({ webhookResponse: 'OK' });
  });

  it('continues once if two deliveries of an event come at the same moment', async () => {
    const host = await waiting([], items.slice(0, 1));
    const [one, two] = await Promise.all(
      Array.from({ length: 2 }, () => deliver(host, delivered[0]!)),
    );
    const continued = [one!, two!].filter((delivery) => getOutput(delivery) !== undefined);
    expect(continued).toHaveLength(1);
    expect([one!, two!].find((delivery) => !getOutput(delivery))).toMatchObject({
      answered: { status: 503 },
    });
  });

  it('refuses forgeries and earlier passes, and lets the service retry if it cannot read', async () => {
    const host = await waiting([]);
    const forged = { secret: secretOf('msg_3', 'tl_other') };
    expect(await deliver(host, delivered[0]!, forged)).toMatchObject({
      answered: { status: 401 },
    });
    const earlier = { wait: 'msg_first', secret: secretOf('msg_3') };
    expect(await deliver(host, delivered[0]!, earlier)).toMatchObject({
      answered: { status: 410 },
    });
    await far.stop();
    expect(await deliver(host, delivered[0]!)).toMatchObject({ answered: { status: 503 } });
  });

  it.each<[string, INodeParameters, (names: string[]) => void]>([
    ['simplified', {}, (names) => expect(names).toHaveLength(18)],
    [
      'raw, without what only the event has',
      { simplify: false },
      (names) => {
        expect(names).toEqual(
          expect.arrayContaining(['outcome', 'timed_out', 'failure', 'encoding', 'sequence']),
        );
        for (const name of ['contact', 'burst', 'previous_status', 'error'])
          expect(names).not.toContain(name);
      },
    ],
  ])('returns the message %s', async (_, change, check) => {
    const host = await waiting([], items.slice(0, 1), change);
    check(Object.keys(getOutput(await deliver(host, delivered[0]!))![0]!.json));
  });
});
