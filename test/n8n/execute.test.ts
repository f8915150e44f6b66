import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { poll } from '../../scripts/poll.ts';
import { n8nHost, type HostOptions } from './n8nHost.ts';
import { startServiceHere, type ServiceHere } from '../service/harness/startHere.ts';

const node = new Textloom();
const unroutable = '+442071838750';
let service: ServiceHere;
beforeAll(async () => {
  service = await startServiceHere({ RATE_LIMIT: '10000', RATE_LIMIT_BURST: '10000' });
});
afterAll(() => service.stop());

const sending: INodeParameters = {
  resource: 'message',
  operation: 'send',
  to: '={{ $json.to }}',
  text: '={{ $json.text }}',
};
const createHost = (parameters: INodeParameters, settings: HostOptions['settings'] = {}) =>
  n8nHost({ nodeType: node, credential: service, parameters, settings });
const run = async (parameters: INodeParameters, items?: IDataObject[]): Promise<IDataObject[]> => {
  const [output] = await node.execute.call(createHost(parameters).execute(items));
  return output!.map(({ json }) => json);
};
const textsTo = async (to: string) => (await service.client.message.list({ to })).data;

/** Returns three items, the second of which cannot be sent. Only this test sends their text. */
const threeItems = () => {
  const text = `Hello ${randomUUID()}`;
  return [
    { to: '+12025550110', text: `${text} one` },
    { to: unroutable, text: `${text} two` },
    { to: '+12025550112', text: `${text} three` },
  ];
};
const noRoute =
  'Check the country and the number of the recipient, and send from a number that a carrier has. Without a sender, your default number sends. To text real phones, connect a carrier; the Carriers page of the console explains how.';
const recovery =
  "To send only the rest, retry this execution in 'Executions'. To skip rejected items, set 'On Error' of this node to 'Continue'.";
const timesSent = async ({ to, text }: { to: string; text: string }) =>
  (await textsTo(to)).filter((message) => message.text === text).length;

describe('sending', () => {
  it('returns a message for each item, in order and paired with the items', async () => {
    const items = Array.from({ length: 12 }, (_, i) => ({
      to: `+120255501${String(i + 20)}`,
      text: `Hi ${i}`,
    }));
    const [output] = await node.execute.call(createHost(sending).execute(items));
    expect(output!.map(({ json }) => json.text)).toEqual(items.map(({ text }) => text));
    expect(output!.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
    expect(output![0]!.json).toMatchObject({ status: 'queued', to: '+12025550120', failure: null });
  });

  it('accepts the optional fields as the editor stores them', async () => {
    const [message] = await run({
      ...sending,
      simplify: false,
      to: ' 202 555-0113 ',
      text: 'Later',
      from: { __rl: true, mode: 'list', value: '+12025550100' },
      additionalFields: {
        sendAt: '={{ $now.plus(1, "hour") }}',
        metadata: { entries: [{ name: 'order', value: 1042 }] },
        reference: 'order-1042',
        ttl: 3600,
        smartEncoding: true,
      },
    });
    expect(message).toMatchObject({
      status: 'scheduled',
      to: '+12025550113',
      from: '+12025550100',
      metadata: { order: '1042' },
      reference: 'order-1042',
    });
  });

  it('checks every item before it sends the first', async () => {
    const [good, , other] = threeItems();
    const items = [good!, other!, { to: '', text: 'Hi' }];
    await expect(run(sending, items)).rejects.toMatchObject({
      message: "'To' is empty [item 2]",
      context: { itemIndex: 2, data: { code: 'invalid_parameter' } },
    });
    expect(await timesSent(good!)).toBe(0);
  });

  it.each<[string, INodeParameters]>([
    [
      "'Attributes → plan' is a list, not text [item 0]",
      {
        ...{ resource: 'contact', operation: 'upsert', phone: '+12025550110' },
        additionalFields: { attributes: { entries: [{ name: 'plan', value: '={{ [1] }}' }] } },
      },
    ],
    [
      "'Limit Wait Time → Amount' is out of range [item 0]",
      {
        ...{ resource: 'message', operation: 'sendAndWait', to: '+12025550110', message: 'OK?' },
        ...{ responseType: 'freeText' },
        additionalFields: {
          limitWaitTime: { fields: { limitType: 'afterTimeInterval', resumeAmount: 0 } },
        },
      },
    ],
  ])('names the field inside a group: %s', async (message, parameters) => {
    await expect(run(parameters)).rejects.toMatchObject({ message });
  });

  it('explains which item was refused, why, and what to do', async () => {
    await expect(run(sending, threeItems())).rejects.toMatchObject({
      name: 'NodeApiError',
      message: expect.stringMatching(/ \[item 1\]$/),
      description: `${noRoute} This run sent 2 of 3 texts. A new run sends them again, unless they have a 'Deduplication Key'. ${recovery}`,
      httpCode: '422',
      context: { itemIndex: 1, data: { code: 'no_route', status: 422, retryable: false } },
    });
  });

  it('says how many texts a stopped run has sent, without those of an earlier run', async () => {
    const [good, bad] = threeItems();
    const deduplicationKey = `={{ $itemIndex }} ${good!.text}`;
    const createRun = () => {
      const host = createHost({ ...sending, additionalFields: { deduplicationKey } });
      return async (...items: IDataObject[]) =>
        (await node.execute.call(host.execute(items)).catch((error: unknown) => error)) as Error;
    };
    const one = `${noRoute} This run sent 1 of 2 texts. A new run sends it again, unless it has a 'Deduplication Key'. ${recovery}`;
    const run = createRun();
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await run(good!, bad!)).toMatchObject({ description: one });
    expect(await createRun()(good!, bad!)).toMatchObject({ description: noRoute });
    expect(await createRun()(bad!)).toMatchObject({ description: noRoute });
  });

  it('says which merge field has no value for a recipient who is not a contact', async () => {
    const greeting = { ...sending, to: '+12025550114', text: 'Hi {{first_name}}' };
    await expect(run(greeting)).rejects.toMatchObject({
      message:
        "'Text' uses {{first_name}}, but the recipient has no value for it; add a default such as {{first_name|…}} [item 0]",
      description: 'Correct the field, or check its expression.',
    });
  });

  it('refuses a text into which an expression writes an object, and no other text', async () => {
    const customer = { name: 'Ada' };
    const text = '[object Object]';
    const to = '+12025550115';
    const send = (written: string) => run({ ...sending, to, text: written }, [{ customer, text }]);
    for (const written of ['=Hello {{ $json.customer }}', "={{ [$json.customer].join('') }}"])
      await expect(send(written)).rejects.toMatchObject({
        message: "'Text' contains an object [item 0]",
        description: 'Choose one of its fields, as in {{ $json.customer.name }}.',
      });
    await send('=Hello {{ $json.customer.name }}');
    await send('={{ $json.text }}');
    await send('=What does [object Object] mean, {{ $json.customer.name }}?');
    expect((await textsTo(to)).map((one) => one.text)).toEqual([
      'What does [object Object] mean, Ada?',
      text,
      'Hello Ada',
    ]);
  });

  it('says what a text with a code must contain', async () => {
    const code = { resource: 'verification', operation: 'sendCode', to: '+12025550115' };
    const text = 'Your Acme code';
    await expect(run({ ...code, additionalFields: { text } })).rejects.toMatchObject({
      message: "'Text' has the wrong format [item 0]",
      description: 'It must contain {{code}}.',
    });
  });

  it('continues after a failed item, and outputs details for the workflow', async () => {
    const [good, bad] = threeItems();
    const host = createHost(sending, { onError: 'continueRegularOutput' });
    const [output] = await node.execute.call(
      host.execute([bad!, good!, { to: 'Jane', text: 'Hi' }]),
    );
    expect(output![1]!.json).toMatchObject({ status: 'queued' });
    expect(output![0]).toEqual({
      json: {
        error: expect.stringContaining('[item 0]'),
        details: {
          code: 'no_route',
          status: 422,
          retryable: false,
          request_id: expect.any(String),
          remedy: expect.any(String),
        },
      },
      pairedItem: { item: 0 },
    });
    expect(output![2]!.json).toMatchObject({
      error: "'To' has the wrong format [item 2]",
      details: { code: 'invalid_parameter', fields: [{ pointer: '/to' }] },
    });
  });
});

describe('a node whose credential', () => {
  const items = threeItems();
  it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
    'is missing fails every item, instead of passing them on: %s',
    async (onError) => {
      const host = createHost(sending, { onError, credentials: {} });
      const [output] = await node.execute.call(host.execute(items));
      expect(output!.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
        items.map((_, item) => [expect.stringContaining('credentials'), { item }]),
      );
    },
  );

  it('is gone at the next attempt fails only the items that it has not sent', async () => {
    const all = threeItems();
    const settings = { retryOnFail: true, onError: 'continueRegularOutput' } as const;
    const host = createHost(sending, settings);
    const [first] = await node.execute.call(host.execute(all));
    const { credentials } = host.node;
    host.node.credentials = {};
    const [second] = await node.execute.call(host.execute(all));
    host.node.credentials = credentials;
    expect(second!.map(({ json }) => json.id)).toEqual([
      first![0]!.json.id,
      undefined,
      first![2]!.json.id,
    ]);
    expect(second![1]!.json.error).toContain('credentials');
    expect(await Promise.all(all.map(timesSent))).toEqual([1, 0, 1]);
  });

  it.each([
    ['API Key', { apiKey: ' ' }],
    ['Base URL', { baseUrl: '' }],
  ])('has an expression without a value says so: %s', async (label, empty) => {
    const credential = { baseUrl: service.baseUrl, apiKey: service.apiKey, ...empty };
    const host = n8nHost({ nodeType: node, credential, parameters: sending });
    await expect(node.execute.call(host.execute(items))).rejects.toMatchObject({
      message: `'${label}' is empty in the 'Textloom API' credential`,
      description: 'Fill it in, or check its expression.',
    });
  });
});

describe('sending again', () => {
  it('sends each good text once, however often n8n tries', async () => {
    const items = threeItems();
    const host = createHost(sending, { retryOnFail: true });
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(node.execute.call(host.execute(items))).rejects.toThrow('[item 1]');
    }
    expect(await Promise.all(items.map(timesSent))).toEqual([1, 0, 1]);
  });

  it('does not send finished items again, even if the text has changed since', async () => {
    const items = threeItems();
    const host = createHost(sending, { retryOnFail: true });
    await expect(node.execute.call(host.execute(items))).rejects.toThrow('[item 1]');
    const [output] = await node.execute.call(
      host.execute(items.map((item) => ({ to: '+12025550114', text: `${item.text} changed` }))),
    );
    expect(output!.map(({ json }) => json.to)).toEqual([
      items[0]!.to,
      '+12025550114',
      items[2]!.to,
    ]);
  });

  it('sends in every pass of a loop, once per pass', async () => {
    const text = `Hello ${randomUUID()}`;
    const item = { to: '+12025550115', text };
    for (const lost of [false, true]) {
      const kept = createHost(sending, { retryOnFail: true });
      const pass = async (index: number) => {
        const host = lost ? createHost(sending) : kept;
        const context = host.execute([item], `loop-${lost}-${text}`, undefined, index);
        const [output] = await node.execute.call(context);
        return output![0]!.json.id;
      };
      const ids = [await pass(0), await pass(1), await pass(2)];
      expect(new Set(ids).size).toBe(3);
      if (lost) expect(await pass(2)).toBe(ids[2]);
    }
    expect(await timesSent(item)).toBe(6);
  });

  it('sends in the next pass of a loop as well if an item of a pass has failed', async () => {
    const [good, bad] = threeItems();
    const host = createHost(sending, { retryOnFail: true, onError: 'continueRegularOutput' });
    const pass = async (index: number) => {
      const context = host.execute([good!, bad!], 'loop', undefined, index);
      // The node cannot recognize the last attempt, so it keeps the finished items.
      await node.execute.call(context);
      const [output] = await node.execute.call(context);
      return output![0]!.json.id;
    };
    expect(await pass(1)).not.toBe(await pass(0));
    expect(await timesSent(good!)).toBe(2);
  });

  it('sends nothing twice if somebody retries the execution later', async () => {
    const items = threeItems();
    const host = createHost(sending);
    await expect(node.execute.call(host.execute(items, 'first'))).rejects.toThrow('[item 1]');
    await expect(node.execute.call(host.execute(items, 'retry'))).rejects.toThrow('[item 1]');
    expect(await Promise.all(items.map(timesSent))).toEqual([1, 0, 1]);
  });

  it('sends nothing twice if n8n has lost the state of an attempt', async () => {
    const [item] = threeItems();
    const one = await node.execute.call(createHost(sending).execute([item!], 'lost'));
    const two = await node.execute.call(createHost(sending).execute([item!], 'lost'));
    expect(two[0]![0]!.json.id).toBe(one[0]![0]!.json.id);
    expect(await timesSent(item!)).toBe(1);
  });

  it('sends nothing twice if a text is sent alone once and in a batch the next time', async () => {
    const [first, , second] = threeItems();
    const readIds = async (...items: IDataObject[]) => {
      const [output] = await node.execute.call(createHost(sending).execute(items, 'mixed'));
      return output!.map(({ json }) => json.id);
    };
    const [alone] = await readIds(first!);
    const together = await readIds(first!, second!);
    expect(together[0]).toBe(alone);
    expect(await readIds(first!, second!)).toEqual(together);
    expect(await Promise.all([first!, second!].map(timesSent))).toEqual([1, 1]);
  });

  it('reports the same error for an item in a batch as for the item alone', async () => {
    const host = createHost(sending, { onError: 'continueRegularOutput' });
    const items = [
      { to: '+1202555', text: 'Hi' },
      { to: '+12025550119', text: 'Hi' },
      { to: unroutable, text: 'Hi' },
    ];
    const [together] = await node.execute.call(host.execute(items));
    expect(together!.map(({ json }) => json)).toMatchObject([
      {
        error: expect.stringMatching(/^'To' is not a phone number.* \[item 0\]$/),
        details: { code: 'validation_failed', status: 422, fields: [{ pointer: '/to' }] },
      },
      { status: 'queued' },
      { details: { code: 'no_route', status: 422 } },
    ]);
    const [alone] = await node.execute.call(
      createHost(sending, { onError: 'continueRegularOutput' }).execute(items.slice(0, 1)),
    );
    expect(alone![0]!.json.error).toBe(together![0]!.json.error);
  });

  it('sends again in every execution', async () => {
    const [item] = threeItems();
    await node.execute.call(createHost(sending).execute([item!], 'monday'));
    await node.execute.call(createHost(sending).execute([item!], 'tuesday'));
    expect(await timesSent(item!)).toBe(2);
  });

  it('sends again in another n8n, whose executions have the same numbers', async () => {
    const [item] = threeItems();
    const credential = service;
    for (const address of ['http://staging.test', 'http://production.test']) {
      const host = n8nHost({ nodeType: node, credential, parameters: sending, address });
      await node.execute.call(host.execute([item!], '1'));
    }
    expect(await timesSent(item!)).toBe(2);
  });

  it('sends again in each retry of an execution that failed before the node', async () => {
    const [item] = threeItems();
    for (const retry of ['first', 'second']) {
      const host = n8nHost({
        ...{ nodeType: node, credential: service, parameters: sending },
        resumeToken: 'of the failed execution',
      });
      await node.execute.call(host.execute([item!], retry));
    }
    expect(await timesSent(item!)).toBe(2);
  });

  it('keeps no state of a successful attempt', async () => {
    const [item] = threeItems();
    const context = createHost(sending).execute([item!]);
    await node.execute.call(context);
    expect(context.getContext('node')).toEqual({});
  });
});

describe('messages', () => {
  it('are found by ID, and show why they did not arrive without looking like a failed item', async () => {
    const [sent] = await run({ ...sending, to: '+12025550150', text: 'Hi' });
    const message = await poll(30_000, async () => {
      const [found] = await run({
        resource: 'message',
        operation: 'get',
        messageId: sent!.id as string,
        simplify: false,
      });
      return found!.final_at ? found : undefined;
    });
    expect(message).toMatchObject({
      status: 'undelivered',
      failure: { code: 'carrier_undeliverable', retryable: false },
    });
    expect(message).not.toHaveProperty('error');
  });

  it('are canceled', async () => {
    const additionalFields = { sendAt: '={{ $now.plus(1, "day") }}' };
    const [sent] = await run({ ...sending, to: '+12025550115', text: 'Hi', additionalFields });
    const cancel = { resource: 'message', operation: 'cancel', messageId: sent!.id as string };
    expect(await run(cancel)).toMatchObject([{ id: sent!.id, status: 'canceled' }]);
  });

  it('are rescheduled', async () => {
    const additionalFields = { sendAt: '={{ $now.plus(1, "day") }}' };
    const [sent] = await run({ ...sending, to: '+12025550115', text: 'Hi', additionalFields });
    const reschedule = {
      ...{ resource: 'message', operation: 'reschedule', messageId: sent!.id as string },
      sendAt: '2026-02-03T10:00:00.000Z',
    };
    await expect(run(reschedule)).rejects.toMatchObject({
      message: expect.stringContaining('has passed'),
    });
    const [moved] = await run({ ...reschedule, sendAt: '={{ $now.plus(2, "days") }}' });
    const [before, after] = [sent, moved].map((one) => Date.parse(one!.send_at as string));
    const days = (after! - before!) / 86_400_000;
    expect(moved).toMatchObject({ id: sent!.id, status: 'scheduled' });
    expect(days).toBeCloseTo(1, 2);
  });

  it('are searched up to a limit, or on all pages', async () => {
    const items = Array.from({ length: 103 }, (_, i) => ({ to: '+12025550116', text: `No ${i}` }));
    await run(sending, items);
    const search = { resource: 'message', operation: 'getAll', filters: { to: '+12025550116' } };
    expect(await run({ ...search, limit: 2 })).toHaveLength(2);
    expect(await run({ ...search, limit: 101 })).toHaveLength(101);
    expect(await run({ ...search, returnAll: true })).toHaveLength(103);
  });

  it('are not all found if a filter evaluates to an empty value', async () => {
    const search = {
      resource: 'message',
      operation: 'getAll',
      filters: { to: '={{ $json.phone }}' },
    };
    await expect(run(search, [{ phone: null }])).rejects.toMatchObject({
      message: "'To' has an expression without a value [item 0]",
      description: expect.stringContaining('remove the field'),
    });
    expect(
      await run({ ...search, returnAll: '={{ "false" }}', limit: 1 }, [{ phone: unroutable }]),
    ).toEqual([]);
  });

  it.each([
    [{ limit: '={{ "1.440" }}' }, "'Limit' is not a whole number [item 0]"],
    [{ limit: '={{ "all" }}' }, "'Limit' is not a number [item 0]"],
    [{ limit: '={{ $json.limit }}' }, "'Limit' is empty [item 0]"],
    [{ returnAll: '={{ "yes" }}' }, "'Return All' is neither true nor false [item 0]"],
  ])('are not searched with a limit that can mean another one: %j', async (limit, message) => {
    await expect(run({ resource: 'message', operation: 'getAll', ...limit })).rejects.toThrow(
      message,
    );
  });

  it.each<[string, number, string]>([
    ['message', 0, 'Use a number of 1 or more.'],
    // The search has no further pages.
    ['number', 101, 'Use a number from 1 to 100.'],
  ])('are not searched with a limit out of range: %s %d', async (resource, limit, description) => {
    const operation = resource === 'number' ? 'getAvailable' : 'getAll';
    await expect(run({ resource, operation, limit })).rejects.toMatchObject({
      message: "'Limit' is out of range [item 0]",
      description,
    });
  });

  it('that do not exist are reported as not found', async () => {
    const get = run({ resource: 'message', operation: 'get', messageId: 'msg_0' });
    await expect(get).rejects.toMatchObject({
      httpCode: '404',
      context: { data: { code: 'not_found' } },
    });
  });
});

describe('contacts', () => {
  const contact = (operation: string, more: INodeParameters = {}) =>
    run({ resource: 'contact', operation, contactId: '+12025550117', simplify: false, ...more });

  it('are created, found, updated and deleted', async () => {
    const [created] = await contact('upsert', {
      phone: '+12025550117',
      additionalFields: {
        firstName: 'Ada',
        attributes: { entries: [{ name: 'plan', value: 'pro' }] },
        consent: { fields: { source: 'Checkout form', at: '2026-01-31T09:30:00' } },
      },
    });
    expect(created).toMatchObject({
      first_name: 'Ada',
      attributes: { plan: 'pro' },
      consent: { source: 'Checkout form', at: '2026-01-31T14:30:00.000Z' },
    });
    expect(await contact('update', { updateFields: { lastName: 'Lovelace' } })).toMatchObject([
      { id: created!.id, first_name: 'Ada', last_name: 'Lovelace' },
    ]);
    expect(await contact('get')).toMatchObject([{ id: created!.id }]);
    expect(
      await contact('getAll', { returnAll: true, filters: { phone: '+12025550117' } }),
    ).toMatchObject([{ id: created!.id }]);
    expect(await contact('delete')).toEqual([{ deleted: true }]);
    await expect(contact('get')).rejects.toMatchObject({ httpCode: '404' });
  });

  it('that an earlier attempt deleted do not fail the next one', async () => {
    await contact('upsert', { phone: '+12025550117' });
    const host = createHost(
      { resource: 'contact', operation: 'delete', contactId: '={{ $json.id }}' },
      { retryOnFail: true },
    );
    const items = [{ id: '+12025550117' }, { id: 'con_0' }];
    await expect(node.execute.call(host.execute(items))).rejects.toThrow('[item 1]');
    await expect(node.execute.call(host.execute(items))).rejects.toThrow('[item 1]');
  });
});

describe('the list of senders', () => {
  const search = (filter?: string) =>
    node.methods.listSearch.searchSenders.call(createHost({}).load(), filter);

  it('offers the numbers of the account and marks the default one', async () => {
    expect(await search()).toEqual({
      results: [{ name: '+12025550100 (default)', value: '+12025550100' }],
    });
    expect(await search('0100')).toHaveProperty('results.length', 1);
    expect(await search('999')).toHaveProperty('results.length', 0);
  });

  it('reports an invalid key with the terms of n8n', async () => {
    const host = n8nHost({ nodeType: node, credential: { ...service, apiKey: 'tl_wrong' } });
    await expect(node.methods.listSearch.searchSenders.call(host.load())).rejects.toMatchObject({
      httpCode: '401',
      description: expect.stringContaining("'Textloom API' credential"),
      failure: { cause: 'credential-invalid' },
    });
  });
});
