import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { isObject } from '@textloom/shared/contract';
import { actions } from '../../connectors/n8n/nodes/Textloom/resources/index.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { startFarSide, type FarSide } from './farSide.ts';
import { n8nHost } from './n8nHost.ts';

const node = new Textloom();
let far: FarSide;
beforeAll(async () => {
  const page = { data: [], has_more: false, next_cursor: null };
  far = await startFarSide(() => ({ status: 200, body: page }));
});
afterAll(() => far.stop());

/** Fields that say how to count, and not what. */
const details = ['interval', 'group_by'];
const reading = actions.filter(({ operation: { method } }) => method === 'GET');
const filters = reading.flatMap((action) =>
  action.fields
    .filter(({ name, schema }) => !details.includes(name) && !isObject(schema))
    .map(
      (field) => [`${action.resource}: ${action.words.name}`, field.name, action, field] as const,
    ),
);

/** Runs an operation with this value in one of its fields. */
async function read(
  { resource, words, fields, collection }: (typeof actions)[number],
  { name, property, isTopLevel }: (typeof actions)[number]['fields'][number],
  value: string,
) {
  const isChosen = property.type === 'resourceLocator';
  const given = isChosen ? { __rl: true, mode: 'id', value } : value;
  const others = fields.filter((one) => one.required && one.name !== name);
  const parameters = {
    resource,
    operation: words.value,
    ...Object.fromEntries(others.map((one) => [one.property.name, 'some_id'])),
    ...(isTopLevel
      ? { [property.name]: given }
      : { [collection.name]: { [property.name]: given } }),
  } as INodeParameters;
  const host = n8nHost({ nodeType: node, credential: far.credential, parameters });
  const before = far.asked.length;
  const failure = await node.execute.call(host.execute([{ id: null }])).then(
    () => undefined,
    (error: unknown) => error as Error,
  );
  return { said: failure?.message, requests: far.asked.length - before };
}

describe('a filter whose expression has no value', () => {
  it.each(filters)('stops %s, which would find something else: %s', async (...one) => {
    const [, , action, field] = one;
    for (const value of ['={{ $json.missing }}', '={{ $json.id }}']) {
      const { said, requests } = await read(action, field, value);
      expect(said).toMatch(/ (is empty|has an expression without a value) \[item 0\]$/);
      expect(requests).toBe(0);
    }
  });

  it('stops the search if only the words around it are left', async () => {
    const [, , action, field] = filters.find(
      ([name, field]) => name === 'message: Get Many' && field === 'reference',
    )!;
    const { said, requests } = await read(action, field, '=order-{{ $json.missing }}');
    expect(said).toBe("'Reference' has an expression without a value [item 0]");
    expect(requests).toBe(0);
  });
});

it('an expression without a value does not make the service keep texts forever', async () => {
  const parameters = (value: unknown) => ({
    resource: 'account',
    operation: 'update',
    updateFields: { retention: { fields: { otpTextHours: 24, textDays: value } } },
  });
  const update = (value: unknown) => {
    const given = parameters(value) as INodeParameters;
    const host = n8nHost({ nodeType: node, credential: far.credential, parameters: given });
    return node.execute.call(host.execute([{}]));
  };
  const before = far.asked.length;
  await expect(update('={{ $json.days }}')).rejects.toMatchObject({
    message: "'Retention' has an expression without a value [item 0]",
    description: expect.stringContaining('forever'),
  });
  expect(far.asked).toHaveLength(before);
  // The description of the field says that an empty value means forever.
  await update('').catch(() => undefined);
  expect(far.asked).toHaveLength(before + 1);
});

const one = (value: string) => ({ __rl: true, mode: 'id', value });
it.each<[string, INodeParameters, string, string, string]>([
  [
    'contact: delete',
    { contactId: one('con_1') },
    'erase',
    'Erase',
    'the service would keep everything else about the person',
  ],
  [
    'number: release',
    { numberId: one('num_1') },
    'releaseAtCarrier',
    'Release at Carrier',
    'the carrier would keep the number',
  ],
  [
    'conversation: markAsRead',
    { conversationId: one('cnv_1') },
    'lastMessageId',
    'Last Message ID',
    'newer messages would count as read',
  ],
  [
    'conversation: open',
    { phone: '+12025550123', number: { ...one('={{ $json.all }}'), mode: 'sender' } },
    '',
    'Number',
    'the default number would be used',
  ],
  [
    'broadcast: send',
    { name: 'Sale', sendTo: 'all', text: 'Hi' },
    'messagesPerMinute',
    'Pace',
    'the broadcast would go out as fast as possible',
  ],
])('%s does nothing if an expression has no value: %j', async (...row) => {
  const [action, others, name, label, effect] = row;
  const [resource, operation] = action.split(': ');
  const additionalFields = name === '' ? {} : { [name]: '={{ $json.all }}' };
  const parameters = { ...{ resource, operation, additionalFields }, ...others };
  const host = n8nHost({ nodeType: node, credential: far.credential, parameters });
  const before = far.asked.length;
  for (const item of [{}, { all: null }, { all: '' }])
    await expect(node.execute.call(host.execute([item]))).rejects.toMatchObject({
      message: `'${label}' has an expression without a value [item 0]`,
      description: expect.stringContaining(effect),
    });
  expect(far.asked).toHaveLength(before);
});
