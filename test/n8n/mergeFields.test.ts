import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { createReader } from '../../connectors/n8n/lib/execute/reader.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { n8nHost } from './n8nHost.ts';

const item = { offer: '20% off', name: 'Ada', 'first name': 'Ada' };
const createContext = (parameters: INodeParameters) =>
  n8nHost({
    nodeType: new Textloom(),
    credential: { baseUrl: 'http://127.0.0.1/v1', apiKey: 'key' },
    parameters: { resource: 'broadcast', operation: 'send', ...parameters },
  }).execute([item]);
const read = (text: string) => createReader(createContext({ text }))('text', 0, '');

describe('a merge field', () => {
  it('would be evaluated by n8n, which turns a text with one into an expression', () => {
    const context = createContext({ text: '=Hi {{first_name|there}}' });
    expect(context.getNodeParameter('text', 0)).toBe('Hi 0');
  });

  it.each([
    ['=Hi {{first_name|there}}', 'Hi {{first_name|there}}'],
    ['=Hi {{ first_name | my friend }}!', 'Hi {{ first_name | my friend }}!'],
    ['={{first_name}}{{attributes.plan|free}}', '{{first_name}}{{attributes.plan|free}}'],
    ['={{first_name|}}: {{ $json.offer }}', '{{first_name|}}: 20% off'],
    ['={{ $json.name }}, {{code}} is your code', 'Ada, {{code}} is your code'],
    ["={{ $json['first name'] }} {{größe|?}}", 'Ada {{größe|?}}'],
    ["={{Order #|none yet, it's $5}}", "{{Order #|none yet, it's $5}}"],
    ['={{2nd name}}', '{{2nd name}}'],
    ['Hi {{first_name|there}}', 'Hi {{first_name|there}}'],
  ])('reaches the service as it was written: %s', (text, wanted) => {
    expect(read(text)).toBe(wanted);
  });

  it.each([
    '={{ $json.name }}',
    '=Hi {{ $json.name }}',
    '={{ null }}',
    '={{ undefined }}',
    '={{ true }}',
    '={{ Math.PI }}',
    "={{ 'a' | 'b' }}",
    '={{ 1 | 2 }}',
    '={{ parseInt("7") }}',
    "={{ $json.a || 'none' }}",
  ])('is not what n8n evaluates: %s', (text) => {
    expect(read(text)).toEqual(createContext({ text }).getNodeParameter('text', 0, ''));
  });

  it('stays at any depth, next to expressions', () => {
    const replies = {
      fields: [{ language: 'en', stop: '={{brand}}: no more texts, {{ $json.name }}' }],
    };
    const context = createContext({
      resource: 'account',
      operation: 'update',
      updateFields: { replies },
    });
    expect(createReader(context)('updateFields', 0, {})).toMatchObject({
      replies: { fields: [{ language: 'en', stop: '{{brand}}: no more texts, Ada' }] },
    });
  });
});
