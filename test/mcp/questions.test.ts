import { afterEach, expect, it, jest } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import type { Transport } from '@textloom/shared/client';
import { createConfirmations } from '../../connectors/mcp/sending/confirmations.ts';
import { agentOn, type Person } from './agent.ts';

const message = { to: '+12025550100', text: 'Hi' };
const preview = { ...sampleOf(contract.message.preview.output), would_send: true, problem: null };
const variables = { TEXTLOOM_CONFIRM: 'true' };

/** Connects an agent whose messages a person must confirm, and lists what was sent. */
async function open(person: Person) {
  const sent: unknown[] = [];
  const transport: Transport = ({ method, path, body }) => {
    const isSearch = method === 'GET';
    if (!isSearch && !path.endsWith('/preview')) sent.push(body);
    const found = isSearch ? { data: [], next_cursor: null } : { ...preview, to: message.to };
    return Promise.resolve({ status: 200, headers: {}, body: found });
  };
  return { agent: await agentOn(transport, { variables, person }), sent };
}

const nothing = {
  isError: true,
  text: expect.stringMatching(/did not confirm the message, so this call sent nothing/),
};

afterEach(() => {
  jest.useRealTimers();
});

it('an agent whose client cannot show the question learns that nothing was sent', async () => {
  const { agent, sent } = await open(() => Promise.reject(new Error('The window is closed')));
  expect(await agent.call('send_message', message)).toMatchObject(nothing);
  expect(sent).toEqual([]);
  await agent.close();
});

it('an agent learns that nothing was sent if nobody answers, even if its client reports progress', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const asked = Promise.withResolvers<string>();
  const { agent, sent } = await open((question) => {
    asked.resolve(question);
    return new Promise(() => undefined);
  });
  const call = agent.client.callTool(
    { name: 'send_message', arguments: message },
    { timeout: 3_600_000 },
  );
  await asked.promise;
  await jest.advanceTimersByTimeAsync(9 * 60_000);
  const params = { progressToken: 0, progress: 1 };
  await agent.client.notification({ method: 'notifications/progress', params });
  await jest.advanceTimersByTimeAsync(60_000);
  expect((await call).content).toEqual([{ type: 'text', text: nothing.text }]);
  expect(sent).toEqual([]);
  await agent.close();
});

it('an answer in the last second counts', async () => {
  jest.useFakeTimers({ now: 0 });
  const confirmations = createConfirmations('key');
  const state = await confirmations.mint('draft');
  jest.setSystemTime(10 * 60_000 + 5_000);
  expect(await confirmations.verify(state, {} as never)).toBe('draft');
  jest.setSystemTime(12 * 60_000);
  await expect(confirmations.verify(state, {} as never)).rejects.toThrow();
});
