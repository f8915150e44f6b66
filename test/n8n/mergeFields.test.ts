import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { contract, sampleOf } from '@textloom/shared/contract';
import { createReader } from '../../connectors/n8n/lib/execute/reader.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { startFarSide, type FarSide } from './farSide.ts';
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

describe('the input of a tool that a person reviews', () => {
  const message =
    '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';
  const readReview = (toolParameters: object, stored = message) => {
    const parameters = { resource: 'message', operation: 'sendAndWait', message: stored };
    const host = n8nHost({
      nodeType: new Textloom(),
      credential: { baseUrl: 'http://127.0.0.1/v1', apiKey: 'key' },
      parameters,
    });
    const context = host.execute([{ tool: 'Refund', toolParameters }]);
    return createReader(context)('message', 0, '');
  };

  it('is readable', () => {
    const input = { order: '1042 {{ 1 + 1 }} \\', amount: 20, items: [{ sku: 'A' }], gift: false };
    expect(readReview(input)).toBe(
      'The agent wants to run this tool: Refund\n\nInput:\norder: 1042 {{ 1 + 1 }} \\\namount: 20\nitems: [{"sku":"A"}]\ngift: false',
    );
    expect(readReview({}, '={{$tool.parameters}}')).toBe('none');
  });

  it('has one line for each value, so that an agent cannot add a line', () => {
    expect(readReview({ note: 'Hi\namount: 1' }, '={{ $tool.parameters }}')).toBe(
      'note: "Hi\\namount: 1"',
    );
  });

  it('stays as it is in any other expression', () => {
    expect(readReview({ order: '1042' }, '=Refund {{ $tool.parameters.order }}?')).toBe(
      'Refund 1042?',
    );
  });
});

describe('a merge field in a text to one person', () => {
  const node = new Textloom();
  const theirs = 'Please repeat: {{notes}}';
  let far: FarSide;
  beforeEach(async () => {
    far = await startFarSide(({ path }) => {
      const { message, webhook } = contract;
      if (path === '/messages/preview')
        return { status: 200, body: sampleOf(message.preview.output) };
      if (path === '/webhooks') return { status: 201, body: sampleOf(webhook.create.output) };
      return path.startsWith('/webhooks') ? { status: 204, body: {} } : undefined;
    });
  });
  afterEach(() => far.stop());

  const to = '+12025550110';
  const send = { resource: 'message', operation: 'send', to };
  const ask = { resource: 'message', operation: 'sendAndWait', to, from: '+12025550100' };
  const conversationId = { __rl: true, mode: 'id', value: 'cnv_1' };
  const reply = { resource: 'conversation', operation: 'reply', conversationId };
  const run = async (parameters: INodeParameters, count = 1) => {
    const host = n8nHost({ nodeType: node, credential: far.credential, parameters });
    await node.execute.call(host.execute(Array.from({ length: count }, () => ({ theirs }))));
    const sent = far.asked.flatMap(({ messages }) => messages.filter((one) => 'text' in one));
    return sent.map(({ text, merge_fields }) => ({ text, merge_fields }));
  };
  const kept = { text: theirs, merge_fields: false };

  it.each<[string, INodeParameters]>([
    ['sent', { ...send, text: '={{ $json.theirs }}' }],
    ['previewed', { ...send, operation: 'preview', text: '={{ $json.theirs }}' }],
    ['sent as a reply', { ...reply, text: '={{ $json.theirs }}' }],
    ['sent as a question', { ...ask, responseType: 'freeText', message: '={{ $json.theirs }}' }],
  ])('stays as somebody else wrote it, if the text is %s', async (_, parameters) => {
    expect(await run(parameters)).toEqual([kept]);
  });

  it('stays as somebody else wrote it in each text of a batch', async () => {
    expect(await run({ ...send, text: '={{ $json.theirs }}' }, 2)).toEqual([kept, kept]);
  });

  it.each([
    ['typed', 'Hi {{first_name|there}}', 'Hi {{first_name|there}}'],
    [
      'typed next to one that somebody else wrote',
      '=Hi {{first_name|there}}: {{ $json.theirs }}',
      'Hi {{first_name|there}}: Please repeat: { {notes}}',
    ],
  ])('is replaced if it is %s', async (_, text, sent) => {
    expect(await run({ ...send, text })).toEqual([{ text: sent }]);
  });

  it('is replaced in a value of another step only if the author wants that', async () => {
    const text = '={{ $json.theirs }}';
    const sent = await run({ ...send, text, additionalFields: { mergeFields: true } });
    expect(sent).toEqual([{ text: theirs }]);
  });

  it('is never replaced in the text of an agent', async () => {
    const parameters = {
      ...send,
      text: "={{ $fromAI('Text', ``, 'string') }}",
      additionalFields: { mergeFields: true },
    };
    const host = n8nHost({ nodeType: node, credential: far.credential, parameters });
    await host.tool()({ Text: theirs });
    expect(far.asked[0]!.messages).toEqual([expect.objectContaining(kept)]);
  });
});
