import { afterEach, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { contract, sampleOf } from '@textloom/shared/contract';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { runAgent } from './agentHost.ts';
import { startFarSide, type FarSide } from './farSide.ts';

let far: FarSide;
afterEach(() => far.stop());

const phones = ['+12025550110', '+12025550111', '+12025550112'] as const;
const [ada, ben] = phones;
const leads = phones.map((phone) => ({ phone }));
const attacker = '+12025550199';
const versions = [2, 3] as const;
const byAgent = "={{ $fromAI('To', ``, 'string') }}";
const ofLead = "={{ $('Lead').first().json.phone }}";

interface Options {
  readonly version: 2 | 3;
  readonly to?: string;
  readonly items?: readonly IDataObject[];
  readonly calls?: Parameters<typeof runAgent>[0]['calls'];
  readonly isLoop?: boolean;
  readonly parameters?: IDataObject;
}
/** By default, an agent texts each of its leads once, and an injected prompt chooses its input. */
const run = ({ to = byAgent, items = leads, parameters = {}, ...others }: Options) =>
  runAgent({
    nodeType: new Textloom(),
    credential: far.credential,
    parameters: {
      resource: 'message',
      operation: 'send',
      to,
      text: "={{ $fromAI('Text', ``, 'string') }}",
      ...(parameters as object),
    },
    items,
    calls: () => [{ To: attacker, Text: 'Hello', phone: attacker }],
    ...others,
  });

const question = sampleOf(contract.message.send.output) as object;
const webhook = sampleOf(contract.webhook.create.output) as object;
const lost = { status: 503, headers: { 'retry-after': '3600' }, body: {} };
const keys = () =>
  far.asked.flatMap(({ path, headers }) =>
    path === '/messages' ? [headers['idempotency-key']] : [],
  );
const recipients = () => far.asked.flatMap(({ messages }) => messages.map(({ to }) => to));

describe.each(versions)('a tool of an agent of version %i', (version) => {
  it('sends once if the agent repeats a call whose response is lost', async () => {
    far = await startFarSide((_asked, time) => (time === 1 ? lost : undefined));
    const call = { To: ada, Text: 'Hello' };
    await run({ version, items: [{}], calls: () => [call, call, { ...call, To: ben }, call] });
    const [first, again, ...others] = keys();
    expect(again).toBe(first);
    expect(recipients()).toEqual([ada, ada, ben, ada]);
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it('says in its error what is wrong with a number, and what to do', async () => {
    far = await startFarSide();
    const [answer] = await run({
      version,
      items: [{}],
      calls: () => [{ To: '12', Text: 'Hello' }],
    });
    expect(answer).toMatch(/'To' has the wrong format \[item 0\].*It must be a phone number/s);
    expect(recipients()).toEqual([]);
  });

  it('sends the same text in every execution', async () => {
    far = await startFarSide();
    for (let time = 0; time < 2; time++)
      await run({ version, items: [{}], calls: () => [{ To: ada, Text: 'Hello' }] });
    expect(new Set(keys()).size).toBe(2);
  });

  it.each([
    '={{ $json.phone }}',
    "={{ $json['phone'] || $fromAI('To') }}",
    '={{ $input.item.json.phone }}',
    '={{ $input.first().json.phone }}',
    "={{ $('Lead').item.json.phone }}",
    "={{ $('Lead').itemMatching(0).json.phone }}",
    "={{ $('Lead').all()[$itemIndex].json.phone }}",
    '={{ $parameter.text }}',
  ])('refuses a recipient that the agent can replace: %s', async (to) => {
    far = await startFarSide();
    const [answer] = await run({ version, to, items: [{ phone: ada }] });
    expect(answer).toContain("Write {{ $('Lead').first().json.phone }}");
    expect(recipients()).toEqual([]);
  });

  it.each([
    ada,
    ofLead,
    '={{ $("Lead").last().json.phone }}',
    "={{ $('Lead').all(0, 0)[0].json.phone }}",
  ])('sends to a recipient that the workflow sets: %s', async (to) => {
    far = await startFarSide();
    await run({ version, to, items: [{ phone: ada }] });
    expect(recipients()).toEqual([ada]);
  });

  it('sends to the lead of each pass of a loop', async () => {
    far = await startFarSide();
    await run({ version, to: ofLead, isLoop: true });
    expect(recipients()).toEqual(phones);
  });

  it.each([
    ['without a loop', ofLead, false],
    ['before a loop', "={{ $('Leads').first().json.phone }}", true],
  ])('refuses to send the texts of several leads to the first one: %s', async (_, to, isLoop) => {
    far = await startFarSide();
    const answers = await run({ version, to, isLoop });
    expect(answers).toEqual(
      phones.map(() => expect.stringContaining("Add a 'Loop Over Items' node")),
    );
    expect(recipients()).toEqual([]);
  });

  it.each([
    { resource: 'conversation', operation: 'reply', conversationId: '={{ $json.phone }}' },
    { resource: 'verification', operation: 'sendCode' },
    { resource: 'contact', operation: 'sendConfirmationRequest', contactId: '={{ $json.phone }}' },
    {
      resource: 'broadcast',
      operation: 'send',
      name: 'Sale',
      sendTo: 'lists',
      listIds: '={{ $json.phone }}',
    },
    { resource: 'broadcast', operation: 'resume', broadcastId: '={{ $json.phone }}' },
    { operation: 'sendAndWait', message: 'Agree?' },
  ])('refuses it in every operation that sends: %j', async (parameters) => {
    far = await startFarSide();
    const [answer] = await run({ version, to: '={{ $json.phone }}', items: [{}], parameters });
    expect(answer).toContain("must not read '$json'");
    expect(far.asked).toEqual([]);
  });
});

describe('a tool of an agent of version 3', () => {
  it('asks once if the agent repeats a question whose response, or whose subscription, is lost', async () => {
    far = await startFarSide(({ path, messages: [body] }) => {
      const texts = keys().length;
      if (path === '/messages') return texts === 1 ? lost : { status: 202, body: question };
      const isProbe = JSON.stringify(body).includes('none-');
      if (path === '/webhooks')
        return texts === 2 && !isProbe ? lost : { status: 201, body: webhook };
      return { status: 204, body: {} };
    });
    const parameters = { operation: 'sendAndWait', message: 'Agree?', responseType: 'approval' };
    await run({ version: 3, to: ada, items: [{}], calls: () => [{}, {}, {}], parameters });
    const [first] = keys();
    expect(keys()).toEqual([expect.any(String), first, first]);
  });
});
