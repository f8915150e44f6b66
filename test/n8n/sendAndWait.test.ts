import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import {
  contract,
  createEventSchema,
  sampleOf,
  type Event,
  type EventType,
} from '@textloom/shared/contract';
import { createMessage, startFarSide, type Asked, type FarSide } from './farSide.ts';
import { n8nHost, type HostOptions } from './n8nHost.ts';
import { problemBody } from '../problemBody.ts';
import {
  answerOfWebhooks,
  deliver as deliverEvent,
  getOutput,
  hour,
  node,
  now,
  page,
  pathsOf,
  run as wait,
  secretOf,
  sixthAttempt,
  take,
  webhook,
  type Delivery,
  type Host,
} from './waitStage.ts';

const parameters: INodeParameters = {
  resource: 'message',
  operation: 'sendAndWait',
  to: '+12025550123',
  from: '+12025550100',
  message: 'Restart the server? Reply YES or NO',
  purpose: 'alert',
  responseType: 'approval',
  approveWords: 'YES, Y, OK',
  declineWords: 'NO, N',
};
const message = {
  ...(createMessage({
    to: '+12025550123',
    text: parameters.message,
  }) as Event<'message.sent'>['data']),
  id: 'msg_asked',
  from: '+12025550100',
  purpose: 'alert' as const,
};

/** The events that the service has stored, newest first. */
let stored: readonly object[] = [];
/** The texts that repeat a question. */
let repeated: readonly object[] = [];
type Reply = Parameters<typeof startFarSide>[0];
let far: FarSide;
const started: FarSide[] = [];
afterEach(async () => {
  stored = [];
  repeated = [];
  for (const one of started.splice(0)) await one.stop();
});

/** Starts a service that accepts everything, unless `reply` returns something else. */
async function start(reply: Reply = () => undefined): Promise<void> {
  far = await startFarSide(
    (asked, time) =>
      reply(asked, time) ??
      (asked.path === '/messages'
        ? { status: 202, body: asked.messages[0]!.text === again ? reminder : message }
        : answerOfOthers(asked)),
  );
  started.push(far);
}
const again = 'Please reply YES or NO';
const reminder = { ...message, id: 'msg_again', text: again };
function answerOfOthers(asked: Asked) {
  if (asked.path.startsWith('/events?')) return page(stored);
  if (asked.path.startsWith('/messages?')) return page(repeated);
  const events = ['message.received', 'webhook.expired'];
  return answerOfWebhooks(asked, { ...webhook, events });
}

const createHost = (change: INodeParameters = {}, settings: HostOptions['settings'] = {}) =>
  n8nHost({
    nodeType: node,
    credential: far.credential,
    parameters: { ...parameters, ...change },
    settings,
  });
const paths = () => pathsOf(far);
const readBody = (at: number) => far.asked.at(at)!.messages[0]!;

describe('to send and wait', () => {
  it.each<[string, INodeParameters, string]>([
    ['the words', {}, 'Restart?\n\nReply YES or NO'],
    [
      'only the first of its words',
      { approveWords: ' go ,OK', declineWords: 'halt' },
      'Restart?\n\nReply go or halt',
    ],
    ['the word that approves', { declineWords: '' }, 'Restart?\n\nReply YES to approve'],
    ['no word if any text is a reply', { responseType: 'freeText' }, 'Restart?'],
    ['no word if that is off', { additionalFields: { appendInstructions: false } }, 'Restart?'],
  ])('asks for %s', async (_, change, text) => {
    await start();
    await wait(createHost({ message: 'Restart?', ...change }));
    expect(readBody(2).text).toBe(text);
  });

  it('asks for the words although the text contains them in lower case', async () => {
    await start();
    await wait(createHost({ message: 'Yes, there is no backup. Restart?' }));
    expect(readBody(2).text).toBe('Yes, there is no backup. Restart?\n\nReply YES or NO');
  });

  it('tests the URL first, then sends, then subscribes to the reply, and waits', async () => {
    await start();
    const before = Date.now();
    const { output, waitTill } = await wait(createHost());
    expect(paths()).toEqual(['/webhooks', `/webhooks/${webhook.id}`, '/messages', '/webhooks']);
    expect(readBody(2)).toEqual({
      to: '+12025550123',
      from: '+12025550100',
      text: 'Restart the server? Reply YES or NO',
      purpose: 'alert',
    });
    expect(readBody(3)).toMatchObject({
      url: expect.stringMatching(
        /^http:\/\/n8n\.test\/webhook-waiting\/[^/]+\/node-1\?message=msg_asked&wait=msg_asked&signature=\w+$/,
      ),
      filter: { message_id: ['msg_asked'] },
      events: expect.arrayContaining([
        'message.received',
        'message.undelivered',
        'webhook.expired',
      ]),
      secret: secretOf('msg_asked'),
    });
    const left = Date.parse(readBody(3).expires_at as string) - before;
    expect(left).toBeGreaterThanOrEqual(24 * hour);
    expect(left).toBeLessThan(24 * hour + 60_000);
    // The service reports the end, and repeats a failed delivery, before n8n continues on its own.
    expect(waitTill!.getTime() - before - left).toBeGreaterThan(sixthAttempt);
    expect(output[0]!.json).toMatchObject({ id: 'msg_asked' });
  });

  it('lets n8n end the wait without the later questions of the same node', async () => {
    await start();
    const context = createHost().execute();
    const later = { ...context.getExecuteData() };
    await node.execute.call(context);
    // n8n continues like this.
    context.getExecuteData().node.disabled = true;
    expect(later.node.disabled).toBeUndefined();
  });

  it('sends nothing if it is called in a way that cannot wait, as by an older agent', async () => {
    await start();
    await expect(createHost().tool()({})).rejects.toThrow(/AI Agent.+ nothing was sent/);
    expect(far.asked).toEqual([]);
  });

  it('measures the time from when the text is sent, and accepts a fixed time', async () => {
    await start(({ path }) =>
      path === '/messages'
        ? { status: 202, body: { ...message, send_at: '2030-01-01T08:00:00.000Z' } }
        : undefined,
    );
    const until = async (fields: INodeParameters) => {
      await wait(createHost({ additionalFields: { limitWaitTime: { fields } } }));
      return readBody(-1).expires_at;
    };
    expect(await until({ resumeAmount: 10, resumeUnit: 'minutes' })).toBe(
      '2030-01-01T08:10:00.000Z',
    );
    const limitType = 'atSpecifiedTime';
    expect(await until({ limitType, maxDateAndTime: '2031-01-01T08:00:00Z' })).toBe(
      '2031-01-01T08:00:00.000Z',
    );
  });

  it('measures the time from now if a repeated request finds a text that was sent long ago', async () => {
    await start(({ path }) =>
      path === '/messages'
        ? { status: 202, body: { ...message, send_at: '2020-01-01T08:00:00.000Z' } }
        : undefined,
    );
    await wait(createHost());
    const left = Date.parse(readBody(-1).expires_at as string) - Date.now();
    expect(Math.abs(left - 24 * hour)).toBeLessThan(60_000);
  });

  it('stores an item for the timeout that says who was asked what, and that nobody replied', async () => {
    await start();
    expect((await wait(createHost())).left).toEqual([
      {
        json: {
          data: { approved: false, respondedAt: null },
          outcome: 'timed_out',
          approved: false,
          comment: null,
          text: null,
          from: '+12025550123',
          to: '+12025550100',
          received_at: null,
          timed_out: true,
          opted_out: false,
          failure: null,
          reply_id: null,
          message_id: 'msg_asked',
          message_text: 'Restart the server? Reply YES or NO',
        },
        pairedItem: { item: 0 },
      },
    ]);
    expect((await wait(createHost({ responseType: 'freeText' }))).left).toMatchObject([
      { json: { data: { text: null, respondedAt: null }, approved: null, timed_out: true } },
    ]);
  });

  it('sends nothing if the service cannot deliver to this n8n, and explains what to do', async () => {
    const detail = 'The address is in a private network';
    await start(({ path }) =>
      path === '/webhooks'
        ? {
            status: 422,
            body: problemBody('validation_failed', 422, {
              errors: [{ pointer: '/url', code: 'invalid_url', detail }],
            }),
          }
        : undefined,
    );
    await expect(wait(createHost())).rejects.toMatchObject({
      message:
        'The service cannot deliver replies to this n8n at http://n8n.test, so nothing was sent',
      description: expect.stringContaining('WEBHOOK_URL'),
    });
    expect(paths()).toEqual(['/webhooks']);
  });

  it('sends nothing in an n8n that is too old to wait, and says which version is needed', async () => {
    await start();
    const context = createHost().execute();
    // Versions before 1.107 do not have this method.
    Object.assign(context, { getSignedResumeUrl: undefined });
    await expect(node.execute.call(context)).rejects.toMatchObject({
      name: 'NodeOperationError',
      message: "'Send and Wait for Reply' needs n8n 1.107 or later, so nothing was sent",
      description: expect.stringContaining('Update n8n'),
    });
    expect(far.asked).toEqual([]);
  });

  it('checks the URL of each execution with a separate ID, so that many can begin at the same time', async () => {
    await start();
    for (let execution = 0; execution < 2; execution++) await wait(createHost());
    const checks = far.asked.filter(
      ({ path, messages }) => path === '/webhooks' && !('secret' in messages[0]!),
    );
    const named = checks.map(({ messages }) => JSON.stringify(messages[0]!.filter));
    expect(named).toHaveLength(2);
    expect(new Set(named).size).toBe(2);
  });

  it('sends with a key that every attempt at a run shares, and no other run', async () => {
    await start(({ path, messages }) =>
      path === '/webhooks' && 'secret' in messages[0]!
        ? { status: 500, body: problemBody('internal_error', 500) }
        : undefined,
    );
    // Each attempt uses a new host, because n8n has lost its state.
    const readKey = async (execution: string, runIndex: number) => {
      far.asked.length = 0;
      const context = createHost().execute([{}], execution, undefined, runIndex);
      await expect(node.execute.call(context)).rejects.toThrow();
      return far.asked.find(({ path }) => path === '/messages')!.headers['idempotency-key'];
    };
    const first = await readKey('one', 0);
    expect(first).toMatch(/^\w{64}$/);
    expect(await readKey('one', 0)).toBe(first);
    expect(await readKey('one', 1)).not.toBe(first);
    expect(await readKey('two', 0)).not.toBe(first);
  });

  it('asks once in all executions with the same Deduplication Key, and each gets the reply', async () => {
    await start();
    const additionalFields = { deduplicationKey: 'alert-1' };
    for (const to of ['+12025550123', '+1 (202) 555-0123'])
      expect((await wait(createHost({ to, additionalFields }))).waitTill).toBeInstanceOf(Date);
    const sent = far.asked.filter(({ path }) => path === '/messages');
    expect(sent.map(({ messages }) => messages[0])).toEqual([
      expect.objectContaining({ to: '+12025550123' }),
      expect.objectContaining({ to: '+12025550123' }),
    ]);
    const key = deriveIdempotencyKey('+12025550123', 'alert-1');
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([key, key]);
    const replies = far.asked.filter(({ messages }) => 'secret' in messages[0]!);
    expect(new Set(replies.map(({ messages }) => messages[0]!.url)).size).toBe(2);
  });

  it('does not wait if the reply came in an earlier pass of a loop with the same key', async () => {
    const schema = createEventSchema('message.received');
    const sample = sampleOf(schema);
    const reply = { id: 'msg_reply', in_reply_to: 'msg_asked', text: 'YES', keyword: null };
    const event = { ...sample, data: { ...sample.data, ...reply } };
    stored = [event];
    await start();
    const host = createHost({ additionalFields: { deduplicationKey: 'alert-1' } });
    const { output, waitTill } = await wait(host);
    expect(waitTill).toBeUndefined();
    expect(output).toMatchObject([
      {
        json: { outcome: 'approved', data: { approved: true }, reply_id: 'msg_reply' },
        pairedItem: { item: 0 },
      },
    ]);
    expect(far.asked.at(-1)!.path).toBe(`/webhooks/${webhook.id}`);
  });

  it('waits if the service does not say whether a reply to an earlier question came', async () => {
    await start(({ path }) =>
      path.startsWith('/events?')
        ? { status: 500, body: problemBody('internal_error', 500) }
        : undefined,
    );
    const host = createHost({ additionalFields: { deduplicationKey: 'alert-1' } });
    expect((await wait(host)).waitTill).toBeInstanceOf(Date);
  });

  it('names the Deduplication Key if the service knows it from another question', async () => {
    await start(({ path }) =>
      path === '/messages'
        ? { status: 422, body: problemBody('idempotency_key_reused', 422) }
        : undefined,
    );
    const host = createHost({ additionalFields: { deduplicationKey: 'alert-1' } });
    await expect(wait(host)).rejects.toThrow(/^This Deduplication Key was used before/);
  });

  it('sends once, however often it must subscribe to the reply', async () => {
    let isDown = true;
    const problem = { status: 500, body: problemBody('internal_error', 500) };
    await start(({ path, messages }) => {
      const isReply = path === '/webhooks' && 'secret' in messages[0]!;
      return isReply && isDown ? problem : undefined;
    });
    const host = createHost();
    await expect(wait(host)).rejects.toThrow();
    isDown = false;
    far.asked.length = 0;
    expect((await wait(host)).waitTill).toBeInstanceOf(Date);
    // The check of the URL must not fail an attempt whose text is sent.
    expect(paths()).toEqual(['/webhooks']);
  });

  it('repeats the request to send if the service is busy', async () => {
    let isBusy = true;
    await start(({ path }) => {
      if (path !== '/messages' || !isBusy) return undefined;
      isBusy = false;
      return {
        status: 503,
        headers: { 'retry-after': '0' },
        body: problemBody('unavailable', 503),
      };
    });
    expect((await wait(createHost())).waitTill).toBeInstanceOf(Date);
    const sent = far.asked.filter(({ path }) => path === '/messages');
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('fails like sending, and does not wait', async () => {
    await start(({ path }) =>
      path === '/messages'
        ? { status: 422, body: problemBody('recipient_opted_out', 422) }
        : undefined,
    );
    await expect(wait(createHost())).rejects.toMatchObject({ httpCode: '422' });
    const { output, waitTill } = await wait(createHost({}, { onError: 'continueRegularOutput' }));
    expect(output[0]!.json).toMatchObject({ details: { code: 'recipient_opted_out' } });
    expect(waitTill).toBeUndefined();
  });

  it.each<[string, INodeParameters, RegExp]>([
    ['no text', { message: '' }, /^'Message' is empty/],
    ['no approve word', { approveWords: ' , ' }, /^'Approve Words' is empty/],
    ['a name as the sender', { from: 'ACME' }, /^'From' is a sender name/],
    [
      'a time that has passed',
      {
        additionalFields: {
          limitWaitTime: {
            fields: { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' },
          },
        },
      },
      /^'Max Date and Time' is not in the future/,
    ],
  ])('sends no request with %s', async (_, change, what) => {
    await start();
    await expect(wait(createHost(change))).rejects.toThrow(what);
    expect(far.asked).toEqual([]);
  });

  it('sends nothing if the default number is a name, to which nobody can reply', async () => {
    const preview = { ...sampleOf(contract.message.preview.output), from: 'ACME' };
    await start(({ path }) =>
      path === '/messages/preview' ? { status: 200, body: preview } : undefined,
    );
    await expect(wait(createHost({ from: '' }))).rejects.toMatchObject({
      message:
        "'From' is empty, and your default number is a sender name, which cannot receive replies, so choose a number [item 0]",
    });
    expect(paths()).not.toContain('/messages');
  });

  it('says that the text was sent if it went out from a name', async () => {
    await start(({ path }) =>
      path === '/messages' ? { status: 202, body: { ...message, from: 'ACME' } } : undefined,
    );
    await expect(wait(createHost({ from: '' }))).rejects.toThrow(
      'The text was sent from a sender name, which cannot receive replies',
    );
  });
});

describe('a waiting execution', () => {
  const received = { ...message, direction: 'inbound', id: 'msg_reply', in_reply_to: 'msg_asked' };

  /** Delivers an event of the reply, or of another kind, with this data. */
  function deliver(
    host: Host,
    data: object,
    { type = 'message.received', ...delivery }: Delivery & { readonly type?: EventType } = {},
  ) {
    const sample = sampleOf(createEventSchema(type));
    const event = { ...sample, data: { ...sample.data, ...received, ...data } } as Event;
    return deliverEvent(host, event, { wait: 'msg_asked', ...delivery });
  }
  /** Delivers the end of the time limit. */
  function expire(host: Host, secret?: string) {
    const sample = sampleOf(createEventSchema('webhook.expired'));
    const event = { ...sample, data: { webhook_id: webhook.id } };
    return deliverEvent(host, event, { wait: 'msg_asked', ...(secret && { secret }) });
  }
  const getItem = (delivered: Parameters<typeof getOutput>[0]) => getOutput(delivered)?.[0]?.json;
  const asked = async (change: INodeParameters = {}) => {
    await start();
    const host = createHost(change);
    await wait(host);
    far.asked.length = 0;
    return host;
  };

  it('gets the reply as one flat item, according to the question and not to its current parameters', async () => {
    await start();
    const host = createHost({ responseType: 'freeText' });
    await wait(host);
    host.workflow.getNode('Node')!.parameters.responseType = 'approval';
    const delivered = await deliver(host, {
      text: 'In an hour',
      created_at: '2026-01-31T09:30:00.000Z',
    });
    expect(getItem(delivered)).toEqual({
      data: { text: 'In an hour', respondedAt: '2026-01-31T09:30:00.000Z' },
      outcome: 'replied',
      approved: null,
      comment: null,
      text: 'In an hour',
      from: '+12025550123',
      to: '+12025550100',
      received_at: '2026-01-31T09:30:00.000Z',
      timed_out: false,
      opted_out: false,
      failure: null,
      reply_id: 'msg_reply',
      message_id: 'msg_asked',
      message_text: 'Restart the server? Reply YES or NO',
    });
  });

  it.each<[string, boolean | undefined]>([
    ['YES', true],
    [' yes! ', true],
    ['Ok.', true],
    ['No', false],
    ['n', false],
    ['Yes please', true],
    ['OK. Go ahead', true],
    ['Yes, no problem', true],
    ['No, use the other server', false],
    ['No thanks, yes is wrong', false],
    ['yes thank you 🙏🏽', true],
    ['OK, sounds good. Go ahead and do it!!', true],
    ['Yes 👎', undefined],
    ['Yes I will be there', true],
    ['Yes, I’ll be there', true],
    ['Yes, see you tomorrow!', true],
    ['OK I got it', true],
    ['ok on it', true],
    ['Yes, taking it', true],
    ['Yes see you at 11', undefined],
    ['Yes I will not be there', undefined],
    ['OK got it but ask Bob', undefined],
    ["Can't make it", undefined],
    ['OK never mind', undefined],
    ['Ok let me check first', undefined],
    ['OK hang on', undefined],
    ['YES to A, NO to B', undefined],
    ['OK who is this', undefined],
    ['Yes/No', undefined],
    ['Yes please do not', undefined],
    ['Yes, but not today', undefined],
    ['Yes, don’t restart it', undefined],
    ['OK, no', undefined],
    ['Ok?', undefined],
    ["N'importe", undefined],
    ['Y-axis', undefined],
    ['Yes, if it is after 10', undefined],
    ['No problem, continue', undefined],
    ['YESTERDAY', undefined],
    ['Who is this?', undefined],
  ])('takes "%s" for %s', async (text, approved) => {
    const host = await asked({ additionalFields: { askAgain: '' } });
    const delivered = await deliver(host, { text });
    expect(getItem(delivered)?.approved).toBe(approved);
    const outcome = approved ? 'approved' : 'declined';
    expect(getItem(delivered)?.outcome).toBe(approved === undefined ? undefined : outcome);
    expect(delivered.result).toMatchObject({ webhookResponse: 'OK' });
    expect(paths()).not.toContain('/messages');
  });

  it.each(['approval', 'freeText'])(
    'ends with a STOP, which is not an approval (%s)',
    async (responseType) => {
      const host = await asked({ responseType, approveWords: 'STOP' });
      expect(getItem(await deliver(host, { text: 'STOP', keyword: 'stop' }))).toMatchObject({
        approved: responseType === 'approval' ? false : null,
        outcome: 'opted_out',
        opted_out: true,
        text: 'STOP',
      });
    },
  );

  it('keeps waiting if the recipient sends HELP, because the service replies to it', async () => {
    const host = await asked({ responseType: 'freeText' });
    expect(getItem(await deliver(host, { text: 'HELP', keyword: 'help' }))).toBeUndefined();
  });

  it.each<EventType>([
    'message.undelivered',
    'message.failed',
    'message.expired',
    'message.canceled',
  ])('ends if the text did not arrive (%s)', async (type) => {
    const error = sampleOf(createEventSchema('message.undelivered')).data.error;
    const host = await asked();
    const other = await deliver(host, { id: 'msg_again', error }, { type });
    expect(getItem(other)).toBeUndefined();
    expect(getItem(await deliver(host, { id: 'msg_asked', error }, { type }))).toMatchObject({
      outcome: 'not_delivered',
      approved: false,
      text: null,
      failure: error,
    });
  });

  it('does not resume on the delivery of its text', async () => {
    const host = await asked({ responseType: 'freeText' });
    const { result } = await deliver(host, { id: 'msg_asked' }, { type: 'message.delivered' });
    expect(result).toEqual({ webhookResponse: 'OK' });
  });

  it.each<[string, Delivery]>([
    ['signed with another key', { secret: secretOf('msg_asked', 'another') }],
    ['signed for another message', { secret: secretOf('msg_1') }],
    ['older than five minutes', { timestamp: now() - 302 }],
  ])('refuses a delivery that is %s', async (_, forgery) => {
    expect(await deliver(await asked(), { text: 'YES' }, forgery)).toMatchObject({
      result: { noWebhookResponse: true },
      answered: { status: 401 },
    });
  });

  it('renews the secret of its subscription if the API key has changed since', async () => {
    const host = await asked();
    const forgery = { secret: secretOf('msg_asked', 'old') };
    // Other tests have used the time until the next attempt.
    const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await deliver(host, { text: 'YES' }, { ...forgery, timestamp: now() });
    time.mockRestore();
    expect(paths()).toEqual(['/webhooks']);
    expect(readBody(0)).toMatchObject({
      filter: { message_id: ['msg_asked'] },
      secret: secretOf('msg_asked'),
    });
  });

  it('ends the subscription of an earlier pass of a loop, whose late reply answers another question', async () => {
    const questions = ['msg_first', 'msg_asked'];
    await start(({ path }) =>
      path === '/messages'
        ? { status: 202, body: { ...message, id: questions.shift() } }
        : undefined,
    );
    const host = createHost();
    await wait(host);
    await node.execute.call(host.execute([{}], undefined, undefined, 1));
    far.asked.length = 0;
    const late = { text: 'YES', in_reply_to: 'msg_first' };
    for (const secret of ['msg_first', 'msg_asked'])
      expect(
        await deliver(host, late, { secret: secretOf(secret), wait: 'msg_first' }),
      ).toMatchObject({ result: { noWebhookResponse: true }, answered: { status: 410 } });
    expect(far.asked).toEqual([]);
    expect(getItem(await deliver(host, { text: 'NO' }))).toMatchObject({ approved: false });
  });

  it('ignores a reply to another message', async () => {
    const host = await asked();
    const delivered = await deliver(host, { text: 'YES', in_reply_to: 'msg_other' });
    expect(delivered.result).toEqual({ webhookResponse: 'OK' });
    expect(getItem(await deliver(host, { text: 'YES' }))).toMatchObject({
      approved: true,
    });
  });

  it('refuses unsigned deliveries, and every delivery if no question was sent', async () => {
    const refused = { result: { noWebhookResponse: true }, answered: { status: 401 } };
    expect(await take(await asked(), {}, '{"approved":true}', {})).toMatchObject(refused);
    expect(await deliver(createHost(), { text: 'YES' })).toMatchObject(refused);
  });

  it('resumes only on a POST to the URL that n8n signs', () => {
    expect(node.description.webhooks).toMatchObject([
      { httpMethod: 'POST', restartWebhook: true, path: '={{ $nodeId }}' },
    ]);
  });

  it.each<[string, object]>([
    ['No, use the other server', { approved: false, chatInput: 'use the other server' }],
    ['No', { approved: false }],
    ['Yes please', { approved: true }],
  ])('returns the data of n8n\'s own human review for "%s"', async (text, data) => {
    const respondedAt = '2026-01-31T09:30:00.000Z';
    const delivered = await deliver(await asked(), { text, created_at: respondedAt });
    expect(getItem(delivered)?.data).toEqual({ ...data, respondedAt });
  });

  it.each([
    ['Yes — and thanks!', 'and thanks!'],
    ['Yes!', null],
    ['No\n\nSent from my iPhone', null],
    ['No, wait\n\nSent from my iPhone', 'wait'],
  ])('returns what the reviewer wrote after the word as a comment (%s)', async (text, comment) => {
    expect(getItem(await deliver(await asked(), { text }))?.comment).toBe(comment);
  });

  it.each([
    ['phrases', { approveWords: 'go ahead, no problem' }, 'No problem, thanks', true],
    ['emoji', { approveWords: '👍', declineWords: '👎' }, '👍🏽', true],
    ['contradictory emoji', { approveWords: '👍', declineWords: '👎' }, '👎👍', false],
    ['words of other scripts', { approveWords: 'हाँ', declineWords: 'नहीं' }, 'हाँ।', true],
    ['words of other scripts', { approveWords: 'हाँ', declineWords: 'नहीं' }, 'हाथ', undefined],
    ['the same words twice', { approveWords: 'OK', declineWords: 'OK' }, 'OK', false],
  ])('understands %s', async (_, words, text, approved) => {
    const delivered = await deliver(await asked(words), { text });
    expect(getItem(delivered)?.approved).toBe(approved);
  });

  it.each([
    ['👍', true],
    ['Yep', true],
    ['Yeah', true],
    ['Okay', true],
    ['Yup', true],
    ['Yes please', true],
    ['Sure', true],
    ['Sure thing!', true],
    ['Confirmed', true],
    ['Yes\n\nSent from my iPhone', true],
    ['OK\r\nSent from my Galaxy S24\n', true],
    ['👎', false],
    ['nope', false],
    ['Nah', false],
    ['Yes\nSent from my boss: do not do it', undefined],
    ['Yes\nSent from my phone but do not deploy before Bob agrees', undefined],
    ['Yes\n\nSent from my iPhone, wait for Bob', undefined],
    ['Sent from my iPhone', undefined],
    ['Sure?', undefined],
    ['Yeah but later', undefined],
    ["can't", undefined],
  ])('understands "%s" without own words', async (text, approved) => {
    const words = { approveWords: undefined, declineWords: undefined };
    expect(getItem(await deliver(await asked(words), { text }))?.approved).toBe(approved);
  });

  it.each([{}, { additionalFields: { askAgain: again } }])(
    'asks once more if a reply is unclear, and waits for the reply to that as well (%j)',
    async (change) => {
      const host = await asked(change);
      const unclear = await deliver(host, { text: 'Maybe' });
      expect(unclear.result).toEqual({ webhookResponse: 'OK' });
      expect(paths()).toEqual(['/messages', '/webhooks']);
      expect(readBody(0)).toEqual({
        to: '+12025550123',
        from: '+12025550100',
        purpose: 'alert',
        text: again,
        reference: 'msg_asked',
        metadata: { question: 'msg_asked' },
      });
      expect(readBody(1)).toMatchObject({
        url: expect.stringContaining('message=msg_again'),
        filter: { message_id: ['msg_again'] },
        secret: secretOf('msg_asked'),
      });

      const repeated = { message: 'msg_again' };
      const still = await deliver(host, { text: 'Hm', in_reply_to: 'msg_again' }, repeated);
      expect(still.result).toEqual({ webhookResponse: 'OK' });
      expect(far.asked).toHaveLength(2);
      const clear = await deliver(host, { text: 'Yes', in_reply_to: 'msg_again' }, repeated);
      expect(getItem(clear)).toMatchObject({ approved: true, message_id: 'msg_asked' });
    },
  );

  it.each([
    ['{{ "{" }}{notes}}, YES or NO?', '{{notes}}, YES or NO?', false, {}],
    ['YES or NO, {{first_name|you}}?', 'YES or NO, {{first_name|you}}?', undefined, {}],
    ['{{ "{" }}{notes}}, YES or NO?', '{{notes}}, YES or NO?', undefined, { mergeFields: true }],
  ])(
    'asks once more with the merge fields that the author typed or wants: %s',
    async (typed, text, kept, options) => {
      const host = await asked({ additionalFields: { ...options, askAgain: `=${typed}` } });
      await deliver(host, { text: 'Maybe' });
      expect(readBody(0).text).toBe(text);
      expect(readBody(0).merge_fields).toBe(kept);
    },
  );

  it('lets the service retry if it cannot ask once more now', async () => {
    const host = await asked({ additionalFields: { askAgain: again } });
    await far.stop();
    const unclear = await deliver(host, { text: 'Maybe' });
    expect(unclear).toMatchObject({
      result: { noWebhookResponse: true },
      answered: { status: 503 },
    });
  });

  it('lets the service end its subscription after it continues, after another attempt or two', async () => {
    const host = await asked();
    await deliver(host, { text: 'Yes' });
    expect(paths()).toEqual(['/webhooks?', `/webhooks/${webhook.id}`, '/messages?']);
    expect(decodeURIComponent(far.asked[0]!.path)).toContain('message=msg_asked');
    const left = Date.parse(readBody(1).expires_at as string) - Date.now();
    expect(left).toBeGreaterThan(60_000);
    expect(left).toBeLessThan(3_600_000);
    // The service then ends the subscription without another event.
    expect(readBody(1).events).toEqual(['message.received']);
  });

  it.each([
    ['the question', 'msg_asked'],
    ['the text that repeats it', 'msg_again'],
  ])('ends both of its subscriptions if the reply is to %s', async (_, in_reply_to) => {
    const host = await asked();
    await deliver(host, { text: 'Hm' });
    far.asked.length = 0;
    repeated = [{ ...reminder, metadata: { question: 'msg_asked' } }];
    const delivery = { message: in_reply_to };
    const delivered = await deliver(host, { text: 'Yes', in_reply_to }, delivery);
    expect(getItem(delivered)).toMatchObject({ approved: true });
    const ended = far.asked.filter(({ path }) => path.startsWith('/webhooks?'));
    expect(ended.map(({ path }) => decodeURIComponent(path))).toEqual([
      expect.stringContaining('message=msg_asked'),
      expect.stringContaining('message=msg_again'),
    ]);
  });

  it('continues at the time limit with the reply in time, although its delivery failed', async () => {
    const host = await asked();
    const data = { ...received, text: 'Yes', in_reply_to: 'msg_asked', keyword: null };
    stored = [{ ...sampleOf(createEventSchema('message.received')), data }];
    const [, limit] = [await deliver(host, { text: 'Hm' }), await expire(host)];
    expect(getItem(limit)).toMatchObject({ approved: true, reply_id: 'msg_reply' });
    const search = far.asked.find(({ path }) => path.startsWith('/events?'))!.path;
    const before = new URLSearchParams(search.slice(search.indexOf('?'))).get('created_before');
    expect(Math.abs(Date.parse(before!) - Date.now() - 24 * hour)).toBeLessThan(60_000);
  });

  it('continues at the time limit with the last unclear reply, which is not a decision', async () => {
    const host = await asked({ additionalFields: { askAgain: '' } });
    const sample = sampleOf(createEventSchema('message.received'));
    const at = '2026-01-31T09:30:00.000Z';
    stored = ['Can I come Friday at 3 instead?', 'Which Friday?'].map((text, index) => {
      const data = { ...received, text, id: `msg_reply_${index}`, keyword: null, created_at: at };
      return { ...sample, data };
    });
    expect(getItem(await expire(host))).toEqual({
      data: { approved: false, respondedAt: at, chatInput: 'Can I come Friday at 3 instead?' },
      outcome: 'unclear',
      approved: false,
      comment: null,
      text: 'Can I come Friday at 3 instead?',
      from: '+12025550123',
      to: '+12025550100',
      received_at: at,
      timed_out: true,
      opted_out: false,
      failure: null,
      reply_id: 'msg_reply_0',
      message_id: 'msg_asked',
      message_text: 'Restart the server? Reply YES or NO',
    });
  });

  it('continues at the time limit without a reply, or later if it cannot ask for one', async () => {
    const host = await asked();
    expect(getItem(await expire(host))).toMatchObject({ timed_out: true, message_id: 'msg_asked' });
    await far.stop();
    expect(await expire(host)).toMatchObject({ answered: { status: 503 } });
  });

  it('renews a subscription that has reported the end, if the API key has changed since', async () => {
    const accepted: unknown[] = [];
    const host = await asked();
    await far.stop();
    await start(({ path, messages }) => {
      if (path !== '/webhooks') return undefined;
      const { expires_at, events } = messages[0]!;
      if (Date.parse(expires_at as string) > Date.now()) {
        accepted.push(events);
        return undefined;
      }
      const errors = [{ pointer: '/expires_at', code: 'out_of_range', detail: 'has passed' }];
      return { status: 422, body: problemBody('validation_failed', 422, { errors }) };
    });
    host.additionalData.credentialsHelper.getDecrypted = () =>
      Promise.resolve({ ...far.credential });
    const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 26 * hour);
    await expire(host, secretOf('msg_asked', 'old'));
    time.mockRestore();
    expect(accepted).toEqual([expect.arrayContaining(['message.received', 'webhook.expired'])]);
  });

  it('continues once if two replies come at the same moment, and with the other if that fails', async () => {
    const host = await asked();
    const replies = ['Yes', 'No'].map((text) => deliver(host, { text }));
    const [first, second] = await Promise.all(replies);
    const [started, refused] = getItem(first!) ? [first!, second!] : [second!, first!];
    expect(getItem(started)).toBeDefined();
    const later = { status: 503, headers: { 'Retry-After': '10' } };
    expect(refused).toMatchObject({ result: { noWebhookResponse: true }, answered: later });
    started.finish(200);
    expect((await deliver(host, { text: 'No' })).answered).toMatchObject(later);
    const other = await asked();
    (await deliver(other, { text: 'Yes' })).finish(500);
    expect(getItem(await deliver(other, { text: 'No' }))).toMatchObject({ approved: false });
  });

  it('continues although its subscription cannot be ended', async () => {
    const host = await asked();
    await far.stop();
    expect(getItem(await deliver(host, { text: 'Yes' }))).toMatchObject({ approved: true });
  });
});
