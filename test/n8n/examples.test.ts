import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { TextloomTrigger } from '../../connectors/n8n/nodes/Textloom/TextloomTrigger.node.ts';
import type { Json, WorkflowNode } from '../../scripts/n8n/n8n.ts';
import { examples } from '../e2e/n8n/n8nExamples.ts';

const actions = new Textloom().description.properties;
const events = new TextloomTrigger().description.properties;

/** The choices that n8n makes in a human review. */
const hidden = { resource: 'message', operation: 'sendAndWait', responseType: 'approval' };

const isShown = ({ displayOptions }: INodeProperties, parameters: Json): boolean =>
  Object.entries(displayOptions?.show ?? {}).every(
    ([name, values]) =>
      name.startsWith('@') ||
      name.startsWith('/') ||
      parameters[name] === undefined ||
      (values as unknown[]).includes(parameters[name]),
  );

/** Returns the names of parameters that nobody sees in the editor, and wrong choices. */
function unknownIn(parameters: Json, all: readonly INodeProperties[], path = ''): string[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const found = all.find((one) => one.name === name && isShown(one, parameters));
    if (!found) return [path + name];
    const options = (found.options ?? []) as (INodeProperties | INodePropertyCollection)[];
    if (found.type === 'collection')
      return unknownIn(value as Json, options as INodeProperties[], `${path}${name}.`);
    if (found.type === 'fixedCollection')
      return Object.entries(value as Json).flatMap(([group, rows]) => {
        const { values } = options.find((one) => one.name === group) as INodePropertyCollection;
        return [rows as Json | Json[]]
          .flat()
          .flatMap((row) => unknownIn(row, values, `${path}${name}.${group}.`));
      });
    if (found.type !== 'options' || String(value).startsWith('=')) return [];
    return options.some((one) => 'value' in one && one.value === value)
      ? []
      : [`${path}${name}=${String(value)}`];
  });
}

function wrongIn({ type, parameters }: WorkflowNode): string[] {
  if (/textloomTrigger$/.test(type)) return unknownIn(parameters, events);
  if (!/textloom(Tool|HitlTool)?$/.test(type)) return [];
  const { descriptionType: _, toolDescription: __, ...own } = parameters;
  return unknownIn(/HitlTool$/.test(type) ? { ...hidden, ...own } : own, actions);
}

describe('an example', () => {
  it.each(Object.entries(examples))('uses only fields that the nodes have: %s', (_, { nodes }) => {
    const wrong = nodes.flatMap((node) => wrongIn(node).map((name) => `${node.name}: ${name}`));
    expect(wrong).toEqual([]);
  });

  it('would be found to use another field, operation or choice', () => {
    const [node] = examples['send-a-text']!.nodes.filter(({ type }) => /textloom$/.test(type));
    const wrong = (parameters: Json) =>
      wrongIn({ ...node!, parameters: { ...node!.parameters, ...parameters } });
    expect(wrong({})).toEqual([]);
    expect(wrong({ body: 'Hello' })).toEqual(['body']);
    expect(wrong({ messageId: 'msg_1' })).toEqual(['messageId']);
    expect(wrong({ operation: 'post' })).toContain('operation=post');
    expect(wrong({ purpose: 'offer' })).toEqual(['purpose=offer']);
    expect(wrong({ additionalFields: { note: 'x' } })).toEqual(['additionalFields.note']);
  });

  it.each([
    ['abandoned-cart', 'Send the reminder'],
    ['appointment-reminder', 'Ask to confirm'],
    ['appointment-reminder', 'Thank them'],
    ['appointment-reminder', 'Tell the front desk'],
    ['broadcast-from-a-sheet', 'Send the broadcast'],
    ['delivery-failure-alert', 'Alert the team'],
    ['double-opt-in', 'Welcome'],
    ['keyword-auto-responder', 'Answer anything else'],
    ['lead-qualification', 'Ask the first question'],
    ['lead-qualification', 'Text the summary'],
    ['missed-call', 'Text the caller'],
    ['on-call-alert', 'Ask the first'],
    ['on-call-alert', 'Ask the second'],
    ['review-request', 'Schedule the request'],
    ['sheet-campaign', 'Send the offer'],
    ['support-inbox', 'Tell the hours'],
    ['support-inbox', 'Thank the customer'],
    ['two-way-support', 'Explain how to reply'],
    ['urgent-text', 'Text them'],
    ['urgent-text', 'Tell the team'],
  ])('sends one text even if several runs race: %s, %s', (file, name) => {
    const node = examples[file]!.nodes.find((one) => one.name === name);
    expect(node?.parameters.additionalFields).toHaveProperty('deduplicationKey');
  });

  it.each([
    ['abandoned-cart', 'Find waiting reminders'],
    ['on-call-alert', 'Ask the first'],
    ['on-call-alert', 'Tell the first'],
    ['on-call-alert', 'Ask the second'],
    ['two-way-support', 'Start a conversation'],
    ['two-way-support', 'Thank the customer'],
    ['urgent-text', 'Text them'],
  ])('does what comes next although a step fails: %s, %s', (file, name) => {
    const node = examples[file]!.nodes.find((one) => one.name === name);
    expect(node).toHaveProperty('onError', 'continueRegularOutput');
  });

  it.each(Object.entries(examples))('greets people without a name, too: %s', (_, { nodes }) => {
    const texts = nodes.map(({ parameters }) => JSON.stringify(parameters.text ?? ''));
    expect(texts.filter((text) => /\bHi \{\{[^}|]*first_name \}\}/.test(text))).toEqual([]);
  });

  const replying = Object.entries(examples).filter(([, { nodes }]) =>
    nodes.some(({ parameters }) => parameters.event === 'messageReceived'),
  );
  it.each(replying)('leaves STOP, START and HELP to the service: %s', (_, { nodes }) => {
    const all = nodes.map(({ parameters }) => JSON.stringify(parameters));
    const hasAny = (part: string) => all.some((one) => one.includes(part));
    // Joined texts have a keyword if one of them does, and the others may be a question.
    const leaves = !hasAny('"burstSeconds"') && hasAny('"leftValue":"={{ $json.keyword }}"');
    expect(leaves || hasAny('"skipHandled":true') || hasAny('"keywords":[')).toBe(true);
  });

  it.each(['keyword-auto-responder', 'lead-qualification', 'support-inbox', 'two-way-support'])(
    'replies to no text that may be an opt-out: %s',
    (file) => {
      expect(JSON.stringify(examples[file])).toContain('json.possible_keyword }}');
    },
  );

  const isPublic = ({ nodes }: (typeof examples)[string]) =>
    nodes.some(({ type }) => type === 'n8n-nodes-base.webhook');
  const open = Object.entries(examples).filter(([, one]) => isPublic(one));
  it.each(open)('says how to protect its webhook: %s', (_, { nodes }) => {
    expect(nodes[0]?.parameters.content).toMatch(/^\d\. .*\*Header Auth\*/m);
  });
  const guides = join(import.meta.dirname, '../../docs/guides');
  const explaining = readdirSync(guides).flatMap((guide) => {
    const text = readFileSync(join(guides, guide), 'utf8');
    return open.some(([file]) => text.includes(`examples/${file}.json`))
      ? [[guide, text] as const]
      : [];
  });
  it.each(explaining)('is protected in its guide, too: %s', (_, text) => {
    expect(text).toContain('_Header Auth_');
  });

  it.each(Object.entries(examples))('remembers nothing that grows forever: %s', (_, { nodes }) => {
    const growing = nodes.filter(
      ({ parameters }) =>
        parameters.operation === 'removeItemsSeenInPreviousExecutions' &&
        !String(parameters.logic).startsWith('removeItemsUpToStored'),
    );
    expect(growing).toEqual([]);
  });

  it('names the incident in each text, because two incidents can be open', () => {
    const texts = examples['on-call-alert']!.nodes.map(({ parameters }) => ({
      ...parameters,
      ...(parameters.additionalFields as Json),
    }))
      .flatMap(({ text, message, askAgain }) => [text, message, askAgain])
      .filter((text) => text !== undefined);
    expect(texts).toHaveLength(8);
    for (const text of texts) expect(text).toContain("$('Which incident').first().json.title");
  });

  it('reports failures in the order of their times, so that none is stored too late', () => {
    const { nodes } = examples['delivery-failure-alert']!;
    const search = nodes.find(({ name }) => name === 'Get the latest failures');
    expect(JSON.stringify(search)).toContain('"createdBefore":"={{ $now.minus({ minutes: 1 }) }}"');
  });

  it.each([
    ['Unknown: No response', { phone: '+12025550123', details: { code: 'no_response' } }],
    ['Not sent: No response', { Phone: '202 555 0123', details: { code: 'no_response' } }],
    ['Not sent: No response', { phone: '+12025550123', details: { code: 'rate_limited' } }],
  ])('says of an offer that may have gone out: %s', (result, $json) => {
    const note = examples['sheet-campaign']!.nodes.find(({ name }) => name === 'Note the reason');
    const [, written] = /"name":"Result","value":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(note))!;
    const expression = String(JSON.parse(written!)).slice(3, -2);
    const item = { ...$json, error: 'No response [item 1]' };
    expect(runInNewContext(expression, { $json: item })).toBe(result);
  });

  it.each(['Text them', 'Tell the team'])('counts each notice without an ID as new: %s', (name) => {
    const node = examples['urgent-text']!.nodes.find((one) => one.name === name);
    const { deduplicationKey } = node!.parameters.additionalFields as Json;
    const [, expression] = /\{\{(.*)\}\}/.exec(String(deduplicationKey))!;
    const notice = { json: { body: {} } };
    const context = { $json: notice.json, $: () => ({ first: () => notice }) };
    const found: unknown = runInNewContext(expression!, { ...context, $execution: { id: '7' } });
    expect(found).toBe('7');
  });

  const readTime = (starts_at: unknown) => {
    const { nodes } = examples['appointment-reminder']!;
    const { jsCode } = nodes.find(({ name }) => name === 'Read the times')!.parameters;
    const $input = { all: () => [{ json: { name: 'Ada', starts_at } }] };
    const items: unknown = runInNewContext(`(() => {${String(jsCode)}})()`, { $input, DateTime });
    return items;
  };
  it.each([
    ['2026-02-01 10:30', '2026-02-01T10:30'],
    ['2026-02-01 9:30', '2026-02-01T09:30'],
    ['2026-02-01T10:30:00-05:00', '2026-02-01T15:30'],
  ])('reads the time %s of an appointment', (written, time) => {
    const starts_at = expect.stringContaining(time) as unknown;
    expect(readTime(written)).toEqual([{ json: { name: 'Ada', starts_at } }]);
  });
  it.each(['01.02.2026 10:30', '01/02/2026 10:30', 'soon', '10:30', '', undefined, null, 46_054])(
    'stops before an appointment is on the wrong day: %s',
    (written) => {
      expect(() => readTime(written)).toThrow(/does not have the format/);
    },
  );

  const recording = Object.entries(examples).filter(([, { nodes }]) =>
    nodes.some(({ parameters }) => JSON.stringify(parameters).includes('body.agreed_at')),
  );
  it.each(recording)('stores a consent only with its time: %s', (_, { nodes }) => {
    const all = nodes.map(({ name }) => name);
    const first = nodes.findIndex(({ parameters }) =>
      JSON.stringify([parameters.additionalFields]).includes('"consent"'),
    );
    expect(all.indexOf('Agreed to texts')).toBeGreaterThan(-1);
    expect(all.indexOf('Agreed to texts')).toBeLessThan(first);
  });

  it('sends a reply to the customer of a ticket only if no other customer has its number', () => {
    const { nodes } = examples['two-way-support']!;
    const find = (name: string) => nodes.find((one) => one.name === name);
    expect(find('Find the ticket')?.parameters.limit).toBe(2);
    expect(find('Is there a ticket?')).toHaveProperty('executeOnce', true);
    expect(JSON.stringify(find('Is there a ticket?')?.parameters)).toContain(
      'one.json.metadata.customer === $json.metadata.customer',
    );
  });
});
