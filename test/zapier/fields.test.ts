import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { contract, operations, schema } from '@textloom/shared/contract';
import type { PlainInputField } from 'zapier-platform-core';
import { app } from '../../connectors/zapier/src/index.ts';
import { inputFields, outputFields } from '../../connectors/zapier/src/fields/fields.ts';
import { findReport } from '../../connectors/zapier/src/searches/findReport.ts';

/** Converts what a user writes to the types of the fields, as Zapier does before it runs a step. */
const convertAsZapier = createRequire(import.meta.url)(
  'zapier-platform-cli/src/oclif/commands/invoke/input-types',
) as (inputData: object, fields: readonly object[], timeZone: string) => object;

const form = schema({
  type: 'object',
  properties: {
    note: { type: 'string', title: 'Note', description: 'Words to say', multiline: true },
    kind: {
      type: 'string',
      title: 'Kind',
      enum: ['plain', 'very_special'],
      labels: { plain: 'Ordinary' },
      default: 'plain',
    },
    lines: {
      type: 'array',
      title: 'Lines',
      items: {
        type: 'object',
        properties: {
          amount: { type: 'integer', title: 'Amount' },
          what: { type: 'string', title: 'What', description: 'Its meaning' },
        },
        required: ['what'],
      },
    },
    tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
    data: { type: 'object', title: 'Data', values: { type: 'string' } },
    at: { type: 'string', title: 'At', format: 'date-time', examples: ['2026-01-31T09:30:00Z'] },
    count: { type: 'integer', title: 'Count' },
    on: { type: 'boolean', title: 'On', default: false },
    key: { type: 'string', title: 'Key', secret: true },
    consent: {
      type: 'object',
      title: 'Consent',
      properties: { source: { type: 'string', title: 'Source' } },
      required: ['source'],
    },
    name: { type: 'string', title: 'Name', examples: ['Ada'] },
  },
  required: ['name'],
});
const fieldsByKey = Object.fromEntries(inputFields(form).map((field) => [field.key, field]));

describe('the fields of a form', () => {
  it('show each kind of input in the matching widget of Zapier', () => {
    expect(fieldsByKey).toMatchObject({
      note: { type: 'text', label: 'Note', helpText: 'Words to say.' },
      kind: {
        choices: { plain: 'Ordinary', very_special: 'Very Special' },
        helpText: 'If empty, `Ordinary`.',
      },
      lines: {
        children: [
          { key: 'amount', label: 'Amount', type: 'string' },
          { key: 'what', label: 'What', type: 'string', required: true, helpText: 'Its meaning.' },
        ],
      },
      tags: { type: 'string', list: true },
      data: { dict: true },
      at: { type: 'datetime', placeholder: '2026-01-31T09:30:00Z' },
      count: { type: 'string' },
      on: { type: 'boolean', helpText: 'If empty, `False`.' },
      key: { type: 'password' },
      name: { type: 'string', placeholder: 'Ada', required: true },
    });
  });

  it('explain themselves in sentences, with their limits, and say last what an empty field does', () => {
    const explain = (description: string, more: object = {}, name = 'count') =>
      inputFields(
        schema({
          type: 'object',
          properties: { [name]: { type: 'integer', title: 'Count', description, ...more } },
        }),
      )[0]!.helpText;
    const bounds = { minimum: 1, maximum: 600 };
    expect(explain('How many; as many as fit if empty', bounds)).toBe(
      'How many. From 1 to 600. If empty, as many as fit.',
    );
    expect(explain('How many; not the last', { ...bounds, default: 5 })).toBe(
      'How many. Not the last. From 1 to 600. If empty, 5.',
    );
    expect(explain('Seconds to live', { ...bounds, default: 300 }, 'ttl')).toBe(
      'Seconds to live. From 1 to 600 (10 minutes). If empty, 300 (5 minutes).',
    );
    expect(explain('Number that {{code|0}} inserts')).toBe('Number that `{{code|0}}` inserts.');
  });

  it('flatten a nested object, and let the API check which fields belong together', () => {
    expect(fieldsByKey.consent_source).toMatchObject({ label: 'Consent Source' });
    expect(fieldsByKey.consent_source).not.toHaveProperty('required');
  });

  it('show the planned fields, required ones first, and the rest in a group', () => {
    const planned = inputFields(form, { note: {}, name: { label: 'Full Name' }, key: false });
    expect(planned.slice(0, 2)).toMatchObject([
      { key: 'name', label: 'Full Name' },
      { key: 'note' },
    ]);
    expect(planned.slice(0, 2).every(({ group }) => group === undefined)).toBe(true);
    expect(planned.slice(2).every(({ group }) => group === 'advanced')).toBe(true);
    expect(planned.map(({ key }) => key)).not.toContain('key');
  });
});

describe('a day without a time', () => {
  it('is 9 AM for Zapier, as the form of a report says', () => {
    const { inputFields: fields } = findReport.operation as { inputFields: PlainInputField[] };
    const start = fields.find(({ key }) => key === 'start')!;
    expect(start.helpText).toContain(
      '`yesterday 00:00`: Zapier reads a day without a time as 9 AM',
    );
    const convert = (day: string) => convertAsZapier({ start: day }, fields, 'Europe/Berlin');
    expect(convert('2026-01-30')).toEqual({ start: '2026-01-30T09:00:00+01:00' });
    expect(convert('yesterday 00:00')).toEqual({
      start: expect.stringMatching(/T00:00:00\+/) as unknown,
    });
  });
});

describe('a number that a person writes', () => {
  it.each(['1,440', '1.440', '1 hour', '15'])('%s reaches the step as it is', (written) => {
    const values = () => ({ count: written, lines: [{ amount: written }] });
    expect(convertAsZapier(values(), inputFields(form), 'UTC')).toEqual(values());
  });
});

describe.each(['add_contact', 'update_contact'] as const)('the time of a consent in %s', (key) => {
  const fields = app.creates[key].operation.inputFields as PlainInputField[];

  it.each(['TBD', '9am', '1769851800', '2026-01-31'])(
    'reaches the step as it is, and does not become a time of today: %s',
    (written) => {
      expect(convertAsZapier({ consent_at: written }, fields, 'UTC')).toEqual({
        consent_at: written,
      });
    },
  );
});

describe.each(['send_message', 'reply_in_conversation', 'send_broadcast'] as const)(
  'Media URLs of %s',
  (key) => {
    it('says that a file of another app needs a public link', () => {
      const fields = app.creates[key].operation.inputFields as PlainInputField[];
      expect(fields.find(({ key }) => key === 'media_urls')!.helpText).toMatch(
        / MMS\. Map a public link to the file, because the step accepts no files\.$/,
      );
    });
  },
);

describe('All Contacts of a broadcast', () => {
  it.each(['N/A', '-', 'unchecked'])('is not chosen by the text %s', (written) => {
    const fields = app.creates.send_broadcast.operation.inputFields as PlainInputField[];
    expect(convertAsZapier({ all_contacts: written }, fields, 'UTC')).toEqual({
      all_contacts: written,
    });
  });
});

describe('of every operation in the contract', () => {
  it.each(operations.map((one) => [`${one.resource}.${one.name}`, one.operation] as const))(
    '%s has inputs with unique keys',
    (_name, { input }) => {
      const keys = inputFields(input).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  it('a result names a nested value by its path, with its type', () => {
    const fields = outputFields(contract.message.get.output);
    expect(fields).toContainEqual({ key: 'error__code', label: 'Error Code', type: 'string' });
    expect(fields).toContainEqual({ key: 'created_at', label: 'Created At', type: 'datetime' });
    expect(fields).toContainEqual({ key: 'segments', label: 'Segments', type: 'integer' });
    expect(fields.map(({ key }) => key)).not.toContain('metadata');
  });

  it('offers the values of each of its line items', () => {
    const fields = outputFields(contract.report.get.output);
    const { children } = fields.find(({ key }) => key === 'data')!;
    expect(children).toContainEqual({ key: 'period', label: 'Period', type: 'datetime' });
    expect(children).toContainEqual({ key: 'delivered', label: 'Delivered', type: 'integer' });
  });
});
