import { expect, it } from '@jest/globals';
import { paginate } from '@textloom/shared/client';
import { openFolder } from '../../service/harness/database.ts';
import { handset, openHarness } from '../../service/harness/harness.ts';
import { agentOverHttp, agentOverStdio } from '../../mcp/agent.ts';
import { openFaultyProxy } from '../../mcp/faultyProxy.ts';

const texts = 25;
const callsPerText = 40;
const together = 60;

/**
 * How long an agent waits for a call: until there is a result, for a moment, or until any request
 * reaches the proxy. The agent repeats each call that it gives up.
 */
const patience = ['result', 'result', 'result', 'moment', 'arrival'] as const;
const momentMs = 300;

it('sends each of 25 texts once after 1,000 repeated, timed-out and canceled calls from several processes', async () => {
  const harness = await openHarness(openFolder);
  const account = harness.account();
  const proxy = await openFaultyProxy(harness.url);
  const agents = await Promise.all([
    agentOverStdio(proxy.url, account.keys.send),
    agentOverStdio(proxy.url, account.keys.send),
    agentOverStdio(proxy.url, account.keys.send, { revision: 2026 }),
    agentOverHttp(harness.url, account.keys.send),
  ]);
  const direct = agents.length - 1;
  const createArguments = (call: number) => ({
    to: handset(call % texts),
    text: `Text ${call % texts}`,
  });
  const answeredTexts = new Set<number>();
  let [answered, viaProxy, repeated, refused, gaveUp] = [0, 0, 0, 0, 0];
  const calls = Array.from({ length: texts * callsPerText }, (_, call) => call);
  const caller = async () => {
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      const agent = call % agents.length;
      // Each text meets each kind of patience.
      const until = patience[Math.floor(call / texts) % patience.length]!;
      const leaving = new AbortController();
      if (until === 'arrival') void proxy.nextArrival().then(() => leaving.abort());
      const result = await agents[agent]!.client.callTool(
        { name: 'send_message', arguments: createArguments(call) },
        { signal: leaving.signal, ...(until === 'moment' && { timeout: momentMs }) },
      ).catch((error: unknown) => {
        if (until === 'result') throw error;
      });
      if (!result) gaveUp++;
      else if (result.isError === true) {
        refused++;
        expect(JSON.stringify(result.content)).toContain('You can repeat the call');
      } else {
        answered++;
        answeredTexts.add(call % texts);
        if (agent !== direct) viaProxy++;
        if (JSON.stringify(result.structuredContent).includes('already_sent')) repeated++;
      }
    }
  };
  await Promise.all(Array.from({ length: together }, caller));
  process.stdout.write(
    `${answered} calls got a result, ${repeated} of them as repeated calls, ${refused} an error, and ` +
      `agents gave up ${gaveUp}; requests by fate: ${JSON.stringify(Object.fromEntries(proxy.counts))}\n`,
  );
  // The agents waited for three of five calls, whatever the speed of the machine.
  expect(answered + refused + gaveUp).toBe(texts * callsPerText);
  expect(gaveUp).toBeLessThanOrEqual((texts * callsPerText * 2) / 5);
  expect(answeredTexts.size).toBe(texts);
  // Each result of a call needs a response of the service to a request of this call.
  const responded = (['fine', 'late', 'doubled'] as const).map((fate) => proxy.counts.get(fate)!);
  expect(responded.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(viaProxy);
  expect(repeated).toBeGreaterThan(0);
  // A process that starts now repeats every text once more.
  proxy.calm();
  const restarted = await agentOverStdio(proxy.url, account.keys.send);
  for (let text = 0; text < texts; text++)
    expect((await restarted.call('send_message', createArguments(text))).isError).toBe(false);
  const sent: string[] = [];
  for await (const message of paginate(account.client.message.list, { limit: 100 }))
    sent.push(message.text);
  expect(sent.sort()).toEqual(
    Array.from({ length: texts }, (_, text) => createArguments(text).text).sort(),
  );
  for (const fate of ['lost', 'late', 'doubled', 'refused'] as const)
    expect(proxy.counts.get(fate)).toBeGreaterThan(0);
  await Promise.all([...agents, restarted].map((agent) => agent.close()));
  await proxy.close();
  await harness.close();
});
