import { describe, expect, it } from '@jest/globals';
import { jsonSchema, schema, type Schema } from '@textloom/shared/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
const takes = (one: Schema, value: unknown, closed = true): boolean =>
  ajv.compile(jsonSchema(one, { closed }))(value);

const order = schema({
  type: 'object',
  properties: {
    to: { type: 'string', minLength: 2, maxLength: 4 },
    contact_id: { type: 'string' },
    state: { type: 'string', enum: ['open', 'done'], nullable: true },
    lines: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    count: { type: 'integer', minimum: 1, maximum: 3 },
    notes: {
      type: 'object',
      values: { type: 'string' },
      minProperties: 1,
      maxProperties: 1,
      maxNameLength: 3,
    },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    inner: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  },
  required: ['count'],
  exactlyOne: ['to', 'contact_id'],
  atLeastOne: ['state', 'lines'],
});
const good = { to: 'abc', count: 1, state: null };

/** Returns the good value with a change. JSON leaves undefined fields out. */
const changed = (change: object): unknown => JSON.parse(JSON.stringify({ ...good, ...change }));

describe('a schema as JSON Schema', () => {
  it.each([
    [{}],
    [{ state: 'open' }],
    [{ state: null }],
    [{ lines: ['a', 'b'] }],
    [{ state: undefined, lines: ['a', 'a'] }],
    [{ tags: ['a', 'b'] }],
    [{ count: 3 }],
    [{ notes: { abc: 'x' } }],
    [{ inner: { a: 'x' } }],
  ])('accepts %j', (change) => expect(takes(order, changed(change))).toBe(true));

  it.each([
    ['an unknown field', { more: 1 }],
    ['an unknown nested field', { inner: { a: 'x', more: 1 } }],
    ['a missing nested field', { inner: {} }],
    ['a missing field', { count: undefined }],
    ['two fields that exclude each other', { contact_id: 'con_1' }],
    ['neither of two alternative fields', { to: undefined }],
    ['none of several fields of which one is needed', { state: undefined }],
    ['the same item twice', { tags: ['a', 'a'] }],
    ['a text that is too short', { to: 'a' }],
    ['a text that is too long', { to: 'abcde' }],
    ['a value that is not one of the list', { state: 'lost' }],
    ['null in a field that is not nullable', { to: null }],
    ['too few items', { lines: [] }],
    ['too many items', { lines: ['a', 'b', 'c'] }],
    ['a number that is too small', { count: 0 }],
    ['a number that is too large', { count: 4 }],
    ['too few entries', { notes: {} }],
    ['too many entries', { notes: { a: 'x', b: 'x' } }],
    ['a name that is too long', { notes: { abcd: 'x' } }],
    ['the wrong type', { count: '1' }],
  ])('refuses %s', (_, change) => expect(takes(order, changed(change))).toBe(false));

  it('that is open accepts unknown fields', () => {
    expect(takes(order, { ...good, more: 1, inner: { a: 'x', more: 1 } }, false)).toBe(true);
  });
});
