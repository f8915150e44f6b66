import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contactSchema, contract, sampleOf, type EventType } from '@textloom/shared/contract';
import { signWebhook } from '@textloom/shared/webhooks';
import { registerOptOut } from '../../connectors/node-red/src/nodes/optOut.ts';
import { registerStatus } from '../../connectors/node-red/src/nodes/status.ts';
import { poll } from '../../scripts/poll.ts';
import { problemBody } from '../problemBody.ts';
import { startFarSide, type Answer } from '../zapier/farSide.ts';
import { createTestHost, type Driven } from './host.ts';

const sample = sampleOf(contract.message.send.output) as { readonly id: string };
const webhook = sampleOf(contract.webhook.create.output) as { readonly id: string };
const delivery = sampleOf(contract.webhook.deliveries.output.properties.data.items) as object;
const tested = 'evt_test';
const refused = 'The receiver refused the connection';
let far: Awaited<ReturnType<typeof startFarSide>>;
let host: ReturnType<typeof createTestHost>;
/** The attempts to deliver the test event, newest first. */
let attempts: readonly object[];
/** The webhooks that the nodes created. */
let created: unknown[];
/** The response to a request for the webhook. */
let now: Answer;
let count = 0;

beforeEach(async () => {
  now = { status: 200, body: webhook };
  attempts = [];
  created = [];
  far = await startFarSide((asked, body) => {
    if (asked === 'POST /v1/webhooks') created.push(body);
    if (asked === `POST /v1/webhooks/${webhook.id}/test`)
      return { status: 202, body: { event_id: tested } };
    if (asked.startsWith(`GET /v1/webhooks/${webhook.id}/deliveries`)) {
      const data = attempts.map((attempt) => ({ ...delivery, event_id: tested, ...attempt }));
      return { status: 200, body: { data, has_more: false, next_cursor: null } };
    }
    if (asked === `GET /v1/webhooks/${webhook.id}`) return now;
    return asked === 'POST /v1/webhooks'
      ? { status: 201, body: webhook }
      : { status: 204, body: {} };
  });
  const { base_url: baseUrl, api_key: apiKey } = far.authData;
  host = createTestHost({ baseUrl, apiKey });
  registerStatus(host.hub);
  registerOptOut(host.hub);
});
afterEach(() => far.stop());

/** Node-RED remembers the events of a node for as long as it runs. */
const create = (values: object = {}): Driven =>
  host.create('textloom-status', `node-${++count}`, { ...values });

/** Resolves when the last badge of the node is this one. */
const shows = (node: Driven, state: string) =>
  poll(10_000, async () => node.badges.at(-1) === `state.${state}` || undefined);

/** Delivers an event as the service does, and returns the status code of the response. */
async function deliver({ id }: Driven, type: EventType, data: object): Promise<number> {
  const event = { id: `evt_${id}_${type}`, type, timestamp: '2026-01-31T09:30:00.000Z', data };
  const body = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000);
  const secret = host.deriveSecret(host.createUrl(id));
  const headers = signWebhook({ id: event.id, timestamp, body }, [secret]);
  return host.receivers.get(id)!({ headers: { ...headers }, body }, '');
}
const subscribed = () =>
  poll(10_000, async () => far.asked.includes(`POST /v1/webhooks/${webhook.id}/test`) || undefined);

describe('a node that starts flows', () => {
  it('listens when the test of the service arrives, and not before', async () => {
    const node = create();
    await subscribed();
    expect(node.badges).toEqual(['state.connecting']);
    expect(await deliver(node, 'webhook.test', { webhook_id: webhook.id })).toBe(200);
    expect(node.badges).toEqual(['state.connecting', 'state.listening']);
    expect(node.sent).toEqual([]);
    node.close();
  });

  it('listens if the test arrived at another process with this flow', async () => {
    attempts = [{ status: 'succeeded' }, { status: 'failed', error: refused }];
    const node = create();
    await shows(node, 'listening');
    expect(node.errors).toEqual([]);
    node.close();
  });

  it('says why the service cannot reach it, and listens as soon as it can', async () => {
    attempts = [{ status: 'failed', status_code: null, error: refused }];
    const node = create();
    await shows(node, 'error');
    expect(node.errors).toEqual([
      `The service cannot deliver to this Node-RED. ${refused}. Open the Textloom account in this node, and enter a public address that the service reaches.`,
    ]);
    await deliver(node, 'webhook.test', { webhook_id: webhook.id });
    expect(node.badges.at(-1)).toBe('state.listening');
    node.close();
  });

  it('names the response if another program has its address', async () => {
    attempts = [{ status: 'failed', status_code: 404, error: null }];
    const node = create();
    await shows(node, 'error');
    expect(node.errors[0]).toContain('The address responded with the status code 404.');
    node.close();
  });

  it('names the clock if it rejects the events itself', async () => {
    attempts = [{ status: 'failed', status_code: 401, error: null }];
    const node = create();
    await shows(node, 'error');
    expect(node.errors).toEqual([expect.stringMatching(/^Node-RED rejects .* Correct the clocks/)]);
    node.close();
  });

  it('stops asking about the test when it arrives', async () => {
    const node = create();
    await subscribed();
    await deliver(node, 'webhook.test', { webhook_id: webhook.id });
    const asked = far.asked.length;
    await setTimeout(1_200);
    expect(far.asked).toHaveLength(asked);
    expect(node.errors).toEqual([]);
    node.close();
  });
});

describe('a node whose webhook the service disables or deletes', () => {
  it.each([
    ['deleted', undefined, 'The webhook of this node was deleted, so no events arrive.'],
    ['disabled', 'It failed for 5 days', 'no events arrive: It failed for 5 days. Correct'],
  ])('says so once if it is %s, and listens when it is back', async (_, disabled_reason, said) => {
    const status = 'disabled';
    registerStatus({ ...host.hub, watchMs: 50 });
    const node = create();
    await subscribed();
    await deliver(node, 'webhook.test', { webhook_id: webhook.id });
    now =
      disabled_reason === undefined
        ? { status: 404, body: problemBody('not_found', 404) }
        : { status: 200, body: { ...webhook, status, disabled_reason } };
    await shows(node, 'error');
    await setTimeout(200);
    expect(node.errors).toEqual([expect.stringContaining(said)]);
    now = { status: 200, body: webhook };
    await shows(node, 'listening');
    node.close();
  });
});

describe('the node contact opted out or in', () => {
  it('starts the flow with the chosen changes of a contact, and with nothing else', async () => {
    const contact = { ...sampleOf(contactSchema), status: 'opted_out', previous_status: null };
    const values = { changes: 'contact.opted_out', changesType: 'choice' };
    const node = host.create('textloom-opt-out', `node-${++count}`, values);
    await subscribed();
    expect(await deliver(node, 'contact.opted_in', contact)).toBe(200);
    expect(node.sent).toEqual([]);
    await deliver(node, 'contact.opted_out', contact);
    expect(node.sent).toMatchObject([{ payload: 'opted_out', topic: contact.phone }]);
    expect(created).toEqual([expect.objectContaining({ events: ['contact.opted_out'] })]);
    node.close();
  });

  it.each(['opted_out', 'opted_in'] as const)(
    'says %s although the status stays',
    async (change) => {
      const contact = {
        ...sampleOf(contactSchema),
        status: 'subscribed',
        previous_status: 'subscribed',
      };
      const values = { changes: 'contact.opted_out,contact.opted_in', changesType: 'choice' };
      const node = host.create('textloom-opt-out', `node-${++count}`, values);
      await subscribed();
      await deliver(node, `contact.${change}`, contact);
      expect(node.sent).toMatchObject([{ payload: change, topic: contact.phone }]);
      node.close();
    },
  );
});

describe('the node delivery status', () => {
  it.each([
    [{}, 1],
    [{ include_automatic_replies: 'true', include_automatic_repliesType: 'bool' }, 1],
    [{ include_automatic_replies: false, include_automatic_repliesType: 'bool' }, 0],
  ])('starts the flow with an automatic reply as the form %j says', async (values, times) => {
    const node = create(values);
    await subscribed();
    const data = { ...sample, status: 'delivered', automatic: true };
    expect(await deliver(node, 'message.delivered', data)).toBe(200);
    expect(node.sent).toHaveLength(times);
    node.close();
  });

  it('starts the flow with any other text, whatever the form says about automatic replies', async () => {
    const node = create({
      include_automatic_replies: false,
      include_automatic_repliesType: 'bool',
    });
    await subscribed();
    await deliver(node, 'message.delivered', { ...sample, status: 'delivered', automatic: false });
    expect(node.sent).toMatchObject([{ payload: 'delivered' }]);
    node.close();
  });
});
