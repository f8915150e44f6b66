import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { startFarSide, type FarSide } from './farSide.ts';
import { n8nHost, type HostOptions } from './n8nHost.ts';

const node = new Textloom();
let far: FarSide;
afterEach(() => far.stop());

/** The editor writes these expressions for the fields that the agent fills in. */
const parameters = {
  resource: 'message',
  operation: 'send',
  to: "={{ $fromAI('To', ``, 'string') }}",
  text: "={{ $fromAI('Text', ``, 'string') }}",
};
const createHost = (settings: HostOptions['settings'] = {}, more: INodeParameters = {}) =>
  n8nHost({
    nodeType: node,
    credential: far.credential,
    parameters: { ...parameters, ...more },
    settings,
  });
const ada = { To: '+12025550110', Text: 'Hello Ada' };
const ben = { To: '+12025550111', Text: 'Hello Ben' };

/** The service takes the text, but its response is lost for longer than the node waits. */
const lost = { status: 503, headers: { 'retry-after': '3600' }, body: {} };
const keys = () => far.asked.map(({ headers }) => headers['idempotency-key']);
const recipients = () => far.asked.flatMap(({ messages }) => messages.map(({ to }) => to));

describe('a tool of an agent', () => {
  it('returns the message that it sent, even in versions of n8n in which a tool has no hints', async () => {
    far = await startFarSide();
    for (const isOld of [false, true]) {
      const call = createHost().tool({ isOld });
      expect(JSON.parse(await call(ada))).toMatchObject([{ to: ada.To, text: ada.Text }]);
    }
    expect(far.asked).toHaveLength(2);
  });

  it.each([
    ['in an execution', true],
    ['for an MCP server, whose calls have no execution', false],
  ])('sends once if n8n retries a call whose response is lost: %s', async (_, hasExecution) => {
    far = await startFarSide((_asked, time) => (time === 1 ? lost : undefined));
    const call = createHost({ retryOnFail: true, waitBetweenTries: 0 }).tool({ hasExecution });
    await call(ada);
    expect(keys()).toEqual([expect.any(String), keys()[0]]);
  });

  it('sends once if the agent repeats a call that failed', async () => {
    far = await startFarSide((_asked, time) => (time === 1 ? lost : undefined));
    const host = createHost();
    await expect(host.tool()(ada)).rejects.toThrow();
    await host.tool()(ben);
    await host.tool()(ada);
    const [first, other, again] = keys();
    expect([again, recipients()]).toEqual([first, [ada.To, ben.To, ada.To]]);
    expect(other).not.toBe(first);
  });

  it('sends to each recipient if agents call at the same time', async () => {
    far = await startFarSide();
    const host = createHost();
    const calls = [host.tool(), host.tool()];
    const answers = await Promise.all([ada, ben].map((input, index) => calls[index]!(input)));
    expect(recipients().sort()).toEqual([ada.To, ben.To]);
    expect(new Set(keys()).size).toBe(2);
    expect(answers.map((answer) => JSON.parse(answer) as unknown)).toMatchObject([
      [{ to: ada.To, text: ada.Text }],
      [{ to: ben.To, text: ben.Text }],
    ]);
  });

  it('sends the same text as often as agents ask for it, later or at the same time', async () => {
    far = await startFarSide((_asked, time) => (time === 1 ? lost : undefined));
    const host = createHost({ retryOnFail: true, waitBetweenTries: 0 });
    const call = host.tool();
    await call(ada);
    await call(ada);
    await Promise.all([host.tool()(ada), host.tool()(ada)]);
    expect(keys()).toHaveLength(5);
    expect(new Set(keys()).size).toBe(4);
  });

  it('sends the text that the workflow sets, whatever the agent calls its input', async () => {
    far = await startFarSide();
    const fixed = { ...parameters, text: '={{ $json.Text }}' };
    const host = n8nHost({ nodeType: node, credential: far.credential, parameters: fixed });
    await host.tool({ json: { Text: ben.Text } })(ada);
    expect(far.asked).toMatchObject([{ messages: [{ to: ada.To, text: ben.Text }] }]);
  });

  it('sends immediately if the agent leaves Send At empty, but not if the workflow does', async () => {
    far = await startFarSide();
    const at = (sendAt: string) => createHost({}, { additionalFields: { sendAt } }).tool();
    const chosen = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Send_At', ``, 'string') }}";
    await at(chosen)({ ...ada, Send_At: '' });
    await expect(at('={{ $json.when }}')(ada)).rejects.toThrow(
      "'Send At' has an expression without",
    );
    expect(far.asked).toHaveLength(1);
  });

  it('sends once if n8n has lost the state of the execution', async () => {
    far = await startFarSide();
    const executionId = randomUUID();
    for (let start = 0; start < 2; start++) await createHost().tool({ executionId })(ada);
    await createHost().tool()(ada);
    const [first, again, other] = keys();
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
