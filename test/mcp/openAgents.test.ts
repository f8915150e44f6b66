import { afterEach, expect, it } from '@jest/globals';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { openAgents } from '../../service/mcp/openAgents.ts';
import { serveAgents } from '../../service/mcp/serveAgents.ts';

const createServer = () => {
  const server = new McpServer({ name: 'server', version: '1.0.0' });
  for (const name of ['send_message', 'get_message'])
    server.registerTool(name, { inputSchema: fromJsonSchema({ type: 'object' }) }, () => ({
      content: [{ type: 'text', text: `The result of ${name}` }],
    }));
  return server;
};

/** Responds to agents whose clients of 2025 get sessions, or not. */
const createAgents = (uses: readonly 'elicitation'[], failures: unknown[] = []) =>
  openAgents({
    createAgent: () => ({ owner: { account: 'a', key: 'k', settings: '' }, createServer, uses }),
    validKeys: (keys) => Promise.resolve(new Set(keys)),
    report: (error) => failures.push(error),
    reportRefusal: () => undefined,
  });

let app: FastifyInstance;
afterEach(() => app.close());

function open(load: Parameters<typeof serveAgents>[1]) {
  app = Fastify();
  serveAgents(app, load);
  return (id: string | undefined, body?: object, method: 'POST' | 'DELETE' = 'POST') =>
    app.inject({
      method,
      url: '/mcp',
      headers: {
        accept: 'application/json, text/event-stream',
        ...(id !== undefined && { 'mcp-session-id': id }),
      },
      ...(body && { payload: body }),
    });
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'agent', version: '1.0.0' },
  },
};
const createCall = (name: string) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: {} },
});

it('a client whose session ended reads as before, and learns of it when it sends', async () => {
  const request = open(() => Promise.resolve(createAgents(['elicitation'])));
  const { headers } = await request(undefined, initialize);
  const ended = String(headers['mcp-session-id']);
  expect((await request(ended, undefined, 'DELETE')).statusCode).toBe(200);
  expect((await request(ended, createCall('get_message'))).body).toContain(
    'The result of get_message',
  );
  const refused = await request(ended, createCall('send_message'));
  expect(refused.statusCode).toBe(404);
  expect(refused.body).toContain('Connect to the server again');
  const late = { jsonrpc: '2.0', id: 0, result: { action: 'accept' } };
  expect((await request(ended, late)).statusCode).toBe(404);
});

it('a client whose session ended can open another one, whether it forgets the old one or not', async () => {
  const request = open(() => Promise.resolve(createAgents(['elicitation'])));
  const { statusCode, headers } = await request('ended', initialize);
  expect(statusCode).toBe(200);
  const id = String(headers['mcp-session-id']);
  expect((await request(id, createCall('send_message'))).body).toContain(
    'The result of send_message',
  );
});

it.each(['null', '[]', '{}', '7'])('%s is refused, and not reported as a failure', async (body) => {
  const failures: unknown[] = [];
  open(() => Promise.resolve(createAgents([], failures)));
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    payload: body,
  });
  expect([statusCode, failures]).toEqual([400, []]);
});

it('a process that keeps no sessions ignores their IDs', async () => {
  const request = open(() => Promise.resolve(createAgents([])));
  expect((await request('any', initialize)).headers['mcp-session-id']).toBeUndefined();
  const sent = await request('any', createCall('send_message'));
  expect(sent.body).toContain('The result of send_message');
});

it('a request after one that could not load the modules loads them again', async () => {
  let attempts = 0;
  const request = open(() =>
    ++attempts === 1 ? Promise.reject(new Error('EMFILE')) : Promise.resolve(createAgents([])),
  );
  expect((await request(undefined, initialize)).statusCode).toBe(500);
  expect((await request(undefined, initialize)).statusCode).toBe(200);
});

it('the sessions of agents end when the service stops', async () => {
  let isClosed = false;
  const request = open(() =>
    Promise.resolve({
      fetch: () => Promise.resolve(new Response()),
      close: () => Promise.resolve(void (isClosed = true)),
    }),
  );
  await request(undefined, initialize);
  await app.close();
  expect(isClosed).toBe(true);
});
