import { expect, it } from '@jest/globals';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { n8nTransport } from '../../connectors/n8n/lib/connection/transport.ts';
import { TextloomApi } from '../../connectors/n8n/credentials/TextloomApi.credentials.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { TextloomTrigger } from '../../connectors/n8n/nodes/Textloom/TextloomTrigger.node.ts';
import { n8nHost } from './n8nHost.ts';

const node = new Textloom();
const credential = { baseUrl: 'http://127.0.0.1:1', apiKey: 'tl_key' };
const evaluate = (expression: unknown, parameters = {}) =>
  n8nHost({ nodeType: node, credential, parameters })
    .execute()
    .evaluateExpression(String(expression).slice(1), 0);

it.each([
  ['message', 'sendAndWait', 'Send and Wait: Message'],
  ['message', 'sendAndWaitForDelivery', 'Send and Wait for Delivery: Message'],
  ['contact', 'getAll', 'Get Many: Contact'],
  ['contact', 'upsert', 'Create or Update: Contact'],
  ['contact', 'addToList', 'Add to List: Contact'],
  ['contact', '__CUSTOM_API_CALL__', 'Custom API Call: Contact'],
])('a node on the canvas shows its operation (%s, %s)', (resource, operation, shown) => {
  expect(evaluate(node.description.subtitle, { resource, operation })).toBe(shown);
});

it.each([
  ['sendAndWait', /when the reply arrives/],
  ['sendAndWaitForDelivery', /when each message has a final status/],
  ['send', /^$/],
])('a node that waits says what it waits for (%s)', (operation, shown) => {
  expect(evaluate(node.description.waitingNodeTooltip, { operation })).toMatch(shown);
});

it('says which operations need an admin key', () => {
  const told = node.description.properties
    .filter(({ displayName, type }) => type === 'notice' && displayName.includes("scope 'admin'"))
    .map(({ displayOptions }) => displayOptions!.show!.operation![0]);
  expect(told).toEqual([
    ...['update', 'redeliver', 'provision', 'release', 'update', 'submit', 'unblockPrefix'],
    'redeliver',
  ]);
});

it('corrects n8n, which says that a wait asks only the first of several items', () => {
  const [hint] = node.description.hints!;
  const isShown = (operation: string, ...items: Record<string, string>[]) =>
    n8nHost({ nodeType: node, credential, parameters: { operation } })
      .execute(items)
      .evaluateExpression(String(hint!.displayCondition).slice(1), 0);
  expect(isShown('sendAndWait', {}, {})).toBe(true);
  expect(isShown('sendAndWait', {})).toBe(false);
  expect(isShown('send', {}, {})).toBe(false);
});

it('the filters of a trigger show a person who texts one of your numbers', () => {
  const { properties } = new TextloomTrigger().description;
  const { options = [] } = properties.find(({ name }) => name === 'filters')!;
  const filters = (options as INodeProperties[]).map(({ name, placeholder }) => [
    name,
    placeholder,
  ]);
  expect(Object.fromEntries(filters)).toMatchObject({
    from: 'e.g. +12025550123',
    to: 'e.g. +12025550100',
  });
});

it('a trigger says what it waits for, and starts on final statuses unless the user adds "Sent"', () => {
  const { description } = new TextloomTrigger();
  expect(description.eventTriggerDescription).toMatch(/^Waiting for/);
  const statuses = description.properties.find(({ name }) => name === 'statuses');
  expect(statuses?.options).toHaveLength(7);
  expect(statuses?.default).toEqual([
    'message.delivered',
    'message.undelivered',
    'message.failed',
    'message.expired',
    'message.unconfirmed',
    'message.canceled',
  ]);
});

it.each<[boolean, INodeParameters]>([
  [true, {}],
  [true, { filters: { includeAutomatic: false, to: [] } }],
  [false, { filters: { from: ['+12025550100'] } }],
  [false, { filters: { to: ['+12025550100'] } }],
  [false, { filters: { purpose: ['notification'] } }],
  [false, { event: 'messageReceived' }],
])(
  'a trigger warns (%s) that the texts of the workflow start it again: %j',
  (warns, parameters) => {
    const { description } = new TextloomTrigger();
    const [notice] = description.properties.filter(({ type }) => type === 'notice');
    expect(notice!.displayName).toContain('start it again');
    const values = { event: 'messageStatusChanged', ...parameters };
    expect(NodeHelpers.displayParameter(values, notice!, { typeVersion: 1 }, description)).toBe(
      warns,
    );
  },
);

it('the test of the credential explains each refusal in a sentence', () => {
  const sentences = new TextloomApi().test.rules?.map(({ properties }) => [
    (properties.value as number | undefined) ?? 200,
    properties.message,
  ]);
  expect(sentences).toEqual([
    [401, 'The service refuses this API key. It may be incomplete, expired or revoked.'],
    [403, 'The server at this base URL refuses n8n. Check the URL and its firewall.'],
    [404, expect.stringMatching(/^No Textloom service found at this base URL\. .+ \/v1\.$/)],
    [200, expect.stringMatching(/^No Textloom service found at this base URL\. .+ \/v1\.$/)],
  ]);
});

it.each([
  [' sms.example.com/v1/', 'https://sms.example.com/v1/messages'],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1/messages'],
])('the base URL "%s" leads to %s', async (baseUrl, url) => {
  const context = n8nHost({ nodeType: node, credential: { ...credential, baseUrl } }).execute();
  const asked: unknown[] = [];
  context.helpers.httpRequestWithAuthentication = (_, request) => {
    asked.push(request.url);
    return Promise.resolve({ statusCode: 200, headers: {}, body: '' });
  };
  const transport = await n8nTransport(context);
  await transport({ method: 'GET', path: '/messages', headers: {} });
  expect(asked).toEqual([url]);
});
