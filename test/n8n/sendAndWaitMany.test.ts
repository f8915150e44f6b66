import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import { createEventSchema, sampleOf, type Event, type EventType } from '@textloom/shared/contract';
import { createMessage, startFarSide, type Asked, type FarSide } from './farSide.ts';
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
  run,
  secretOf,
  sixthAttempt,
  webhook,
  type Host,
} from './waitStage.ts';

const numbers = ['+12025550123', '+12025550124', '+12025550125'];
const items = numbers.map((phone) => ({ phone }));
const parameters: INodeParameters = {
  resource: 'message',
  operation: 'sendAndWait',
  to: '={{ $json.phone }}',
  message: 'Are you coming?',
  responseType: 'approval',
  approveWords: 'YES',
  declineWords: 'NO',
};
const start = '2026-01-31T09:30:00.000Z';

let far: FarSide;
/** Whether the key can no longer read events. */
let isRevoked = false;
/** The question that a text repeats, and the reference of that text. */
let repetition = { question: 'msg_3', reference: 'msg_3' };
afterEach(() => {
  isRevoked = false;
  repetition = { question: 'msg_3', reference: 'msg_3' };
  return far.stop();
});

/** Starts a service that lists these events, newest first, and refuses these recipients. */
async function startService(
  events: readonly object[] = [],
  refused: readonly string[] = [],
  problem = problemBody('recipient_opted_out', 422),
) {
  far = await startFarSide((request: Asked) => {
    const { path, messages } = request;
    if (path.startsWith('/events?') && isRevoked)
      return { status: 401, body: problemBody('unauthenticated', 401) };
    if (path === '/messages/batch') {
      const results = messages.map((one) =>
        refused.includes(one.to as string)
          ? { status: problem.status, message: null, problem }
          : {
              status: 202,
              message: asked(one.to as string, one.from as string),
              problem: null,
            },
      );
      return { status: 200, body: { results } };
    }
    if (path === '/messages') return { status: 202, body: { ...asked(numbers[0]!), id: 'again' } };
    if (path.startsWith('/events?')) return page(related(path, events));
    if (path.startsWith('/messages?')) {
      const { question, reference } = repetition;
      const again = { ...asked(numbers[0]!), id: 'again', reference, metadata: { question } };
      return page(readQuery(path).get('reference') === reference ? [again] : []);
    }
    return answerOfWebhooks(request);
  });
}
const readQuery = (path: string) => new URL(path, far.credential.baseUrl).searchParams;
/** Returns the events of the messages that the address names, and of the replies to them. */
function related(path: string, events: readonly object[]) {
  const messageIds = readQuery(path).getAll('related_to');
  const own = (events as readonly Event<'message.received'>[]).filter(
    ({ data }) => messageIds.includes(data.id) || messageIds.includes(data.in_reply_to ?? ''),
  );
  return own.reverse();
}
const toId = (to: string) => `msg_${to.slice(-1)}`;
const asked = (to: string, from?: string) => ({
  ...(createMessage({ to, text: parameters.message }) as Event<'message.sent'>['data']),
  id: toId(from ?? to),
  from: from ?? '+12025550100',
  created_at: start,
});

/** Creates an event of a question: its reply, or its failure. */
function createEvent(to: string, data: object, type: EventType = 'message.received'): Event {
  const schema = createEventSchema(type);
  const sample = sampleOf(schema);
  const reply = { id: `reply_${to.slice(-1)}`, from: to, in_reply_to: toId(to) };
  const own = type === 'message.received' ? reply : { id: toId(to), to };
  return {
    ...sample,
    id: `evt_${to.slice(-1)}${type}`,
    timestamp: '2026-01-31T09:31:00.000Z',
    data: { ...sample.data, keyword: null, ...own, ...data },
  } as Event;
}
const replies = (texts: readonly (string | undefined)[]): Event[] =>
  texts.flatMap((text, index) =>
    text === undefined ? [] : [createEvent(numbers[index]!, { text })],
  );

const expired: Event = sampleOf(createEventSchema('webhook.expired'));

const createHost = (change: INodeParameters = {}, settings: HostOptions['settings'] = {}) =>
  n8nHost({
    nodeType: node,
    credential: far.credential,
    parameters: { ...parameters, ...change },
    settings,
  });
const first = { additionalFields: { waitFor: 'first' } };

/** Makes an execution wait, and returns the data that n8n keeps of it. */
const wait = (host: Host, input: IDataObject[] = items) => run(host, input);
const paths = () => pathsOf(far);
/** Waits, with these events, and returns the host of the waiting execution. */
async function waiting(events: readonly Event[], change: INodeParameters = {}) {
  await startService(events);
  const host = createHost(change);
  await wait(host);
  far.asked.length = 0;
  return host;
}

describe('to send and wait for several items', () => {
  it('sends all questions in one request, and subscribes to all replies with one webhook', async () => {
    await startService();
    const { output, waitTill, left: withoutReply } = await wait(createHost());
    expect(paths()).toEqual([
      '/webhooks',
      expect.stringMatching(/^\/webhooks\/whk_/),
      // Without 'From', the default number sends, and must be able to get replies.
      '/messages/preview',
      '/messages/batch',
      '/webhooks',
    ]);
    expect(far.asked[3]!.messages.map(({ to }) => to)).toEqual(numbers);
    expect(far.asked[4]!.messages[0]).toMatchObject({
      url: expect.stringContaining('message=msg_3'),
      filter: { message_id: ['msg_3', 'msg_4', 'msg_5'] },
      secret: secretOf('msg_3'),
    });
    expect(output.map(({ json }) => json.id)).toEqual(['msg_3', 'msg_4', 'msg_5']);
    const left = Date.parse(far.asked[4]!.messages[0]!.expires_at as string) - Date.now();
    expect(left).toBeGreaterThan(24 * hour - 60_000);
    expect(left).toBeLessThanOrEqual(24 * hour);
    // The service reports the end, and repeats a failed delivery, before n8n continues on its own.
    expect(waitTill!.getTime() - Date.now() - left).toBeGreaterThan(sixthAttempt);
    expect(withoutReply).toMatchObject(
      numbers.map((from, item) => ({ json: { from, timed_out: true }, pairedItem: { item } })),
    );
  });

  it('sends each question once, however often the node runs again', async () => {
    await startService([], [numbers[1]!], problemBody('unavailable', 503));
    const host = createHost();
    await expect(wait(host)).rejects.toMatchObject({ context: { itemIndex: 1 } });
    await expect(wait(host)).rejects.toThrow();
    const batches = far.asked.filter(({ path }) => path === '/messages/batch');
    expect(batches.map(({ messages }) => messages.map(({ to }) => to))).toEqual([
      numbers,
      [numbers[1]],
    ]);
    const keys = batches.map(({ messages }) => messages.map((one) => one.idempotency_key));
    expect(new Set(keys[0]).size).toBe(3);
    expect(keys[1]).toEqual([keys[0]![1]]);
  });

  it('asks each person once in all executions with the same Deduplication Key', async () => {
    await startService();
    await wait(createHost({ additionalFields: { deduplicationKey: 'alert-1' } }));
    const { messages } = far.asked.find(({ path }) => path === '/messages/batch')!;
    expect(messages.map((one) => one.idempotency_key)).toEqual(
      numbers.map((to) => deriveIdempotencyKey(to, 'alert-1')),
    );
  });

  it('does not wait if all have replied, as after an earlier pass of a loop with the same key', async () => {
    await startService(replies(['YES', 'NO', 'YES']));
    const host = createHost({ additionalFields: { deduplicationKey: 'alert-1' } });
    const { output, waitTill } = await wait(host);
    expect(waitTill).toBeUndefined();
    expect(output.map(({ json }) => json.outcome)).toEqual(['approved', 'declined', 'approved']);
    expect(paths().at(-1)).toMatch(/^\/webhooks\/whk_/);
  });

  it('waits for those who have not replied since the same key was used', async () => {
    await startService(replies(['YES', undefined, 'YES']));
    const host = createHost({ additionalFields: { deduplicationKey: 'alert-1' } });
    expect((await wait(host)).waitTill).toBeInstanceOf(Date);
  });

  it('waits for the others if the service refuses a question, which counts as not delivered', async () => {
    await startService(replies(['YES', undefined, 'NO']), [numbers[1]!]);
    const host = createHost();
    const { left } = await wait(host);
    const delivered = await deliver(host, createEvent(numbers[2]!, { text: 'NO' }));
    for (const all of [left, getOutput(delivered)!])
      expect(all[1]).toEqual({
        json: expect.objectContaining({
          ...{ outcome: 'not_delivered', approved: false, timed_out: false },
          ...{ from: numbers[1], to: null, message_id: null },
          failure: {
            ...{ code: 'recipient_opted_out', message: 'The request failed' },
            ...{ carrier_code: null, retryable: false },
          },
        }),
        pairedItem: { item: 1 },
      });
    expect(getOutput(delivered)).toMatchObject([
      { json: { approved: true } },
      {},
      { json: { approved: false, failure: null } },
    ]);
  });

  it('fails if the service refuses every question', async () => {
    await startService([], numbers);
    await expect(wait(createHost())).rejects.toMatchObject({
      context: { itemIndex: 0, data: { code: 'recipient_opted_out' } },
    });
  });

  it('does not count a question as not delivered if the service may have sent it', async () => {
    await startService([], [numbers[1]!], problemBody('a_newer_error', 500));
    await expect(wait(createHost())).rejects.toMatchObject({
      context: { itemIndex: 1, data: { code: 'newer_error', retryable: false } },
    });
  });

  it('waits for the others if an item fails and the workflow continues', async () => {
    await startService(replies(['YES', undefined, 'NO']), [numbers[1]!]);
    const host = createHost({}, { onError: 'continueRegularOutput' });
    const { output, left } = await wait(host);
    expect(left[1]!.json).toMatchObject({ details: { code: 'recipient_opted_out' } });
    expect(output.map(({ json }) => json.id)).toEqual(['msg_3', 'msg_5']);
    const delivered = await deliver(host, createEvent(numbers[2]!, { text: 'NO' }));
    expect(getOutput(delivered)).toMatchObject([
      { json: { approved: true }, pairedItem: { item: 0 } },
      { json: { details: { code: 'recipient_opted_out' } }, pairedItem: { item: 1 } },
      { json: { approved: false }, pairedItem: { item: 2 } },
    ]);
  });

  it('marks a failed item for the error output of older versions of n8n', async () => {
    await startService(replies(['YES', undefined, 'NO']), [numbers[1]!]);
    const host = createHost({}, { onError: 'continueErrorOutput' });
    const { left } = await wait(host);
    const delivered = await deliver(host, createEvent(numbers[2]!, { text: 'NO' }));
    for (const all of [left, getOutput(delivered)!]) {
      const marked = all.map((one) => one.error?.message);
      expect(marked).toEqual([undefined, expect.stringContaining('[item 1]'), undefined]);
      expect(Object.keys(all[1]!)).toEqual(['json', 'pairedItem']);
    }
  });

  it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
    'returns nothing that lets n8n run the node again while it waits (%s)',
    async (onError) => {
      // n8n retries if the first item has an error.
      await startService([], [numbers[0]!]);
      const { output, waitTill } = await wait(createHost({}, { onError, retryOnFail: true }));
      expect(waitTill).toBeInstanceOf(Date);
      expect(output.filter((one) => 'error' in one || 'error' in one.json)).toEqual([]);
    },
  );

  it('fails every item if all texts went out from a name, and the workflow continues', async () => {
    far = await startFarSide(({ path, messages }) => {
      if (path.startsWith('/webhooks/')) return { status: 204, body: {} };
      if (path === '/webhooks') return { status: 201, body: webhook };
      if (path !== '/messages/batch') return undefined;
      const accept = ({ to }: Record<string, unknown>) => ({
        status: 202,
        message: { ...asked(to as string), from: 'ACME' },
        problem: null,
      });
      return { status: 200, body: { results: messages.map(accept) } };
    });
    const { output, waitTill } = await wait(createHost({}, { onError: 'continueRegularOutput' }));
    expect(waitTill).toBeUndefined();
    expect(output).toMatchObject(
      numbers.map((_, item) => ({
        json: { error: expect.stringMatching(/^The text was sent from a sender name/) },
        pairedItem: { item },
      })),
    );
  });

  it('does not wait if every item fails', async () => {
    await startService([], numbers);
    const { output, waitTill } = await wait(createHost({}, { onError: 'continueRegularOutput' }));
    expect(output).toHaveLength(3);
    expect(waitTill).toBeUndefined();
  });

  it.each([
    ['the questions', false, /^The request failed \[item \d\]$/],
    [
      'the wait',
      true,
      /^The text was sent, but the workflow cannot wait for its reply\. .+ \[item \d\]$/,
    ],
  ])(
    'fails every item if the service refuses %s, and says what was sent',
    async (_, isSent, said) => {
      far = await startFarSide(({ path, messages }) => {
        const isWait = messages[0]!.secret !== undefined;
        if (isWait || (path.startsWith('/messages') && !isSent))
          return { status: 401, body: problemBody('unauthenticated', 401) };
        if (path === '/webhooks') return { status: 201, body: webhook };
        return path.startsWith('/messages') ? undefined : { status: 204, body: {} };
      });
      await expect(wait(createHost())).rejects.toMatchObject({
        name: 'NodeApiError',
        description: expect.stringContaining('Check the API key'),
      });
      for (const input of [items, items.slice(0, 1)]) {
        const host = createHost({}, { onError: 'continueRegularOutput' });
        const { output, waitTill } = await wait(host, input);
        expect(output).toMatchObject(
          input.map((_, item) => ({
            json: { error: expect.stringMatching(said), details: { code: 'unauthenticated' } },
            pairedItem: { item },
          })),
        );
        expect(waitTill).toBeUndefined();
      }
    },
  );

  it('keeps the reason why a question was refused if the service refuses the wait for the others', async () => {
    far = await startFarSide(({ path, messages }) => {
      if (messages[0]!.secret !== undefined)
        return { status: 401, body: problemBody('unauthenticated', 401) };
      if (path.startsWith('/webhooks/')) return { status: 204, body: {} };
      if (path === '/webhooks') return { status: 201, body: webhook };
      const refused = {
        status: 422,
        message: null,
        problem: problemBody('recipient_opted_out', 422),
      };
      const accept = (to: string) => ({ status: 202, message: asked(to), problem: null });
      const [one, , three] = numbers.map(accept);
      return { status: 200, body: { results: [one, refused, three] } };
    });
    const { output } = await wait(createHost({}, { onError: 'continueRegularOutput' }));
    expect(output.map(({ json }) => (json.details as IDataObject).code)).toEqual([
      'unauthenticated',
      'recipient_opted_out',
      'unauthenticated',
    ]);
  });

  it.each<[string, INodeParameters, RegExp]>([
    ['an empty text', { message: '={{ $itemIndex === 2 ? "" : "Hi" }}' }, /item 2/],
    ['the same recipient twice', { to: numbers[0]! }, /^An earlier item asks the same .+item 1/],
    [
      'a recipient in two spellings',
      { to: '={{ ["2025550123", "+12025550125", "+1 (202) 555-0123"][$itemIndex] }}' },
      /^An earlier item asks the same .+item 2/,
    ],
  ])('sends nothing with %s', async (_, change, what) => {
    await startService();
    await expect(wait(createHost(change))).rejects.toThrow(what);
    expect(far.asked).toEqual([]);
  });

  it('accepts as many items as one webhook has messages', async () => {
    await startService();
    const many = node.execute.call(
      createHost().execute(Array.from({ length: 101 }, () => items[0]!)),
    );
    await expect(many).rejects.toThrow('accepts at most 100 items, and received 101');
    expect(far.asked).toEqual([]);
  });
});

describe('an execution that waits for several replies', () => {
  it('continues after the last reply, with one item for each item', async () => {
    const events = replies(['YES', 'NO', 'YES']);
    const host = await waiting(events);
    expect(getOutput(await deliver(host, events[2]!))).toMatchObject([
      { json: { from: numbers[0], approved: true, reply_id: 'reply_3' }, pairedItem: { item: 0 } },
      { json: { from: numbers[1], approved: false }, pairedItem: { item: 1 } },
      { json: { from: numbers[2], approved: true }, pairedItem: { item: 2 } },
    ]);
    expect(paths()).toEqual(['/events?', '/webhooks?', expect.stringMatching(/^\/webhooks\//)]);
  });

  it('accepts each reply, and continues at the time limit with the replies so far', async () => {
    const events = replies(['YES', 'NO', undefined]);
    const host = await waiting(events);
    for (const event of events)
      expect((await deliver(host, event)).result).toEqual({ webhookResponse: 'OK' });
    far.asked.length = 0;
    expect(getOutput(await deliver(host, expired))).toMatchObject([
      { json: { approved: true, timed_out: false } },
      { json: { approved: false, timed_out: false } },
      { json: { approved: false, timed_out: true } },
    ]);
    const { searchParams } = new URL(far.asked[0]!.path, far.credential.baseUrl);
    const left = Date.parse(searchParams.get('created_before')!) - Date.now();
    expect(Math.abs(left - 24 * hour)).toBeLessThan(60_000);
  });

  it('continues with a reply that comes late, because the event of the limit may come later still', async () => {
    const events = replies(['YES', undefined, undefined]);
    const host = await waiting(events);
    const time = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 24.5 * hour);
    const late = await deliver(host, events[0]!);
    time.mockRestore();
    expect(getOutput(late)).toHaveLength(3);
  });

  it('continues after the first reply if that is enough, and waits no longer than the limit', async () => {
    const events = replies([undefined, 'YES', undefined]);
    await startService(events);
    const host = createHost(first);
    const { waitTill } = await wait(host);
    expect(waitTill!.getTime() - Date.now()).toBeLessThan(28 * hour);
    expect(getOutput(await deliver(host, events[0]!))).toMatchObject([
      { json: { reply_id: null } },
      { json: { approved: true } },
      { json: { reply_id: null } },
    ]);
  });

  it.each([
    ['STOP', { text: 'STOP', keyword: 'stop' }, first, 'opted_out'],
    ['an unclear reply', { text: 'Which server?' }, first, 'unclear'],
    ['a decline', { text: 'NO' }, { additionalFields: { waitFor: 'firstApproval' } }, 'declined'],
  ])('waits for another first reply after %s', async (_, reply, change, outcome) => {
    const one = createEvent(numbers[0]!, reply);
    const two = createEvent(numbers[1]!, { text: 'YES' });
    const events = [one];
    const host = await waiting(events, change);
    expect((await deliver(host, one)).result).toEqual({ webhookResponse: 'OK' });
    events.push(two);
    const end = { timed_out: false };
    expect(getOutput(await deliver(host, two))).toMatchObject([
      { json: { ...end, outcome, text: reply.text } },
      { json: { ...end, outcome: 'approved' } },
      { json: { ...end, outcome: 'not_needed', text: null, approved: false } },
    ]);
  });

  it('ends with a decline if the first reply is enough', async () => {
    const no = createEvent(numbers[0]!, { text: 'NO' });
    expect(getOutput(await deliver(await waiting([no], first), no))).toMatchObject([
      { json: { outcome: 'declined' } },
      { json: { outcome: 'not_needed' } },
      { json: { outcome: 'not_needed' } },
    ]);
  });

  it('ends without a first reply if everybody opts out', async () => {
    const events = numbers.map((to) => createEvent(to, { text: 'STOP', keyword: 'stop' }));
    expect(getOutput(await deliver(await waiting(events, first), events[2]!))).toHaveLength(3);
  });

  it('counts a text that did not arrive, which is not a first reply', async () => {
    const failure = createEvent(numbers[0]!, {}, 'message.undelivered');
    const host = await waiting([failure], first);
    expect((await deliver(host, failure)).result).toEqual({ webhookResponse: 'OK' });
    const events = [failure, ...replies([undefined, 'YES', 'NO'])];
    await far.stop();
    const all = await waiting(events);
    expect(getOutput(await deliver(all, events[2]!))).toHaveLength(3);
  });

  it('reads and counts only the replies to its messages', async () => {
    const other = createEvent(numbers[1]!, { text: 'YES', in_reply_to: 'msg_other' });
    const mine = createEvent(numbers[2]!, { text: 'YES' });
    const host = await waiting([other, mine]);
    for (const event of [mine, other])
      expect((await deliver(host, event)).result).toEqual({ webhookResponse: 'OK' });
    for (const { path } of far.asked)
      expect(new URLSearchParams(path.slice(path.indexOf('?'))).getAll('related_to')).toEqual([
        'msg_3',
        'msg_4',
        'msg_5',
      ]);
  });

  it('takes the first reply, even if it is a reply to a repeated question', async () => {
    const unclear = createEvent(numbers[0]!, { text: 'Maybe' });
    const clear = createEvent(numbers[0]!, { id: 'clear', text: 'YES', in_reply_to: 'again' });
    const late = createEvent(numbers[0]!, {}, 'message.undelivered');
    const at = (event: Event, minute: number) => ({
      ...event,
      timestamp: `2026-01-31T09:${minute}:00.000Z`,
    });
    const events = [at(unclear, 31), at(clear, 32), at(late, 33)];
    const host = await waiting([...events, ...replies([undefined, 'NO', 'NO'])]);
    expect(getOutput(await deliver(host, events[1]!))![0]).toMatchObject({
      json: { approved: true, reply_id: 'clear' },
    });
  });

  it('asks once more after an unclear reply, and takes the reply to that', async () => {
    const change = { additionalFields: { askAgain: 'Reply YES or NO' } };
    const unclear = createEvent(numbers[0]!, { text: 'Maybe' });
    const host = await waiting([unclear], change);
    expect((await deliver(host, unclear)).result).toEqual({ webhookResponse: 'OK' });
    const sent = far.asked.find(({ path }) => path === '/messages')!;
    expect(sent.messages[0]).toMatchObject({
      text: 'Reply YES or NO',
      reference: 'msg_3',
      metadata: { question: 'msg_3' },
    });
    expect(far.asked.at(-1)!.messages[0]).toMatchObject({ filter: { message_id: ['again'] } });

    await far.stop();
    const clear = createEvent(numbers[0]!, { id: 'clear', text: 'YES', in_reply_to: 'again' });
    const later = await waiting([unclear, clear, ...replies([undefined, 'NO', 'NO'])], change);
    expect(getOutput(await deliver(later, clear))).toMatchObject([
      { json: { approved: true, reply_id: 'clear' } },
      { json: { approved: false } },
      { json: { approved: false } },
    ]);
  });

  it.each([
    ['', 'msg_5'],
    [' that an earlier version of the node sent', 'msg_4'],
  ])(
    'takes the reply to a repeated question%s for its item, although another asks the same person',
    async (_, reference) => {
      const [phone] = numbers;
      const both = numbers.slice(1).map((from) => ({ phone, from }));
      const unclear = createEvent(phone!, { id: 'unclear', text: 'Hm', in_reply_to: 'msg_5' });
      const clear = createEvent(phone!, { id: 'clear', text: 'YES', in_reply_to: 'again' });
      const no = createEvent(phone!, { id: 'no', text: 'NO', in_reply_to: 'msg_4' });
      repetition = { question: 'msg_5', reference };
      await startService([unclear, clear, no]);
      const host = createHost({ from: '={{ $json.from }}' });
      await wait(host, both);
      expect(getOutput(await deliver(host, no, { wait: 'msg_4' }))).toMatchObject([
        { json: { approved: false, reply_id: 'no' } },
        { json: { approved: true, reply_id: 'clear' } },
      ]);
    },
  );

  it.each<[string, Event]>([
    ['a reply to another question', createEvent(numbers[1]!, { text: 'NO' })],
    ['the end of the wait', expired],
  ])('ends the subscription to a repeated question after %s', async (_, event) => {
    const unclear = createEvent(numbers[0]!, { text: 'Maybe' });
    const clear = createEvent(numbers[0]!, { id: 'clear', text: 'YES', in_reply_to: 'again' });
    const host = await waiting([unclear, clear, ...replies([undefined, 'NO', 'NO'])]);
    expect(getOutput(await deliver(host, event))).toHaveLength(3);
    const ended = far.asked.filter(({ path }) => path.startsWith('/webhooks?'));
    expect(ended.map(({ path }) => readQuery(path).get('url'))).toEqual([
      expect.stringContaining('message=msg_3'),
      expect.stringContaining('message=again'),
    ]);
  });

  it('repeats a question once for all executions that share it', async () => {
    const unclear = createEvent(numbers[0]!, { text: 'Maybe' });
    await startService([unclear]);
    const waits = [
      { input: items, id: 'msg_3', askAgain: 'YES or NO?' },
      { input: items.toReversed(), id: 'msg_5', askAgain: 'YES or NO?' },
      { input: items, id: 'msg_3', askAgain: 'Is that a YES?' },
    ];
    for (const { input, id, askAgain } of waits) {
      const additionalFields = { deduplicationKey: 'visit-1', askAgain };
      const host = createHost({ additionalFields });
      await wait(host, input);
      await deliver(host, unclear, { wait: id });
    }
    const repeated = far.asked.filter(({ path }) => path === '/messages');
    const [first, second, other] = repeated.map(({ headers, messages }) => ({
      key: headers['idempotency-key'],
      content: messages[0],
    }));
    expect(second).toEqual(first);
    expect(other!.key).not.toBe(first!.key);
  });

  it('ends the subscription of an earlier pass of a loop', async () => {
    const [reply] = replies(['YES']);
    const host = await waiting([reply!]);
    const late = await deliver(host, reply!, { wait: 'msg_first', secret: secretOf('msg_3') });
    expect(late).toMatchObject({
      result: { noWebhookResponse: true },
      answered: { status: 410 },
    });
    expect(far.asked).toEqual([]);
  });

  it('refuses forged deliveries, and lets the service retry if the node cannot read the replies', async () => {
    const [reply] = replies(['YES']);
    const host = await waiting([reply!]);
    expect(await deliver(host, reply!, { secret: secretOf('msg_4') })).toMatchObject({
      answered: { status: 401 },
    });
    const later = { result: { noWebhookResponse: true }, answered: { status: 503 } };
    isRevoked = true;
    for (const event of [reply!, expired]) expect(await deliver(host, event)).toMatchObject(later);
    await far.stop();
    expect(await deliver(host, reply!)).toMatchObject(later);
  });
});
