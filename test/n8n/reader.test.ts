import { describe, expect, it, jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { createReader } from '../../connectors/n8n/lib/execute/reader.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { n8nHost } from './n8nHost.ts';

const items: IDataObject[] = [
  {
    to: '+12025550110',
    constructor: 'field',
    'first name': 'Ada',
    a: { b: { c: 'deep' } },
    list: ['x'],
    zero: 0,
  },
  { to: '', 'first name': "O'Neil", a: { b: null }, list: [], zero: false },
  { to: '{{ $json.zero }}', 'first name': '=1+1', a: 'text', list: 'text', zero: null },
  { to: 'Grüße 👋\n', 'first name': 12.5, a: [{ b: 1 }], zero: true },
  {},
];
/**
 * These are the expressions that the editor writes for a field that is dragged into a parameter,
 * and common variants.
 */
const mapped = [
  '={{ $json.to }}',
  '={{$json.to}}',
  "={{ $json['first name'] }}",
  '={{ $json["first name"] }}',
  '={{ $json.a.b.c }}',
  "={{ $json['a'].b }}",
  '={{\n  $json.zero\n}}',
];
const others = [
  'plain {{ $json.to }}',
  '=Hi {{ $json.to }}',
  '={{ $json.to }} ',
  '={{ $json.to }}{{ $json.zero }}',
  '={{ $json.to.length }}',
  '={{ $json.to?.toUpperCase() }}',
  '={{ $json.list[0] }}',
  '={{ $json.list.length }}',
  '={{ $json.to || "none" }}',
  '={{ $json }}',
  '={{ $itemIndex }}',
];

describe('reading a parameter', () => {
  const createContext = (text: string) =>
    n8nHost({
      nodeType: new Textloom(),
      credential: { baseUrl: 'http://127.0.0.1/v1', apiKey: 'key' },
      parameters: { resource: 'message', operation: 'send', to: '+12025550110', text },
    }).execute(items);

  it.each([...mapped, ...others])('returns the same value as n8n: %s', (text) => {
    const context = createContext(text);
    const read = createReader(context);
    for (const item of items.keys()) {
      const wanted: unknown = context.getNodeParameter('text', item, '');
      expect(read('text', item, '')).toEqual(wanted);
    }
  });

  it.each(mapped.slice(0, 4))('does not call n8n for items that have the field: %s', (text) => {
    const context = createContext(text);
    const asked = jest.spyOn(context, 'getNodeParameter');
    const read = createReader(context);
    for (const item of [0, 1, 2, 3]) read('text', item, '');
    expect(asked).not.toHaveBeenCalled();
    read('text', 4, '');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('leaves forbidden expressions to n8n', () => {
    const context = createContext('={{ $json.constructor }}');
    expect(() => createReader(context)('text', 0, '')).toThrow(/invalid constructor/);
  });

  it('calls n8n once for a value without an expression', () => {
    const context = createContext('Hello');
    const asked = jest.spyOn(context, 'getNodeParameter');
    const read = createReader(context);
    expect([0, 1, 2].map((item) => read('text', item))).toEqual(['Hello', 'Hello', 'Hello']);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
