import { expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import type { HttpRequest, Transport } from '@textloom/shared/client';
import { until } from '../service/harness/until.ts';
import { agentOn } from './agent.ts';
import { problemBody } from '../problemBody.ts';

const message = { to: '+12025550100', text: 'Hi' };
const preview = { ...sampleOf(contract.message.preview.output), would_send: true, problem: null };

/** Returns a transport that only responds to previews, and the paths of all requests. */
function silentAfterPreview() {
  const paths: string[] = [];
  const transport: Transport = ({ path, signal }: HttpRequest) => {
    paths.push(path);
    if (path.endsWith('/preview'))
      return Promise.resolve({ status: 200, headers: {}, body: { ...preview, to: message.to } });
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  return { transport, paths };
}

it('a server that stops answers the calls that still run, and says that they can be repeated', async () => {
  const { transport, paths } = silentAfterPreview();
  const stopping = new AbortController();
  const agent = await agentOn(transport, { stopping: stopping.signal });
  const call = agent.call('send_message', message);
  await until('the call waits', () => paths.includes('/messages'));
  stopping.abort();
  expect(await call).toMatchObject({
    isError: true,
    text: expect.stringMatching(/was stopped.*You can repeat the call with the same arguments/),
  });
  await agent.close();
});

it('a server that stops answers the resource reads that still run', async () => {
  const { transport, paths } = silentAfterPreview();
  const stopping = new AbortController();
  const agent = await agentOn(transport, { stopping: stopping.signal });
  const reads = [
    ...['contacts/con_1', 'conversations/cnv_1', 'reports/day'].map((path) =>
      agent.client.readResource({ uri: `textloom://${path}` }),
    ),
    agent.client.listResources(),
  ].map((read) => expect(read).rejects.toThrow(/was stopped/));
  await until('the reads wait', () => paths.length >= 5);
  stopping.abort();
  await Promise.all(reads);
  await agent.close();
});

it('a call that the client canceled while it waited for others sends nothing', async () => {
  const { transport, paths } = silentAfterPreview();
  const stopping = new AbortController();
  const variables = { TEXTLOOM_MESSAGES_PER_DAY: '5' };
  const agent = await agentOn(transport, { variables, stopping: stopping.signal });
  const first = agent.call('send_message', message);
  const isCount = (path: string) => path.startsWith('/messages?');
  await until('the first call counts', () => paths.some(isCount));
  const leaving = new AbortController();
  const second = agent.client.callTool(
    { name: 'send_message', arguments: { ...message, text: 'Second' } },
    { signal: leaving.signal },
  );
  await until('the second call waits', () => paths.length === 3);
  leaving.abort();
  await expect(second).rejects.toThrow();
  stopping.abort();
  await first;
  await agent.close();
  expect(paths.filter(isCount)).toHaveLength(1);
});

it('a server reports an error that the agent cannot solve, but not an error of the API', async () => {
  const reported: unknown[] = [];
  const report = (error: unknown) => reported.push(error);
  const notFound = problemBody('not_found', 404);
  const refusing = await agentOn(
    () => Promise.resolve({ status: 404, headers: {}, body: notFound }),
    { report },
  );
  expect(await refusing.call('get_message', { id: 'msg_1' })).toMatchObject({ isError: true });
  expect(reported).toEqual([]);
  await refusing.close();
  const broken = await agentOn(
    () => Promise.resolve({ status: 200, headers: {}, body: { data: [null], next_cursor: null } }),
    { report },
  );
  expect((await broken.call('list_messages')).text).toMatch(/^Something went wrong/);
  expect(reported).toEqual([expect.any(TypeError)]);
  await broken.close();
});
