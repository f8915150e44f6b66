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
    await run({ version, to: ada, items: [{}], calls: () => [{}, {}, {}], parameters });
    const [first] = keys();
    expect(keys()).toEqual([expect.any(String), first, first]);
  });

  it('sends the same text in every execution', async () => {
    far = await startFarSide();
    for (let time = 0; time < 2; time++)
      await run({ version, items: [{}], calls: () => [{ To: ada, Text: 'Hello' }] });
    expect(new Set(keys()).size).toBe(2);
  });
});
