import { expect, it } from '@jest/globals';
import { paginate } from '@textloom/shared/client';
import { openFolder } from '../service/database.ts';
import { handset, openHarness } from '../service/harness.ts';
import { agentOverHttp, agentOverStdio } from '../mcp/agent.ts';
import { openFaultyProxy } from '../mcp/faultyProxy.ts';

/** The agent stops waiting for a call after this time, and repeats it. */
const timeout = 2_000;
const texts = 25;
const callsPerText = 40;
const together = 60;

it('sends each of 25 texts once after 1,000 repeated and timed-out calls from several processes', async () => {
  const harness = await openHarness(openFolder);
  const account = harness.account();
  const proxy = await openFaultyProxy(harness.url);
  const agents = await Promise.all([
    agentOverStdio(proxy.url, account.keys.send),
    agentOverStdio(proxy.url, account.keys.send),
    agentOverStdio(proxy.url, account.keys.send, { revision: 2026 }),
    agentOverHttp(harness.url, account.keys.send),
  ]);
  const argumentsOf = (call: number) => ({
    to: handset(call % texts),
    text: `Text ${call % texts}`,
  });
  let [answered, repeated, timedOut] = [0, 0, 0];
  const calls = Array.from({ length: texts * callsPerText }, (_, call) => call);
  const caller = async () => {
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      const { client } = agents[call % agents.length]!;
      const params = { name: 'send_message', arguments: argumentsOf(call) };
      const result = await client.callTool(params, { timeout }).catch(() => undefined);
      if (!result) timedOut++;
      else if (result.isError !== true) answered++;
      if (JSON.stringify(result?.structuredContent ?? '').includes('already_sent')) repeated++;
    }
  };
  await Promise.all(Array.from({ length: together }, caller));
  process.stdout.write(
    `${answered} calls got a result, ${repeated} of them as repeated calls, and ${timedOut} timed out; ` +
      `requests by fate: ${JSON.stringify(Object.fromEntries(proxy.counts))}\n`,
  );
  // A process that starts now repeats every text once more.
  proxy.calm();
  const restarted = await agentOverStdio(proxy.url, account.keys.send);
  for (let text = 0; text < texts; text++)
    expect((await restarted.call('send_message', argumentsOf(text))).isError).toBe(false);
  const sent: string[] = [];
  for await (const message of paginate(account.client.message.list, { limit: 100 }))
    sent.push(message.text);
  expect(sent.sort()).toEqual(
    Array.from({ length: texts }, (_, text) => argumentsOf(text).text).sort(),
  );
  for (const fate of ['lost', 'late', 'doubled', 'refused'] as const)
    expect(proxy.counts.get(fate)).toBeGreaterThan(0);
  await Promise.all([...agents, restarted].map((agent) => agent.close()));
  await proxy.close();
  await harness.close();
});
