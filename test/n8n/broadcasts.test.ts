import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { contract, sampleOf } from '@textloom/shared/contract';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { startFarSide, type Asked, type FarSide, type Reply } from './farSide.ts';
import { n8nHost, type HostOptions } from './n8nHost.ts';

const node = new Textloom();
const list = 'lst_01JZ3K8QW5T4V9XH2M6N7P8R0S';
const text = 'Hi {{first_name|there}}, our sale starts today';
const problem = {
  ...{ type: '/errors/validation_failed', code: 'validation_failed', status: 422 },
  ...{ title: 'A field is missing or not valid', detail: 'See errors', request_id: 'req_1' },
  errors: [{ pointer: '/audience/list_ids/0', code: 'not_found', detail: 'is not a list' }],
};

let far: FarSide;
let reply: (asked: Asked) => Reply;
beforeEach(async () => {
  reply = ({ path }) => {
    const { create, preview } = contract.broadcast;
    const isPreview = path.endsWith('/preview');
    return {
      status: isPreview ? 200 : 201,
      body: sampleOf(isPreview ? preview.output : create.output),
    };
  };
  far = await startFarSide((asked) => reply(asked));
});
afterEach(() => far.stop());

const createHost = (parameters: INodeParameters, settings: HostOptions['settings'] = {}) =>
  n8nHost({
    nodeType: node,
    credential: far.credential,
    parameters: { resource: 'broadcast', operation: 'send', name: 'Sale', text, ...parameters },
    settings,
  });
const run = async (
  parameters: INodeParameters,
  items: IDataObject[] = [{}],
  settings: HostOptions['settings'] = {},
) => {
  const [output] = await node.execute.call(createHost(parameters, settings).execute(items));
  return output!.map(({ json }) => json);
};
const asked = () => far.asked.map(({ messages }) => messages[0]);
const createFilter = (fields: INodeParameters) => ({ fields });

describe('a broadcast', () => {
  it.each<[string, INodeParameters, object]>([
    ['lists', { sendTo: 'lists', listIds: [list] }, { list_ids: [list] }],
    ['lists by an expression', { listIds: `={{ ["${list}"] }}` }, { list_ids: [list] }],
    [
      'contacts on lists who match',
      { sendTo: 'lists', listIds: [list], filter: createFilter({ country: 'US' }) },
      { list_ids: [list], filter: { country: 'US' } },
    ],
    [
      'contacts who match',
      {
        sendTo: 'filter',
        filter: createFilter({ attributes: { entries: [{ name: 'plan', value: 'pro' }] } }),
      },
      { filter: { attributes: { plan: 'pro' } } },
    ],
    [
      'lists, chosen by the label in an expression',
      { sendTo: '={{ "contacts on lists" }}', listIds: [list] },
      { list_ids: [list] },
    ],
    ['everybody', { sendTo: 'all' }, { all_contacts: true }],
    [
      'everybody except a list',
      { sendTo: 'all', additionalFields: { excludeListIds: [list] } },
      { all_contacts: true, exclude_list_ids: [list] },
    ],
  ])('goes to %s', async (_, parameters, audience) => {
    await run(parameters);
    expect(asked()).toEqual([{ name: 'Sale', audience, text, purpose: undefined }]);
  });

  it('ignores the lists and the filter of another choice, which n8n keeps', async () => {
    const kept = { listIds: [list], filter: createFilter({ country: 'US' }) };
    await run({ ...kept, sendTo: 'all' });
    await run({ ...kept, sendTo: 'filter' });
    expect(asked().map((one) => one?.audience)).toEqual([
      { all_contacts: true },
      { filter: { country: 'US' } },
    ]);
  });

  it.each<[string, INodeParameters, string]>([
    ['no list', { sendTo: 'lists' }, "'List Names or IDs' is empty [item 0]"],
    ['no filter', { sendTo: 'filter' }, "'Filter' is empty [item 0]"],
    [
      'an empty filter',
      { sendTo: 'filter', filter: createFilter({}) },
      "'Filter' is empty [item 0]",
    ],
    [
      'an empty filter of lists',
      { listIds: [list], filter: createFilter({ country: '' }) },
      "'Filter' is empty [item 0]",
    ],
    [
      'a condition whose expression finds nothing, because more contacts would match',
      {
        listIds: [list],
        filter: createFilter({ timeZone: 'Europe/Berlin', country: '={{ $json.country }}' }),
      },
      "'Filter' has an expression without a value [item 0]",
    ],
    [
      'an attribute whose expression finds nothing',
      {
        sendTo: 'filter',
        filter: createFilter({
          country: 'US',
          attributes: { entries: [{ name: '={{ $json.name }}', value: 'pro' }] },
        }),
      },
      "'Filter' has an expression without a value [item 0]",
    ],
    [
      'a condition whose expression returns only a space',
      {
        sendTo: 'filter',
        filter: createFilter({ country: '={{ " " }}', timeZone: 'Europe/Berlin' }),
      },
      "'Filter' has an expression without a value [item 0]",
    ],
    ...[
      { name: 'plan', value: '' },
      { name: 'plan', value: ' ' },
      { name: '', value: 'pro' },
      { name: '', value: '' },
    ].map((half): [string, INodeParameters, string] => [
      `the half of an attribute: ${JSON.stringify(half)}`,
      {
        sendTo: 'filter',
        filter: createFilter({
          country: 'US',
          attributes: { entries: [{ name: 'city', value: 'Berlin' }, half] },
        }),
      },
      "'Filter' has an entry without a name or a value [item 0]",
    ]),
    [
      'no list to exclude, although somebody added the field',
      { sendTo: 'all', additionalFields: { excludeListIds: [] } },
      "'Excluded List Names or IDs' is empty [item 0]",
    ],
    ...['={{ $json.list }}', '={{ [] }}', `={{ ["${list}", $json.list] }}`].map(
      (excludeListIds): [string, INodeParameters, string] => [
        `a list to exclude whose expression is ${excludeListIds}`,
        { sendTo: 'all', additionalFields: { excludeListIds } },
        "'Excluded List Names or IDs' has an expression without a value [item 0]",
      ],
    ),
  ])('is not sent with %s', async (_, parameters, message) => {
    await expect(run(parameters)).rejects.toThrow(message);
    expect(far.asked).toEqual([]);
  });

  it('is sent once, not once for each item', async () => {
    const items = [{ name: 'Ada' }, { name: 'Grace' }];
    const greeting = { sendTo: 'all', text: '=Hi {{ $json.name }}' };
    await expect(run(greeting, items)).rejects.toMatchObject({
      message:
        'An earlier item sends a broadcast to the same contacts at about the same time [item 1]',
      description: expect.stringContaining("Turn on 'Execute Once'"),
    });
    expect(far.asked).toEqual([]);
    const [sent, refused] = await run(greeting, items, { onError: 'continueRegularOutput' });
    expect(sent).toHaveProperty('id');
    expect(refused).toMatchObject({ error: expect.stringContaining('same contacts') });
    expect(far.asked).toHaveLength(1);
  });

  it('is sent once for two items, and not in the next attempt either', async () => {
    const host = createHost(
      { listIds: '={{ [$json.list] }}' },
      { retryOnFail: true, onError: 'continueRegularOutput' },
    );
    const accepted = reply;
    const toX = (one: Asked) => JSON.stringify(one.messages).includes('lst_x');
    reply = (one) => (toX(one) ? { status: 422, body: problem } : accepted(one));
    for (let attempt = 0; attempt < 2; attempt++) {
      const items = ['lst_x', 'lst_y', 'lst_y'].map((list) => ({ list }));
      const [output] = await node.execute.call(host.execute(items));
      expect(output!.map(({ json }) => json.error)).toEqual([
        expect.stringContaining('is not a list'),
        undefined,
        expect.stringContaining('same contacts'),
      ]);
    }
    expect(far.asked.filter((one) => !toX(one))).toHaveLength(1);
  });

  it('is sent for each item to other contacts, or at another time', async () => {
    const items = [
      { list, at: '2026-01-31T09:00:00Z' },
      { list: 'lst_2', at: '2026-01-31T09:00:00Z' },
      { list, at: '2026-02-01T09:00:00Z' },
    ];
    const additionalFields = { sendAt: '={{ $json.at }}' };
    await run({ listIds: '={{ [$json.list] }}', additionalFields }, items);
    expect(far.asked).toHaveLength(3);
  });

  it('is sent once if each item has a slightly different Send At, also in the next attempt', async () => {
    const parameters = { sendTo: 'all', additionalFields: { sendAt: '={{ $json.at }}' } };
    const timesIn = (seconds: number) =>
      ['09:04:59.408Z', '09:05:00.442Z', '09:09:59.443Z'].map((time) => ({
        at: new Date(Date.parse(`2026-01-31T${time}`) + seconds * 1000).toISOString(),
      }));
    await expect(run(parameters, timesIn(0))).rejects.toMatchObject({
      message:
        'An earlier item sends a broadcast to the same contacts at about the same time [item 1]',
      description: expect.stringContaining("'Send At' at least five minutes apart"),
    });
    expect(far.asked).toEqual([]);
    const host = createHost(parameters, { retryOnFail: true, onError: 'continueRegularOutput' });
    for (const seconds of [0, 5]) {
      const [output] = await node.execute.call(host.execute(timesIn(seconds)));
      expect(output!.filter(({ json }) => json.error)).toHaveLength(2);
    }
    expect(far.asked).toHaveLength(1);
  });

  it('is sent for each item if the workflow has other times when it is retried', async () => {
    const host = createHost({ sendTo: 'all', additionalFields: { sendAt: '={{ $json.at }}' } });
    const send = (...times: string[]) =>
      node.execute.call(host.execute(times.map((at) => ({ at }))));
    await expect(send('2026-01-31T09:00:00Z', '2026-01-31T09:00:01Z')).rejects.toThrow('[item 1]');
    await send('2026-01-31T09:00:00Z', '2026-02-01T09:00:00Z');
    expect(far.asked).toHaveLength(2);
  });

  it('has its merge fields next to expressions, and the same key in every attempt', async () => {
    const mixed = '=Hi {{first_name|there}}, {{ $json.offer }}';
    let isDown = true;
    const accepted = reply;
    reply = (one) => {
      if (!isDown) return accepted(one);
      isDown = false;
      return 'lost';
    };
    await run({ sendTo: 'all', text: mixed }, [{ offer: '20% off' }]);
    expect(asked().map((one) => one?.text)).toEqual(
      Array.from({ length: 2 }, () => 'Hi {{first_name|there}}, 20% off'),
    );
    const keys = far.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
  });

  it('is sent once in all runs with the same Deduplication Key', async () => {
    for (const deduplicationKey of ['sale', 'sale', 'another'])
      await run({ sendTo: 'all', additionalFields: { deduplicationKey } });
    const [first, again, another] = far.asked.map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(first);
    expect(another).not.toBe(first);
    expect(asked()[0]).not.toHaveProperty('deduplication_key');
  });

  it('names the field of an error, although the API has it in the audience', async () => {
    reply = () => ({ status: 422, body: problem });
    await expect(run({ listIds: ['lst_other'] })).rejects.toThrow(
      "'List Names or IDs' is not a list [item 0]",
    );
  });

  it('is previewed without a name', async () => {
    const [preview] = await run({ operation: 'preview', sendTo: 'all' });
    expect(far.asked[0]!.path).toBe('/broadcasts/preview');
    expect(asked()).toEqual([{ audience: { all_contacts: true }, text }]);
    expect(preview).toMatchObject({ would_send: true, skipped: [], samples: [] });
  });
});
