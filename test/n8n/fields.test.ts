import { DateTime } from 'luxon';
import { describe, expect, it } from '@jest/globals';
import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import {
  contract,
  isMap,
  isObject,
  operations,
  sampleOf,
  schema,
  type Schema,
} from '@textloom/shared/contract';
import {
  camelCase,
  entriesGroup,
  createField,
  objectGroup,
} from '../../connectors/n8n/lib/fields/fields.ts';
import { createProperties } from '../../connectors/n8n/lib/operations/properties.ts';
import { InvalidValue } from '../../connectors/n8n/lib/fields/invalidValue.ts';
import { toApiValue } from '../../connectors/n8n/lib/fields/values.ts';
import {
  actions as all,
  actionsByResource,
} from '../../connectors/n8n/nodes/Textloom/resources/index.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';

const actions = all.map((action) => [`${action.resource}: ${action.words.name}`, action] as const);
const fields = actions.flatMap(([name, action]) =>
  action.fields.map((field) => [`${name}: ${field.property.displayName}`, field] as const),
);
const below = (property: INodeProperties): INodeProperties[] => [
  property,
  ...(property.options ?? []).flatMap((option) => {
    if ('values' in option) return option.values.flatMap(below);
    return 'displayName' in option ? below(option) : [];
  }),
];
const shown = Object.values(actionsByResource)
  .flatMap(createProperties)
  .flatMap(below)
  .map((property) => [property.displayName, property] as const);

const isBoolean = (schema: Schema) => 'type' in schema && schema.type === 'boolean';

/** Returns the value that n8n's editor stores when somebody fills a field in with this value. */
function stored(schema: Schema, value: unknown): unknown {
  if (isMap(schema)) {
    const entries = Object.entries(value as object).map(([name, one]: [string, unknown]) => ({
      name,
      value: one,
    }));
    return { [entriesGroup]: entries };
  }
  if ('items' in schema && isObject(schema.items)) {
    const rows = (value as object[]).map((row) => stored(schema.items, row));
    return { [objectGroup]: rows.map((row) => (row as Record<string, unknown>)[objectGroup]) };
  }
  if (!isObject(schema)) return value;
  const group = Object.entries(value as Record<string, unknown>).map(
    ([name, one]) => [camelCase(name), stored(schema.properties[name]!, one)] as const,
  );
  return { [objectGroup]: Object.fromEntries(group) };
}

/** Operations that the node does not offer, and why. */
const leftOut: Readonly<Record<string, string>> = {
  'audit.list': 'The audit log is read in the console',
  'carrier.list': 'Carriers are managed in the console, by the operator',
  'carrier.test': 'Carriers are managed in the console, by the operator',
  'contact.export': 'A person asks for an export rarely, and a person answers; the API has it',
  'conversation.update': '"Close" and "Reopen" update a conversation',
  'erasure.list': 'A workflow that erases a person does not wait for the end',
  'event.get': 'The triggers pass whole events, and the list shows them',
  'key.create': 'An execution would store the key, which only this response shows',
  'key.list': 'Keys are managed in the console',
  'key.revoke': 'Keys are managed in the console',
  'key.rotate': 'An execution would store the key, which only this response shows',
  'message.sendBatch': '"Send" sends all items in batches',
  'webhook.acknowledge': 'The trigger acknowledges its events',
  'webhook.claim': 'The trigger claims its events',
  'webhook.create': 'The trigger creates its webhook',
  'webhook.update': 'The trigger updates its webhook',
  'webhook.rotateSecret':
    'The trigger derives its secret from the key, and an execution would store it',
};

it('the node offers every operation of the contract, or leaves it out for a reason', () => {
  // The node adds a field to the operation that sends.
  const offered = new Set(all.map(({ operation }) => operation.summary));
  const missing = operations
    .filter(({ operation }) => !offered.has(operation.summary))
    .map(({ resource, name }) => `${resource}.${name}`);
  expect(missing.sort()).toEqual(Object.keys(leftOut).sort());
});

describe('the fields of the node', () => {
  it.each(actions)('%s shows every input of the operation, or omits it on purpose', (_, action) => {
    const { fields, operation } = action;
    const paging = ['limit', 'cursor'].filter((name) => name in operation.input.properties);
    const hidden = operation.input.exactlyOne?.includes('contact_id') ? ['contact_id'] : paging;
    expect([...fields.map(({ name }) => name), ...hidden].sort()).toEqual(
      Object.keys(operation.input.properties).sort(),
    );
  });

  it.each(fields)('%s is read as it was filled in', (_, { schema }) => {
    const isRows = 'items' in schema && isObject(schema.items);
    const sample: unknown = isRows ? [sampleOf(schema.items)] : sampleOf(schema);
    expect(toApiValue(schema, stored(schema, sample), 'UTC')).toEqual(sample);
  });

  it.each(fields)('%s is omitted from the request if it is empty', (_, { schema }) => {
    const isRows = 'items' in schema && isObject(schema.items);
    const empty = isRows || isMap(schema) || isObject(schema) ? {} : '';
    expect(toApiValue(schema, empty, 'UTC')).toBeUndefined();
    expect(toApiValue(schema, undefined, 'UTC')).toBeUndefined();
  });

  it.each(fields)(
    '%s starts with a value that the API accepts, or empty',
    (_, { schema, property }) => {
      expect(() => toApiValue(schema, property.default, 'UTC')).not.toThrow();
    },
  );

  it.each(shown)(
    '"%s" follows the style of n8n',
    (_, { displayName, description, placeholder, type, options }) => {
      expect(displayName).toMatch(/^[A-Z]/);
      if (description !== undefined) expect(description).not.toMatch(/\.$/);
      if (type === 'boolean') expect(description).toMatch(/^Whether /);
      if (type === 'string' && placeholder !== undefined) expect(placeholder).toMatch(/^e\.g\. /);
      if (type !== 'options' && type !== 'collection') return;
      const names = (options ?? []).map((one) =>
        'displayName' in one ? one.displayName : one.name,
      );
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
    },
  );

  it.each(actions)('%s can be chosen before any field is filled in', (_, action) => {
    const { description } = new Textloom();
    const chosen = { resource: action.resource, operation: action.words.value };
    const parameters = NodeHelpers.getNodeParameters(
      description.properties,
      chosen,
      true,
      false,
      null,
      description,
    );
    expect(parameters).toMatchObject(chosen);
  });

  it('the required choices of a group start empty, because nobody would notice a wrong one', () => {
    const { property } = actionsByResource.registration
      .flatMap((action) => action.fields)
      .find(({ name }) => name === 'brand')!;
    const vertical = below(property).find(({ name }) => name === 'vertical');
    expect(vertical).toMatchObject({ required: true, default: '' });
    const ein = below(property).find(({ name }) => name === 'ein');
    expect(ein).not.toHaveProperty('required');
  });

  it.each(
    actions
      .filter(([, { operation }]) => operation.method !== 'GET')
      .flatMap(([name, { fields, operation }]) =>
        fields
          .filter(
            ({ isTopLevel, schema }) => !isTopLevel && !isObject(schema) && !isBoolean(schema),
          )
          .map(({ schema, property }) => {
            // In an update, the default of the contract is not what the account has.
            const chosen = operation.method !== 'PATCH' && 'default' in schema && schema.default;
            return [`${name}: ${property.displayName}`, schema, property.default, chosen] as const;
          }),
      ),
  )('%s changes nothing until somebody fills it in', (_, schema, start, chosen) => {
    expect(toApiValue(schema, start, 'UTC')).toBe(chosen === false ? undefined : chosen);
  });

  it('the button of a list names what it adds', () => {
    const buttons = shown.flatMap(
      ([, { typeOptions }]) => typeOptions?.multipleValueButtonText ?? [],
    );
    expect([...new Set(buttons)].sort()).toEqual([
      'Add Country',
      'Add Keyword',
      'Add Media URL',
      'Add Message ID',
      'Add Sample',
    ]);
  });

  it('a group that keeps what has no limit starts without one', () => {
    const { schema, property } = actionsByResource.account
      .flatMap((action) => action.fields)
      .find(({ name }) => name === 'retention')!;
    const added = Object.fromEntries(
      below(property)
        .slice(1)
        .map((field) => [field.name, field.default] as const),
    );
    expect(added).toEqual({ otpTextHours: '', textDays: '', messageDays: '' });
    const filledIn = { ...added, textDays: 90 };
    expect(toApiValue(schema, { [objectGroup]: filledIn }, 'UTC')).toEqual({
      otp_text_hours: null,
      text_days: 90,
      message_days: null,
    });
    expect(toApiValue(schema, { [objectGroup]: added }, 'UTC')).toBeUndefined();
  });

  it.each(['provision', 'update'])(
    'a number to %s becomes the default by adding Default',
    (name) => {
      const { property } = actionsByResource.number
        .find(({ words }) => words.value === name)!
        .fields.find((field) => field.name === 'default')!;
      expect(property.default).toBe(true);
    },
  );

  it('the labels in a group of a collection fit into the narrow column', () => {
    const labels = actions.flatMap(([, action]) =>
      action.fields
        .filter(({ isTopLevel, schema }) => !isTopLevel && !isMap(schema))
        .flatMap(({ property }) => below(property).slice(1))
        .map(({ displayName }) => displayName),
    );
    expect(labels).toContain('Messages (Days)');
    expect(labels.filter((label) => label.length > 17)).toEqual([]);
  });

  it('a number of the account is chosen from a list, or typed', () => {
    const from = actionsByResource.message[0]!.fields.find(({ name }) => name === 'from')!;
    const chosen = { __rl: true, mode: 'list', value: '+12025550100' };
    expect(from.property.type).toBe('resourceLocator');
    expect(toApiValue(from.schema, chosen, 'UTC')).toBe('+12025550100');
    expect(toApiValue(from.schema, { ...chosen, value: '' }, 'UTC')).toBeUndefined();
  });
});

describe('the value of a parameter', () => {
  const text = schema({ type: 'string', maxLength: 10, multiline: true });
  const phone = schema({ type: 'string', pattern: '^\\+[0-9]+$', examples: ['+12025550123'] });
  const time = schema({ type: 'string', format: 'date-time' });
  const number = schema({ type: 'integer', minimum: 5, maximum: 10 });
  const text20 = schema({ type: 'string', maxLength: 20 });
  const flag = schema({ type: 'boolean' });

  it('becomes text if a sheet contains a number', () => {
    expect(toApiValue(text, 1042, 'UTC')).toBe('1042');
  });

  it('is trimmed, except for a text of several lines', () => {
    expect(toApiValue(phone, ' +12025550123 ', 'UTC')).toBe('+12025550123');
    expect(toApiValue(text, ' Hi\n', 'UTC')).toBe(' Hi\n');
  });

  it.each([true, 'true', 'TRUE', ' True ', 1, '1'])('is true if it is %j', (value) => {
    expect(toApiValue(flag, value, 'UTC')).toBe(true);
  });

  it.each([false, 'false', 'FALSE', 0, '0'])('is false if it is %j', (value) => {
    expect(toApiValue(flag, value, 'UTC')).toBe(false);
  });

  it.each([
    ['+49 30 901820 ext. 5', '+4930901820'],
    ['+1 (202) 555-0130', '+12025550130'],
    ['＋１２０２５５５０１３０', '+12025550130'],
  ])('is the phone number %s without its formatting', (value, number) => {
    const chosen = { __rl: true, mode: 'phone', value };
    expect(toApiValue(text20, chosen, 'UTC')).toBe(number);
  });

  it('is a choice if it is the value or the label of one, in any case', () => {
    const { purpose } = contract.message.send.input.properties;
    const written = ['otp', 'OTP', ' One-Time Password ', 'one-time password', 'Marketing'];
    expect(written.map((one) => toApiValue(purpose, one, 'UTC'))).toEqual([
      ...['otp', 'otp', 'otp', 'otp', 'marketing'],
    ]);
    const labels = { a: 'B', b: 'A' };
    const swapped = schema({ type: 'string', enum: ['a', 'b', 'B'], labels });
    expect(toApiValue(swapped, 'B', 'UTC')).toBe('B');
  });

  it('is not taken for another phone number if it is none', () => {
    const given = (value: string) => () =>
      toApiValue(text20, { __rl: true, mode: 'phone', value }, 'UTC');
    expect(given('unknown 5')).toThrow('is not a phone number');
    expect(given('+12025550130, +12025550131')).toThrow('is not a phone number');
    expect(given('')()).toBeUndefined();
  });

  it('is a time in the time zone of the workflow, unless it names a time zone', () => {
    expect(toApiValue(time, '2026-01-31T09:30:00', 'America/New_York')).toBe(
      '2026-01-31T14:30:00.000Z',
    );
    expect(toApiValue(time, '2026-07-31 09:30:00', 'America/New_York')).toBe(
      '2026-07-31T13:30:00.000Z',
    );
    const zoned = [
      '2026-01-31T09:30:00+01:00',
      '2026-01-31T08:30Z',
      'Sat, 31 Jan 2026 08:30:00 GMT',
      '2026-01-31 09:30 +0100',
      '2026-01-31T09:30:00 +0100',
      '2026-01-31T08:30 UTC',
      'Sat Jan 31 2026 09:30:00 GMT+0100 (Central European Standard Time)',
      'January 31, 2026 09:30 GMT+0100',
      new Date('2026-01-31T08:30:00Z'),
    ];
    for (const value of zoned)
      expect(toApiValue(time, value, 'America/New_York')).toBe('2026-01-31T08:30:00.000Z');
  });

  it.each([
    ['an object instead of text', text, { a: 1 }, 'is not text'],
    ['a list instead of text', text, ['a', 'b'], 'is a list, not text'],
    ['a date instead of text', text, DateTime.now(), 'is a date and time, not text'],
    ['a date instead of text', text, new Date(), 'is a date and time, not text'],
    ['a text that is too long', text, 'x'.repeat(11), 'is longer than 10 characters'],
    ['a name instead of a phone number', phone, 'Jane', 'has the wrong format'],
    ['a word instead of a time', time, 'tomorrow', 'is not a date and time'],
    ['a time with an ambiguous day and month', time, '01/12/2026 10:00', 'is not a date and time'],
    ['a number instead of a time', time, 12, 'is not a date and time'],
    ['a number instead of a time, in a list', time, ['12'], 'is not a date and time'],
    ['a time without a time zone', time, 'Dec 1, 2026 10:00', 'is not a date and time'],
    ['a date in another format', time, '2026/01/31 10:00', 'is not a date and time'],
    ...[
      ['an ambiguous day and month with a zone', '03/04/2027 09:30 GMT+0200'],
      ['a German date with a zone', '01.02.2027 09:30 +01:00'],
      ['a day that its month does not have', '2027-02-30 09:30'],
      ['a day that its month does not have, with a zone', '2027-02-30T09:30:00Z'],
      ['a named day that its month does not have', 'Tue, 30 Feb 2027 09:30:00 GMT'],
      ['a month in another language', '31 Okt 2027 09:30 GMT'],
    ].map(([name, value]) => [name!, time, value, 'is not a date and time'] as const),
    ['a word instead of a Boolean', flag, 'yes', 'is neither true nor false'],
    ['a number instead of a Boolean', flag, 2, 'is neither true nor false'],
    ['an object instead of a Boolean', flag, {}, 'is neither true nor false'],
    ['a word instead of a number', number, 'many', 'is not a number'],
    ['a list instead of a number', number, [], 'is not a number'],
    ['a Boolean instead of a number', number, true, 'is not a number'],
    ['a fraction of a whole number', number, '6.5', 'is not a whole number'],
    ['a number out of range', number, 11, 'is out of range'],
    [
      'an unknown option',
      schema({ type: 'string', enum: ['a', 'b'] }),
      'c',
      'is not one of the options',
    ],
  ])('refuses %s, and explains the problem', (_, schema, parameter, what) => {
    const attempt = () => toApiValue(schema, parameter, 'UTC');
    expect(attempt).toThrow(InvalidValue);
    expect(attempt).toThrow(what);
  });

  it('is absent instead of 0 if a number is blank', () => {
    expect(toApiValue(number, ' ', 'UTC')).toBeUndefined();
  });

  it('has a widget for every kind of schema except a union', () => {
    const list = schema({
      type: 'array',
      title: 'Tags',
      items: { type: 'string', examples: ['vip'] },
    });
    expect(createField('tags', list)).toEqual({
      displayName: 'Tags',
      name: 'tags',
      type: 'string',
      default: [],
      typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
      placeholder: 'e.g. vip',
    });
    expect(toApiValue(list, ['a', ' b'], 'UTC')).toEqual(['a', 'b']);
    expect(toApiValue(list, [], 'UTC')).toBeUndefined();
    expect(toApiValue(list, ['a', ' ', ''], 'UTC')).toEqual(['a']);
    expect(toApiValue(list, [''], 'UTC')).toBeUndefined();
    expect(toApiValue(list, [['a', 'b'], 'c'], 'UTC')).toEqual(['a', 'b', 'c']);
    expect(() => toApiValue(list, [{ a: 1 }], 'UTC')).toThrow('is not text');
    const choice = schema({ type: 'array', items: { type: 'string', enum: ['a_b'] } });
    expect(createField('choice', choice)).toMatchObject({
      type: 'multiOptions',
      options: [{ name: 'A B', value: 'a_b' }],
    });
    expect(() => createField('any', { oneOf: [], discriminator: 'type' })).toThrow('no widget');
  });
});
