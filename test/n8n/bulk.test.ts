import { afterEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import { contract, errors, limits, sampleOf, type ErrorCode } from '@textloom/shared/contract';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { createMessage, startFarSide, type FarSide } from './farSide.ts';
import { n8nHost, type HostOptions } from './n8nHost.ts';

const node = new Textloom();
const parameters = {
  resource: 'message',
  operation: 'send',
  to: '={{ $json.to }}',
  text: '={{ $json.text }}',
};
let far: FarSide;
afterEach(() => far.stop());

const createHost = (settings: HostOptions['settings'] = {}, more: INodeParameters = {}) =>
  n8nHost({
    nodeType: node,
    credential: far.credential,
    parameters: { ...parameters, ...more },
    settings,
  });
const createItems = (count: number, text = (index: number) => `No ${index}`): IDataObject[] =>
  Array.from({ length: count }, (_, index) => ({
    to: `+1202555${String(index).padStart(4, '0')}`,
    text: text(index),
  }));
const createProblem = (code: ErrorCode) => ({
  ...{ type: `/errors/${code}`, code, request_id: 'req_1', errors: [] },
  ...{ status: errors[code].status, title: errors[code].title, detail: errors[code].title },
});
const refused = (code: ErrorCode) => ({
  status: errors[code].status,
  message: null,
  problem: createProblem(code),
});
const getKey = (message: Readonly<Record<string, unknown>>) => message.idempotency_key;

describe('many texts', () => {
  it('are sent together, and are returned in order and paired with their items', async () => {
    far = await startFarSide();
    const items = createItems(1001);
    const [output] = await node.execute.call(createHost().execute(items));
    expect(far.asked.map(({ messages }) => messages.length).sort()).toEqual([1, 500, 500]);
    expect(output!.map(({ json }) => json.text)).toEqual(items.map(({ text }) => text));
    expect(output!.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
  });

  it('each have a separate key, and a single text is sent without a batch', async () => {
    far = await startFarSide();
    await node.execute.call(createHost().execute(createItems(100)));
    await node.execute.call(createHost().execute(createItems(1)));
    expect(far.asked.map(({ path }) => path)).toEqual(['/messages/batch', '/messages']);
    expect(new Set(far.asked[0]!.messages.map(getKey)).size).toBe(100);
  });

  it.each<[string, INodeParameters, string]>([
    [
      'Send At',
      { additionalFields: { sendAt: '={{ $json.when }}' } },
      'the text would go out immediately',
    ],
    [
      'Deduplication Key',
      { additionalFields: { deduplicationKey: '={{ $json.order }}' } },
      'the text could go out a second time',
    ],
    [
      'Deduplication Key',
      { additionalFields: { deduplicationKey: '=cart-{{ $json.order }}' } },
      'the text could go out a second time',
    ],
    [
      'From',
      { from: { __rl: true, mode: 'phone', value: '={{ $json.number }}' } },
      'the default number would send the text',
    ],
    ['Purpose', { purpose: '={{ $json.kind }}' }, 'the text would have the default purpose'],
    [
      'Time to Live',
      { additionalFields: { ttl: '={{ $json.seconds }}' } },
      'the default time to live would apply',
    ],
  ])('are not sent if %s has an expression without a value', async (title, more, effect) => {
    far = await startFarSide();
    const values = {
      when: '2026-01-31T09:00:00Z',
      order: '7',
      number: '+12025550100',
      kind: 'alert',
      seconds: 3600,
    };
    const [first, second] = createItems(2);
    const items = [{ ...first, ...values }, second!];
    for (const operation of ['send', ...(title === 'Deduplication Key' ? [] : ['sendAndWait'])])
      await expect(
        node.execute.call(createHost({}, { operation, message: 'Hi', ...more }).execute(items)),
      ).rejects.toMatchObject({
        message: `'${title}' has an expression without a value [item 1]`,
        description: expect.stringContaining(`Without a value, ${effect}.`),
      });
    expect(far.asked).toEqual([]);
  });

  it('are not sent if the text of one is empty, unless it has media', async () => {
    far = await startFarSide();
    const items = [
      ...createItems(2),
      { to: '+12025550123', picture: 'https://a.example/cart.png' },
    ];
    await expect(node.execute.call(createHost().execute(items))).rejects.toMatchObject({
      message: "'Text' is empty [item 2]",
      description: "Fill it in, check its expression, or add 'Media URLs'.",
    });
    expect(far.asked).toEqual([]);
    const additionalFields = { mediaUrls: '={{ [$json.picture].filter(Boolean) }}' };
    await node.execute.call(createHost({}, { additionalFields }).execute(items));
    expect(far.asked[0]!.messages).toHaveLength(3);
  });

  it('make no contact without the Status of an expression, because a new contact would be subscribed', async () => {
    far = await startFarSide(() => ({
      status: 201,
      body: sampleOf(contract.contact.upsert.output),
    }));
    const upsert = (status: string) => {
      const more = { resource: 'contact', operation: 'upsert', phone: '={{ $json.to }}' };
      const host = createHost({}, { ...more, additionalFields: { status } });
      return node.execute.call(host.execute([{ to: '+12025550123' }]));
    };
    await expect(upsert('={{ $json.consent }}')).rejects.toMatchObject({
      message: "'Status' has an expression without a value [item 0]",
      description: expect.stringContaining('Without a value, a new contact would be subscribed.'),
    });
    expect(far.asked).toEqual([]);
    await upsert('');
    expect(far.asked).toHaveLength(1);
  });

  it.each(['cart-{{ $json.id }}', '=cart-{{ cart_id }}'])(
    'are not sent if n8n does not evaluate the Deduplication Key %s',
    async (deduplicationKey) => {
      far = await startFarSide();
      const host = createHost({}, { additionalFields: { deduplicationKey } });
      await expect(node.execute.call(host.execute(createItems(2)))).rejects.toMatchObject({
        message: "'Deduplication Key' has the wrong format [item 0]",
        description: expect.stringMatching(/^It must not contain \{\{\. .+ to Expression\.$/),
      });
      expect(far.asked).toEqual([]);
    },
  );

  it('are sent in a retry after somebody replaced Preview with Send', async () => {
    let previews = 0;
    far = await startFarSide(({ path }) => {
      if (!path.endsWith('/preview')) return undefined;
      const isFirst = ++previews === 1;
      return isFirst
        ? { status: 200, body: sampleOf(contract.message.preview.output) }
        : { status: 401, body: createProblem('unauthenticated') };
    });
    const host = createHost({}, { operation: 'preview' });
    const items = createItems(2);
    await expect(node.execute.call(host.execute(items))).rejects.toThrow('[item');
    host.workflow.getNode('Node')!.parameters.operation = 'send';
    await node.execute.call(host.execute(items));
    expect(far.asked.at(-1)!.messages.map(({ text }) => text)).toEqual(['No 0', 'No 1']);
  });

  it('have the same key in every run if they have the same Deduplication Key and recipient', async () => {
    const national = '(202) 555-0001';
    far = await startFarSide(({ path }) =>
      path.endsWith('/preview')
        ? {
            status: 200,
            body: { ...sampleOf(contract.message.preview.output), to: '+12025550001' },
          }
        : undefined,
    );
    const additionalFields = { deduplicationKey: '={{ $json.order }}' };
    const run = (items: IDataObject[]) =>
      node.execute.call(createHost({}, { additionalFields }).execute(items));
    const to = '+12025550001';
    await run([
      { to, text: 'Paid', order: 7 },
      { to, text: 'Paid', order: 8 },
      { to: '+12025550002', text: 'Paid', order: 7 },
    ]);
    await run([{ to: national, text: 'Paid', order: 7 }]);
    const [batch, , single] = far.asked;
    const keys = batch!.messages.map(getKey);
    expect(new Set(keys).size).toBe(3);
    expect(keys).toContain(deriveIdempotencyKey(to, '7'));
    expect(single!.headers['idempotency-key']).toBe(deriveIdempotencyKey(to, '7'));
    expect(single!.messages).toMatchObject([{ to, text: 'Paid' }]);
    for (const { messages } of far.asked)
      for (const message of messages) expect(message).not.toHaveProperty('deduplication_key');
  });

  it('say whose key it is if the key belongs to another text', async () => {
    const body = createProblem('idempotency_key_reused');
    far = await startFarSide(() => ({ status: body.status, body }));
    const run = (additionalFields: IDataObject) =>
      node.execute.call(
        createHost({}, { additionalFields } as INodeParameters).execute(createItems(1)),
      );
    await expect(run({ deduplicationKey: 'order-7' })).rejects.toMatchObject({
      message: expect.stringContaining('This Deduplication Key was used before'),
      description:
        'To send this content, use another key. If it replaces a scheduled message, cancel that one first.',
    });
    await expect(run({})).rejects.toMatchObject({
      description: expect.stringContaining('An earlier attempt of this run'),
    });
  });

  it('have the shared values, and the result of an expression for each text', async () => {
    far = await startFarSide();
    const additionalFields = {
      ttl: 60,
      metadata: { entries: [{ name: 'text', value: '={{ $json.text }}' }] },
    };
    await node.execute.call(createHost({}, { additionalFields }).execute(createItems(2)));
    expect(far.asked[0]!.messages).toMatchObject([
      { ttl: 60, purpose: 'notification', metadata: { text: 'No 0' } },
      { ttl: 60, purpose: 'notification', metadata: { text: 'No 1' } },
    ]);
  });

  it('never form a request that is larger than the service accepts', async () => {
    far = await startFarSide();
    await node.execute.call(createHost().execute(createItems(500, () => '€'.repeat(1600))));
    expect(far.asked.length).toBeGreaterThan(2);
    for (const { bytes } of far.asked) expect(bytes).toBeLessThanOrEqual(limits.bodyBytes);
    expect(far.asked.flatMap(({ messages }) => messages)).toHaveLength(500);
  });

  it.each([
    ['their only spelling', '+12025550000'],
    ['another spelling', '(202) 555-0000'],
  ])('reach a person in the order of the items: %s', async (_title, spelling) => {
    const accepted: unknown[] = [];
    far = await startFarSide(({ messages }, time) => {
      if (time === 1) return { status: 503, headers: { 'retry-after': '0' }, body: {} };
      accepted.push(...messages.map(({ text }) => text));
      return undefined;
    });
    const [first, ...others] = createItems(501);
    const items = [first!, ...others, { to: spelling, text: 'Last' }];
    await node.execute.call(createHost().execute(items));
    expect(accepted.indexOf('No 0')).toBeLessThan(accepted.indexOf('Last'));
    expect(accepted).toHaveLength(502);
  });

  it('are sent again with the same keys if the response is lost', async () => {
    far = await startFarSide((_, time) => (time === 1 ? 'lost' : undefined));
    await node.execute.call(createHost().execute(createItems(3)));
    const [first, second] = far.asked;
    expect(second!.messages).toEqual(first!.messages);
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
  });

  it('do not stop the others if one is refused, which is then retried alone', async () => {
    far = await startFarSide(({ messages }, time) =>
      time > 1
        ? { status: 422, body: createProblem('no_route') }
        : {
            status: 200,
            body: {
              results: messages.map((message, index) =>
                index === 1
                  ? refused('no_route')
                  : { status: 202, message: createMessage(message), problem: null },
              ),
            },
          },
    );
    const host = createHost({ retryOnFail: true });
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(node.execute.call(host.execute(createItems(3)))).rejects.toMatchObject({
        message: 'There is no route to this recipient [item 1]',
        httpCode: '422',
        context: { itemIndex: 1, data: { code: 'no_route', status: 422, request_id: 'req_1' } },
      });
    }
    const [together, alone] = far.asked;
    expect(alone!.path).toBe('/messages');
    expect(alone!.headers['idempotency-key']).toBe(getKey(together!.messages[1]!));
  });

  it('that cannot be sent at all fail separately if the workflow continues', async () => {
    far = await startFarSide(() => ({ status: 401, body: createProblem('unauthenticated') }));
    const host = createHost({ onError: 'continueRegularOutput' });
    const [output] = await node.execute.call(
      host.execute([...createItems(2), { to: 'Jane', text: 'Hi' }]),
    );
    expect(far.asked).toHaveLength(1);
    expect(output).toMatchObject([
      { json: { error: expect.stringContaining('[item 0]'), details: { status: 401 } } },
      { json: { error: expect.stringContaining('[item 1]'), details: { status: 401 } } },
      { json: { details: { code: 'invalid_parameter' } }, pairedItem: { item: 2 } },
    ]);
  });

  it('that the service omits from its response are failures, not sent texts', async () => {
    far = await startFarSide(({ messages }) => ({
      status: 200,
      body: { results: [{ status: 202, message: createMessage(messages[0]!), problem: null }] },
    }));
    const host = createHost({ onError: 'continueRegularOutput' });
    const [output] = await node.execute.call(host.execute(createItems(2)));
    expect(output).toMatchObject([
      { json: { text: 'No 0' } },
      { json: { details: { code: 'unexpected_response' } } },
    ]);
  });

  it('stop if the execution is canceled', async () => {
    const controller = new AbortController();
    far = await startFarSide(() => {
      controller.abort();
      return 'none';
    });
    const context = createHost().execute(createItems(5000), undefined, controller.signal);
    await expect(node.execute.call(context)).rejects.toThrow(/cancel/i);
    expect(far.asked.length).toBeLessThanOrEqual(5);
  });

  describe.each([
    ['alone', 1],
    ['together', 2],
  ])('that are sent %s', (_, count) => {
    const send = async (additionalFields: INodeParameters) => {
      far = await startFarSide(({ messages, path }) => {
        if (!path.endsWith('/batch'))
          return {
            status: 202,
            body: createMessage(messages[0]!),
            headers: { 'idempotent-replayed': 'true' },
          };
        const message = createMessage(messages[0]!);
        const sent = { status: 202, message, problem: null, replayed: true };
        return { status: 200, body: { results: [sent, { ...sent, replayed: false }] } };
      });
      const context = createHost({}, { additionalFields }).execute(createItems(count));
      const [output] = await node.execute.call(context);
      return {
        already: output!.map(({ json }) => json.already_sent),
        hints: context.hints.map(({ message }) => message),
      };
    };

    it('say that an earlier run sent them, because they have the same key', async () => {
      expect(await send({ deduplicationKey: 'nightly' })).toEqual({
        already: [true, false].slice(0, count),
        hints: [expect.stringMatching(/^1 of the items was sent earlier with the same/)],
      });
    });

    it('say nothing of a repeated request in the same run', async () => {
      expect(await send({})).toEqual({ already: [false, false].slice(0, count), hints: [] });
    });
  });

  it('add a hint if they cost more than expected, or are held', async () => {
    far = await startFarSide(({ messages }) => ({
      status: 200,
      body: {
        results: messages.map((message, index) => ({
          status: 202,
          message: {
            ...createMessage(message),
            ...(index === 0 && { encoding: 'ucs2', segments: 2 }),
            ...(index > 0 && { held_reason: 'quiet_hours' }),
          },
          problem: null,
        })),
      },
    }));
    const context = createHost().execute(createItems(3));
    await node.execute.call(context);
    expect(context.hints.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^2 messages are scheduled for the end of the quiet hours/),
      expect.stringMatching(/^1 message is billed as several segments/),
    ]);
  });
});
