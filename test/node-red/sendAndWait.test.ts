import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contract, sampleOf, type EventType, type WebhookFilter } from '@textloom/shared/contract';
import { signWebhook } from '@textloom/shared/webhooks';
import { registerSendAndWait } from '../../connectors/node-red/src/nodes/sendAndWait.ts';
import {
  createQuestionStore,
  forgetQuestions,
} from '../../connectors/node-red/src/nodes/questions.ts';
import { poll } from '../../scripts/poll.ts';
import { startFarSide, type Answer } from '../zapier/farSide.ts';
import { answerTest } from './answerTest.ts';
import { createTestHost, type Driven } from './host.ts';
import { problemBody } from '../problemBody.ts';

const type = 'textloom-send-and-wait';
const sample = sampleOf(contract.message.send.output) as { readonly id: string };
const preview = { ...sampleOf(contract.message.preview.output), problem: null };
const webhook = sampleOf(contract.webhook.create.output) as { readonly id: string };
const deletion = `DELETE /v1/webhooks/${webhook.id}`;
let far: Awaited<ReturnType<typeof startFarSide>>;
let host: ReturnType<typeof createTestHost>;
/** The keys of the texts that the service got. */
let keys: unknown[];
/** The senders that these texts name. */
let froms: unknown[];
let sender: string;
/** The sender that the service names before it sends. */
let defaultSender: string | null;
/** The response to subscriptions, if it is not the usual one. */
let subscribing: Answer | undefined;
/** The response to checks of the address, if it is not the usual one. */
let checking: Answer | undefined;
/** The attempt to deliver the test of a check. */
let attempt: object;
/** The messages that the checks of the address name. */
let checks: unknown[];
/** The response to deletions. */
let deleting: Answer | Promise<Answer>;
let isKnown: boolean;
/** The stored events of the service, newest first, and the response if it cannot list them. */
let stored: readonly { readonly id: string; readonly type: EventType; keyword?: string }[];
let listing: Answer | undefined;
/** Whether the last subscription created its webhook, and whether the webhook still exists. */
let subscription: { readonly isNew: boolean; readonly exists: boolean };
let count = 0;

beforeEach(async () => {
  keys = [];
  froms = [];
  sender = '+12025550100';
  defaultSender = sender;
  subscribing = undefined;
  checking = undefined;
  checks = [];
  attempt = { status: 'succeeded' };
  deleting = { status: 204, body: {} };
  isKnown = true;
  stored = [];
  listing = undefined;
  subscription = { isNew: false, exists: false };
  // This process remembers each wait that is over.
  const id = `msg_${++count}`;
  far = await startFarSide(async (asked, body, headers) => {
    if (asked.startsWith('POST /v1/messages/preview'))
      return { status: 200, body: { ...preview, from: defaultSender } };
    if (asked.startsWith('POST /v1/messages')) {
      keys.push(headers['idempotency-key']);
      froms.push((body as { readonly from?: string }).from);
      return { status: 202, body: { ...sample, id, from: sender } };
    }
    if (asked.startsWith('GET /v1/messages')) return { status: 200, body: { ...sample, id } };
    if (asked.startsWith('DELETE')) {
      const answer = await deleting;
      if (asked === deletion && answer.status === 204)
        subscription = { ...subscription, exists: false };
      return answer;
    }
    const tested = answerTest(asked, attempt);
    if (tested) return tested;
    if (asked.startsWith('GET /v1/events')) {
      const data = stored.map(({ keyword = null, ...one }) => ({
        ...{ ...one, timestamp: '', data: { ...toData(one.id), keyword } },
      }));
      return listing ?? { status: 200, body: { data, has_more: false, next_cursor: null } };
    }
    if (asked.startsWith('GET')) {
      const data = isKnown ? [webhook] : [];
      return { status: 200, body: { data, has_more: false, next_cursor: null } };
    }
    if (asked.endsWith('/acknowledge')) return { status: 204, body: {} };
    const { url, filter } = body as { readonly url?: string; readonly filter?: WebhookFilter };
    const isCheck = url?.endsWith('/none');
    if (isCheck) {
      checks.push(filter?.message_id?.join());
      return checking ?? { status: 201, body: { ...webhook, id: 'whk_check' } };
    }
    subscription = { isNew: !subscription.exists, exists: true };
    return subscribing ?? { status: 201, body: webhook };
  });
  host = createTestHost({ baseUrl: far.authData.base_url, apiKey: far.authData.api_key });
  registerSendAndWait(host.hub, undefined, { pauseMs: 100 });
});
afterEach(async () => {
  forgetQuestions(() => false);
  await far.stop();
});

const refusal = (status: number, code: string): Answer => ({
  status,
  body: problemBody(code, status),
});
const idOfText = () => `msg_${count}`;
const question = { _msgid: 'first', topic: '+12025550123', payload: 'Ready?', order: '7' };
const asked = (request: string, times = 1, limit = 10_000) =>
  poll(limit, async () => far.asked.filter((one) => one === request).length >= times || undefined);
const subscribed = (times: number, limit?: number) => asked('POST /v1/webhooks', times, limit);
const ended = (times = 1) => asked(deletion, times);
const toData = (text: string) => ({ ...sample, text });
const waiting = () => createQuestionStore(host.stored('ask')).ids();
/** Asks the question with the node, and returns the node when it waits for the reply. */
async function ask(values: Record<string, string> = {}): Promise<Driven> {
  const node = host.create(type, 'ask', values);
  void node.input(question);
  await subscribed(2);
  return node;
}
const sentBy = (node: Driven) => poll(10_000, async () => node.sent.length > 0 || undefined);
/** Changes when the waits for the reply to the question end, or only the first ones. */
async function limitTo(until: string, count = Infinity) {
  const questions = createQuestionStore(host.stored('ask'));
  const asked = await questions.load(idOfText());
  await questions.remove(idOfText(), asked);
  for (const [at, one] of asked.entries())
    await questions.add(at < count ? { ...one, until } : one);
}

/** Delivers an event about the question, and returns the status code of the response. */
async function deliver(id: string, event: EventType = 'message.received', change: object = {}) {
  const messageId = idOfText();
  const url = host.createUrl(`ask/${messageId}`);
  const timestamp = new Date().toISOString();
  const body = JSON.stringify({ id, type: event, timestamp, data: { ...toData(id), ...change } });
  const now = Math.floor(Date.now() / 1000);
  const headers = signWebhook({ id, timestamp: now, body }, [host.deriveSecret(url)]);
  return host.receivers.get('ask')!({ headers, body }, messageId);
}
const outputs = ({ sent }: Driven) => sent as ({ readonly payload: string } | null)[][];

describe('the node that waits for a reply', () => {
  it('continues the flow once, with another message ID, so that a loop asks again', async () => {
    const node = host.create(type, 'ask');
    const done = node.input(question);
    await subscribed(2);
    await Promise.all([deliver('evt_1'), deliver('evt_2')]);
    await done;
    expect(outputs(node)).toMatchObject([
      [{ payload: 'evt_1', order: '7', _msgid: 'evt_1' }, null],
    ]);
    await ended();
    await deliver('evt_3');
    const [[reply]] = outputs(node) as [[{ readonly _msgid: string }, null]];
    void node.input({ ...question, ...reply, topic: question.topic, payload: 'Ready?' });
    await poll(10_000, async () => keys.length > 1 || undefined);
    expect(new Set(keys).size).toBe(2);
    expect(outputs(node)).toHaveLength(1);
    await subscribed(3);
    node.close();
  });

  it('continues once with the reply that has already come if it waits for the same text again', async () => {
    const node = host.create(type, 'ask', { deduplication_key: 'order-7' });
    for (const wait of [1, 2]) {
      void node.input(question);
      await subscribed(wait + 1);
      const codes = await Promise.all([deliver('evt_1'), deliver('evt_1')]);
      expect(codes).toEqual([200, 200]);
      await ended(wait);
      expect(outputs(node).map(([reply]) => reply?.payload)).toEqual(Array(wait).fill('evt_1'));
    }
  });

  it('continues the flow for each message that waits for the same text', async () => {
    const node = host.create(type, 'ask', { deduplication_key: 'order-7' });
    const first = node.input(question);
    await subscribed(2);
    const second = node.input({ ...question, _msgid: 'second', order: '8' });
    await subscribed(3);
    expect(subscription.isNew).toBe(false);
    await deliver('evt_1');
    await Promise.all([first, second]);
    expect(outputs(node)).toMatchObject([
      [{ payload: 'evt_1', order: '7' }, null],
      [{ payload: 'evt_1', order: '8' }, null],
    ]);
    await ended();
    expect(await waiting()).toEqual([]);
  });

  it('continues the flow for each of these messages after a restart too', async () => {
    const before = await ask({ deduplication_key: 'order-7' });
    void before.input({ ...question, _msgid: 'second', order: '8' });
    await subscribed(3);
    before.close();
    // Only the context outlives a restart of Node-RED.
    forgetQuestions(() => false);
    const again = host.create(type, 'ask');
    await subscribed(5);
    await deliver('evt_1');
    await ended();
    expect(outputs(again).map(([reply]) => reply)).toMatchObject([{ order: '7' }, { order: '8' }]);
    again.close();
  });

  it('ends the wait of each of these messages at its own time limit', async () => {
    const values = { deduplication_key: 'order-7', time_limitType: 'num' };
    registerSendAndWait(host.hub, 100, { pauseMs: 100 });
    const node = await ask({ ...values, time_limit: '1' });
    node.close();
    const again = host.create(type, 'ask', { ...values, time_limit: '60' });
    await subscribed(3);
    void again.input({ ...question, _msgid: 'second', order: '8' });
    const stored = createQuestionStore(host.stored('ask'));
    await poll(10_000, async () => (await stored.load(idOfText())).length > 1 || undefined);
    again.close();
    await limitTo(new Date().toISOString(), 1);
    const last = host.create(type, 'ask', values);
    await sentBy(last);
    expect(outputs(last)).toMatchObject([[null, { payload: 'timeout', order: '7' }]]);
    expect(await waiting()).toEqual([idOfText()]);
    await deliver('evt_1');
    await ended();
    expect(outputs(last).at(-1)).toMatchObject([{ payload: 'evt_1', order: '8' }, null]);
  });

  it('keeps a second wait for the same text when the time limit of the first expires', async () => {
    const node = await ask({ deduplication_key: 'order-7' });
    void node.input({ ...question, _msgid: 'second', order: '8' });
    await subscribed(3);
    await limitTo(new Date().toISOString(), 1);
    await deliver('evt_1', 'webhook.expired');
    await sentBy(node);
    expect(outputs(node)).toMatchObject([[null, { payload: 'timeout', order: '7' }]]);
    expect(subscription.exists).toBe(true);
    await deliver('evt_2');
    await ended();
    expect(outputs(node).slice(1)).toMatchObject([[{ payload: 'evt_2', order: '8' }, null]]);
  });

  it('keeps a second wait for the same text apart from the end of the first', async () => {
    const node = await ask({ deduplication_key: 'order-7' });
    deleting = refusal(503, 'unavailable');
    await deliver('evt_1');
    await ended();
    void node.input(question);
    await poll(10_000, async () => keys.length > 1 || undefined);
    deleting = { status: 204, body: {} };
    await subscribed(3);
    expect(subscription).toEqual({ isNew: true, exists: true });
    expect(await waiting()).toEqual([idOfText()]);
    node.close();
  });

  it.each([
    ['is slow', { status: 204, body: {} }],
    ['fails', refusal(403, 'insufficient_scope')],
  ])('keeps them apart after a deployment too, if the end %s', async (_, outcome) => {
    const node = await ask({ deduplication_key: 'order-7' });
    const { promise, resolve } = Promise.withResolvers<Answer>();
    deleting = promise;
    await deliver('evt_1');
    await ended();
    deleting = { status: 204, body: {} };
    node.close();
    const again = host.create(type, 'ask', { deduplication_key: 'order-7' });
    void again.input(question);
    // The new wait must not subscribe yet, so this time passes.
    await subscribed(4, 1_000).catch(() => undefined);
    resolve(outcome);
    await subscribed(4);
    expect(subscription).toEqual({ isNew: true, exists: true });
    again.close();
  });

  it('leaves the subscription of another node that waits for the same text alone', async () => {
    const nodes = ['ask', 'other'].map((id) =>
      host.create(type, id, { deduplication_key: 'order-7' }),
    );
    for (const node of nodes) void node.input(question);
    await subscribed(4);
    await deliver('evt_1');
    await ended();
    expect(far.asked.filter((one) => one === deletion)).toHaveLength(1);
    for (const node of nodes) node.close();
  });

  it('still waits after a test of its webhook', async () => {
    const node = await ask();
    expect(await deliver('evt_1', 'webhook.test')).toBe(200);
    expect(await waiting()).toEqual([idOfText()]);
    await deliver('evt_2');
    await ended();
    expect(outputs(node)).toMatchObject([[{ payload: 'evt_2' }, null]]);
  });

  it('still waits after HELP and START, but not after STOP', async () => {
    const node = await ask();
    for (const keyword of ['help', 'start'])
      expect(await deliver(`evt_${keyword}`, 'message.received', { keyword })).toBe(200);
    expect(outputs(node)).toEqual([]);
    await deliver('evt_stop', 'message.received', { keyword: 'stop' });
    await ended();
    expect(outputs(node)).toMatchObject([[null, { payload: 'opted_out', order: '7' }]]);
  });

  it('takes no HELP for the reply that came in time', async () => {
    stored = [
      { id: 'evt_2', type: 'message.received' },
      { id: 'evt_1', type: 'message.received', keyword: 'help' },
    ];
    const node = await ask();
    await limitTo(new Date().toISOString());
    await deliver('evt_3', 'webhook.expired');
    await ended();
    expect(outputs(node)).toMatchObject([[{ payload: 'evt_2' }, null]]);
  });

  it('asks from the number that the recipient texted, unless it has another one', async () => {
    const data = { direction: 'inbound', from: question.topic, to: '+12025550177' };
    const node = host.create(type, 'ask');
    const other = host.create(type, 'other', { from: '+12025550188' });
    for (const each of [node, other]) {
      void each.input({ ...question, event: { type: 'message.received', data } });
    }
    await subscribed(4);
    expect(new Set(froms)).toEqual(new Set(['+12025550177', '+12025550188']));
    for (const each of [node, other]) each.close();
  });

  it('forgets a wait that the service refuses', async () => {
    subscribing = refusal(422, 'validation_failed');
    const node = host.create(type, 'ask');
    await node.input(question);
    expect(node.errors.join()).toMatch(
      /^The text is sent, but this node cannot receive the reply\./,
    );
    expect(await waiting()).toEqual([]);
    await ended();
  });

  it('sends all messages that arrive together, although another process ended the check', async () => {
    deleting = refusal(404, 'not_found');
    const node = host.create(type, 'ask');
    for (const _msgid of ['first', 'second']) void node.input({ ...question, _msgid });
    await subscribed(3);
    expect(checks).toHaveLength(1);
    expect(new Set(keys).size).toBe(2);
    expect(node.errors).toEqual([]);
    node.close();
  });

  it('names another message in each check, because the service limits the webhooks of a message', async () => {
    const nodes = ['ask', 'other'].map((id) => host.create(type, id));
    for (const node of nodes) void node.input(question);
    await subscribed(4);
    expect(new Set(checks).size).toBe(2);
    for (const node of nodes) node.close();
  });

  it('checks the address again after a failure', async () => {
    checking = refusal(403, 'insufficient_scope');
    const node = host.create(type, 'ask');
    await node.input(question);
    expect(node.errors.join()).toContain('scope');
    checking = undefined;
    void node.input(question);
    await subscribed(3);
    expect(keys).toHaveLength(1);
    node.close();
  });

  it('sends nothing from a name, even if the name is the default', async () => {
    defaultSender = 'Textloom';
    const refused = [
      ['Textloom', /^From is a sender name, which cannot receive replies/],
      [
        '',
        /^From is empty, and your default number is a sender name, which cannot receive replies/,
      ],
    ] as const;
    for (const [from, reason] of refused) {
      const node = host.create(type, 'ask', { from });
      void node.input(question);
      await poll(10_000, async () => node.errors.length > 0 || undefined);
      node.close();
      expect(node.errors.join()).toMatch(reason);
    }
    expect(keys).toEqual([]);
  });

  it('waits for no reply to a text that was sent from a name', async () => {
    sender = 'Textloom';
    const node = host.create(type, 'ask');
    await node.input(question);
    expect(node.errors.join()).toMatch(/^The text is sent, but .*is a sender name/);
    expect(await waiting()).toEqual([]);
  });

  it('sends nothing with an invalid time limit, and says what to enter', async () => {
    const report = async (time_limit: string) => {
      const node = host.create(type, 'ask', { time_limit, time_limitType: 'str' });
      await node.input(question);
      return node.errors.join();
    };
    expect(await report('')).toMatch(/^Time Limit in Minutes is required/);
    for (const limit of ['soon', '0', '-1', '43201', '1.440', '0.5'])
      expect(await report(limit)).toMatch(
        /^Time Limit in Minutes must be a whole number from 1 to 43200\./,
      );
    expect(keys).toEqual([]);
  });

  it('reports that the account is missing when it continues to wait', async () => {
    const before = await ask();
    before.close();
    const lonely = createTestHost();
    registerSendAndWait(lonely.hub);
    const values = await waiting();
    lonely.createContext('ask').set(`question_${values[0]}`, { msg: {} }, () => undefined);
    const node = lonely.create(type, 'ask');
    await poll(10_000, async () => node.errors.length > 0 || undefined);
    expect(node.errors).toEqual(['No Textloom account is selected. Open the node and select one.']);
  });

  it('subscribes again when it starts again, and ends a wait whose time limit is long over', async () => {
    const before = host.create(type, 'ask');
    void before.input({ ...question, req: {}, res: {} });
    await subscribed(2);
    before.close();
    const again = host.create(type, 'ask');
    await subscribed(3);
    expect(again.badges).toEqual(['state.waiting']);
    again.close();
    // Only the context outlives a restart of Node-RED.
    forgetQuestions(() => false);
    const [stored] = await createQuestionStore(host.stored('ask')).load(idOfText());
    expect(stored!.msg).toEqual(question);
    await limitTo('2026-01-01T00:00:00.000Z');
    isKnown = false;
    const late = host.create(type, 'ask');
    await sentBy(late);
    expect(outputs(late)).toMatchObject([[null, { payload: 'timeout', order: '7' }]]);
  });

  it('keeps the rest of the message when a deployment clears the context', async () => {
    const before = host.create(type, 'ask');
    const res = { send: () => undefined };
    void before.input({ ...question, res });
    await subscribed(2);
    before.close();
    host.clearContexts();
    const again = host.create(type, 'ask');
    host.started();
    await subscribed(3);
    await deliver('evt_1');
    await ended();
    const [[reply]] = outputs(again) as [[{ readonly res: object }, null]];
    expect(reply).toMatchObject({ payload: 'evt_1', order: '7' });
    expect(reply.res).toBe(res);
    expect(await waiting()).toEqual([]);
    again.close();
  });

  it('forgets the waits of a node that a deployment deletes', async () => {
    const node = await ask();
    node.close();
    host.clearContexts();
    host.started();
    expect(await waiting()).toEqual([]);
  });

  it('sends nothing if a test of the service does not arrive, and checks again later', async () => {
    attempt = { status: 'failed', status_code: null, error: 'The receiver refused the connection' };
    const node = host.create(type, 'ask');
    await node.input(question);
    expect(node.errors).toEqual([
      'The service cannot deliver to this Node-RED. The receiver refused the connection. Open the Textloom account in this node, and enter a public address that the service reaches. Nothing was sent.',
    ]);
    expect(keys).toEqual([]);
    await asked('DELETE /v1/webhooks/whk_check');
    attempt = { status: 'succeeded' };
    void node.input(question);
    await subscribed(5);
    expect(keys).toHaveLength(1);
    node.close();
  });

  it.each([
    ['a timeout', []],
    ['the reply that came in time', [{ id: 'evt_1', type: 'message.received' as const }]],
  ])('ends a wait with %s if the end of the time limit is never delivered', async (_, events) => {
    const before = await ask();
    before.close();
    await limitTo(new Date(Date.now() + 500).toISOString());
    stored = events;
    registerSendAndWait(host.hub, 100);
    const node = host.create(type, 'ask');
    await subscribed(3);
    await ended();
    expect(outputs(node).flat()).toContainEqual(
      expect.objectContaining({ payload: events[0]?.id ?? 'timeout', order: '7' }),
    );
    expect(await waiting()).toEqual([]);
    node.close();
  });

  it('continues with the oldest reply in time if its delivery comes after that of the time limit', async () => {
    stored = [
      { id: 'evt_2', type: 'message.received' },
      { id: 'evt_1', type: 'message.received' },
    ];
    const node = await ask();
    const until = new Date().toISOString();
    await limitTo(until);
    await deliver('evt_3', 'webhook.expired');
    await ended();
    expect(outputs(node)).toMatchObject([
      [{ payload: 'evt_1', order: '7', _msgid: 'evt_1' }, null],
    ]);
    const [search] = far.asked.filter((one) => one.startsWith('GET /v1/events'));
    expect(Object.fromEntries(new URL(search!.slice(4), 'http://far').searchParams)).toMatchObject({
      related_to: idOfText(),
      created_before: until,
    });
    node.close();
  });

  it('asks for the reply in time when it starts again long after the time limit', async () => {
    const before = await ask();
    before.close();
    await limitTo('2026-01-01T00:00:00.000Z');
    stored = [{ id: 'evt_1', type: 'message.received' }];
    const late = host.create(type, 'ask');
    await sentBy(late);
    expect(outputs(late)).toMatchObject([[{ payload: 'evt_1', order: '7' }, null]]);
    late.close();
  });

  it('keeps waiting while it cannot ask for the reply, even if the flow starts again', async () => {
    const before = await ask();
    await limitTo('2026-01-01T00:00:00.000Z');
    listing = refusal(503, 'unavailable');
    await deliver('evt_2', 'webhook.expired');
    const isAsking = () => far.asked.some((one) => one.startsWith('GET /v1/events'));
    await poll(10_000, async () => isAsking() || undefined);
    before.close();
    stored = [{ id: 'evt_1', type: 'message.received' }];
    listing = undefined;
    const again = host.create(type, 'ask');
    await sentBy(again);
    expect(outputs(before)).toEqual([]);
    expect(outputs(again)).toMatchObject([[{ payload: 'evt_1', order: '7' }, null]]);
    again.close();
  });

  it('names the recipient if it no longer knows the question', async () => {
    const node = host.create(type, 'ask');
    await deliver('evt_4', 'webhook.expired');
    await sentBy(node);
    const { to } = sample as { readonly id: string; readonly to?: string };
    expect(outputs(node)).toMatchObject([[null, { payload: 'timeout', topic: to }]]);
  });
});
