import { describe, expect, it } from '@jest/globals';
import { contract, operations, schema } from '@textloom/shared/contract';
import { inputFields, outputFields } from '../../connectors/zapier/src/fields/fields.ts';

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
        helpText: 'If empty: `Ordinary`.',
      },
      lines: {
        children: [
          { key: 'amount', label: 'Amount', type: 'integer' },
          { key: 'what', label: 'What', type: 'string', required: true, helpText: 'Its meaning.' },
        ],
      },
      tags: { type: 'string', list: true },
      data: { dict: true },
      at: { type: 'datetime', placeholder: '2026-01-31T09:30:00Z' },
      count: { type: 'integer' },
      on: { type: 'boolean', helpText: 'If empty: `false`.' },
      key: { type: 'password' },
      name: { type: 'string', placeholder: 'Ada', required: true },
    });
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
