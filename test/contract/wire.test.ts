import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  fromWire,
  jsonSchema,
  pointerFromWire,
  pointerToWire,
  schema,
  toWire,
} from '@textloom/shared/contract';
import { wireChanges } from './wireChanges.ts';

const line = schema({
  type: 'object',
  properties: {
    text: { type: 'string', wire: 'body' },
    state: { type: 'string', enum: ['open', 'done'], wireValues: { done: 'FINISHED' } },
  },
  required: ['text'],
});
const order = schema({
  type: 'object',
  properties: {
    lines: { type: 'array', items: line, wire: 'items' },
    notes: { type: 'object', values: { type: 'string' } },
    owner: { ...line, nullable: true },
  },
  required: ['lines'],
});
const ours = { lines: [{ text: 'a', state: 'done' }], notes: { text: 'kept' }, owner: null };
const wire = { items: [{ body: 'a', state: 'FINISHED' }], notes: { text: 'kept' }, owner: null };

describe('a value', () => {
  it('has the wire names of its schema, at every depth', () => {
    expect(toWire(order, ours)).toEqual(wire);
  });

  it('is the same after a round trip', () => {
    expect(fromWire(order, wire)).toEqual(ours);
  });

  it('keeps fields that the schema does not know', () => {
    expect(fromWire(order, { items: [], more: { body: 1 } })).toEqual({
      lines: [],
      more: { body: 1 },
    });
    expect(toWire(order, 'no object')).toBe('no object');
  });

  it('is passed on unchanged if no name differs', () => {
    const plain = schema({ type: 'object', properties: { a: { type: 'string' } } });
    const value = { a: 'x' };
    expect(toWire(plain, value)).toBe(value);
  });

  it('of a union has the wire names of its variant', () => {
    const variant = (type: string, wireType: string, field: string) =>
      schema({
        type: 'object',
        properties: {
          type: { type: 'string', enum: [type], wireValues: { [type]: wireType }, wire: 'kind' },
          [field]: { type: 'string', wire: `${field}_x` },
        },
      });
    const union = schema({
      oneOf: [variant('a', 'A', 'one'), variant('b', 'B', 'two')],
      discriminator: 'type',
    });
    const value = { type: 'b', two: '2' };
    expect(toWire(union, value)).toEqual({ kind: 'B', two_x: '2' });
    expect(fromWire(union, toWire(union, value))).toEqual(value);
  });
});

describe('a pointer', () => {
  it.each([
    ['/lines/3/text', '/items/3/body'],
    ['/notes/text', '/notes/text'],
    ['/unknown/text', '/unknown/text'],
    ['', ''],
  ])('%s is %s on the wire', (our, onWire) => {
    expect(pointerToWire(order, our)).toBe(onWire);
    expect(pointerFromWire(order, onWire)).toBe(our);
  });
});

describe('a JSON Schema', () => {
  it('has the wire names', () => {
    expect(jsonSchema(order, { closed: true })).toMatchObject({
      properties: {
        items: {
          items: {
            properties: { body: { type: 'string' }, state: { enum: ['open', 'FINISHED'] } },
            required: ['body'],
            additionalProperties: false,
          },
        },
        owner: { type: ['object', 'null'] },
      },
      required: ['items'],
    });
  });
});

describe('the contract', () => {
  it.each(Object.entries(wireChanges))(
    'contains the names in %s that the slow test of another wire format changes',
    (file, changes) => {
      const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
      expect(changes.map(([from]) => from).filter((from) => !source.includes(from))).toEqual([]);
    },
  );
});
