import { describe, expect, it } from '@jest/globals';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { createSessionEvents } from '../../service/mcp/sessionEvents.ts';
import { sessionLimits } from '../../service/mcp/sessionLimits.ts';
import { createSessions, type Owner } from '../../service/mcp/sessions.ts';
import { until } from '../service/harness/until.ts';

const owner: Owner = { account: 'acc_1', key: 'key_1', settings: '{}' };
const ofAccount = (number: number): Owner => ({ ...owner, account: `acc_${number}` });

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'agent', version: '1.0.0' },
  },
};
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const createCall = (id: number) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'wait', arguments: {} },
});

const createCancel = (requestId: number) => ({
  ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
  params: { requestId },
});

interface Sent {
  /** The ID of the session. */
  readonly id?: string;
  readonly method?: string;
  readonly body?: object;
  readonly accept?: string;
  readonly 'mcp-protocol-version'?: string;
  readonly 'last-event-id'?: string | undefined;
}

/** Opens sessions with a clock that the test sets, and a tool whose responses the test starts. */
function open() {
  const clock = { now: 0 };
  const revoked = new Set<string>();
  const finish: (() => void)[] = [];
  const sessions = createSessions({
    validKeys: (keys) => Promise.resolve(new Set(keys.filter((key) => !revoked.has(key)))),
    report: (error) => {
      throw error;
    },
    now: () => clock.now,
  });
  const createServer = () => {
    const server = new McpServer({ name: 'server', version: '1.0.0' });
    const inputSchema = fromJsonSchema({ type: 'object' });
    server.registerTool('wait', { inputSchema }, async (_, { mcpReq, http }) => {
      if (mcpReq.id === 7) http?.closeSSE?.();
      await new Promise<void>((done) => finish.push(done));
      return { content: [{ type: 'text', text: `The result of ${mcpReq.id}` }] };
    });
    return server;
  };
  /** Returns the response, or 404 without a session. */
  const request = async (
    { id, body, method = 'POST', ...headers }: Sent,
    from: Owner = owner,
  ): Promise<Response> => {
    const sent = new Request('http://localhost/mcp', {
      method,
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(id !== undefined && { 'mcp-session-id': id }),
        ...headers,
      },
    });
    const response =
      id === undefined
        ? sessions.open(sent, body, from, createServer)
        : sessions.fetch(sent, body, from);
    return (await response) ?? new Response(null, { status: 404 });
  };
  /** Opens a session, and returns its ID. */
  const start = async (from?: Owner) => {
    const response = await request({ body: initialize }, from);
    await response.text();
    return response.headers.get('mcp-session-id')!;
  };
  const readStatus = async (id: string, from?: Owner) => {
    const response = await request({ id, body: ping }, from);
    await response.text();
    return response.status;
  };
  return { sessions, clock, revoked, finish, request, start, readStatus };
}

describe('a session at /mcp', () => {
  it('ends after a day without a request', async () => {
    const { sessions, clock, start, readStatus } = open();
    const [used, silent] = [await start(), await start()];
    clock.now += sessionLimits.idleMs / 2;
    expect(await readStatus(used)).toBe(200);
    clock.now += sessionLimits.idleMs / 2;
    await sessions.sweep();
    expect(await readStatus(silent)).toBe(200);
    clock.now += sessionLimits.idleMs / 2 + 1;
    await sessions.sweep();
    expect([await readStatus(used), await readStatus(silent)]).toEqual([404, 200]);
    await sessions.close();
  });

  it('ends when the key that opened it is revoked', async () => {
    const { sessions, revoked, start, readStatus } = open();
    const other = { ...owner, key: 'key_2' };
    const [own, others] = [await start(), await start(other)];
    revoked.add(owner.key);
    await sessions.sweep();
    expect(await readStatus(own)).toBe(404);
    expect(await readStatus(others, other)).toBe(200);
    await sessions.close();
  });

  it.each([
    ['another account', { ...owner, account: 'acc_2' }],
    ['another key of the account', { ...owner, key: 'key_2' }],
    ['other settings', { ...owner, settings: '{"mustConfirm":false}' }],
  ])('does not exist for %s', async (_name, other) => {
    const { sessions, start, readStatus, request } = open();
    const id = await start();
    expect(await readStatus(id, other)).toBe(404);
    expect((await request({ id, method: 'DELETE' }, other)).status).toBe(404);
    expect(await readStatus(id)).toBe(200);
    await sessions.close();
  });

  it('ends when its client deletes it', async () => {
    const { sessions, start, readStatus, request } = open();
    const id = await start();
    expect((await request({ id, method: 'DELETE' })).status).toBe(200);
    expect(await readStatus(id)).toBe(404);
    await sessions.close();
  });

  it('gives way to a new one of the account that has too many, and to no other', async () => {
    const { sessions, start, readStatus } = open();
    const other = ofAccount(2);
    const others = await start(other);
    const ids: string[] = [];
    for (let count = 0; count < sessionLimits.perAccount; count++) ids.push(await start());
    expect(await readStatus(ids[0]!)).toBe(200);
    await start();
    expect([await readStatus(ids[0]!), await readStatus(ids[1]!)]).toEqual([200, 404]);
    expect(await readStatus(others, other)).toBe(200);
    await sessions.close();
  });

  it('ends for a new one only if no person is asked in it', async () => {
    const { sessions, start, readStatus, request, finish } = open();
    const asking = await start();
    const call = await request({ id: asking, body: createCall(30) });
    const ids: string[] = [];
    for (let count = 0; count < sessionLimits.perAccount; count++) ids.push(await start());
    expect([await readStatus(asking), await readStatus(ids[0]!)]).toEqual([200, 404]);
    finish[0]!();
    expect(await call.text()).toContain('The result of 30');
    await sessions.close();
  });

  it('does not end for a request that the SDK refuses', async () => {
    const { sessions, start, readStatus, request } = open();
    const first = await start();
    for (let count = 1; count < sessionLimits.perAccount; count++) await start();
    expect((await request({ body: initialize, accept: 'text/html' })).status).toBe(406);
    expect(await readStatus(first)).toBe(200);
    await sessions.close();
  });

  it('belongs to an account that has few, even if it opens many at the same time', async () => {
    const { sessions, request, readStatus } = open();
    const opened = await Promise.all(
      Array.from({ length: sessionLimits.perAccount + 5 }, () => request({ body: initialize })),
    );
    const ids = opened.map(({ headers }) => headers.get('mcp-session-id')!);
    const statuses = await Promise.all(ids.map((id) => readStatus(id)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(sessionLimits.perAccount);
    await sessions.close();
  });

  it('does not open while the process has too many, unless one was unused for long', async () => {
    const { sessions, clock, start, readStatus, request } = open();
    const first = await start(ofAccount(0));
    for (let count = 1; count < sessionLimits.total; count++)
      await start(ofAccount(Math.floor(count / sessionLimits.perAccount)));
    const more = () => request({ body: initialize }, ofAccount(1_000));
    expect((await more()).status).toBe(404);
    expect(await readStatus(first, ofAccount(0))).toBe(200);
    clock.now += sessionLimits.quietMs + 1;
    expect(await readStatus(first, ofAccount(0))).toBe(200);
    expect((await more()).status).toBe(200);
    expect(await readStatus(first, ofAccount(0))).toBe(200);
    await sessions.close();
  });

  it('does not open for a client that fills the memory', async () => {
    const { sessions, request } = open();
    const clientInfo = { name: 'a'.repeat(sessionLimits.bodyLength), version: '1.0.0' };
    const body = { ...initialize, params: { ...initialize.params, clientInfo } };
    expect((await request({ body })).status).toBe(404);
    await sessions.close();
  });

  it('has a limit of calls without a response, but always answers a ping', async () => {
    const { sessions, start, readStatus, request, finish } = open();
    const id = await start();
    const calls = Array.from({ length: sessionLimits.calls }, (_, index) => createCall(10 + index));
    const [first] = await Promise.all(calls.map((body) => request({ id, body })));
    const refused = await request({ id, body: createCall(50) });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await readStatus(id)).toBe(200);
    await until('the calls run', () => finish.length === calls.length);
    finish[0]!();
    await first!.text();
    expect((await request({ id, body: createCall(50) })).status).toBe(200);
    expect((await request({ id, body: createCall(51) })).status).toBe(429);
    await sessions.close();
  });

  it('refuses an ID that another call of it has, so that no call gets the result of another', async () => {
    const { sessions, start, request, finish } = open();
    const id = await start();
    const first = await request({ id, body: createCall(5) });
    const statusOfBody = async (body: object) => (await request({ id, body })).status;
    expect(await statusOfBody(createCall(5))).toBe(400);
    expect(await statusOfBody([createCall(6), createCall(6)])).toBe(400);
    expect(await statusOfBody([createCancel(6), createCall(6)])).toBe(400);
    expect(await statusOfBody(createCall(5))).toBe(400);
    await until('the call runs', () => finish.length === 1);
    finish[0]!();
    expect(await first.text()).toContain('The result of 5');
    expect(await statusOfBody(createCall(5))).toBe(200);
    await sessions.close();
  });

  it('ends the stream of a canceled call, and of no other', async () => {
    const { sessions, start, request, finish } = open();
    const id = await start();
    const canceled = await request({ id, body: createCall(1) });
    const other = await request({ id, body: createCall(2) });
    await until('the calls run', () => finish.length === 2);
    const wrong = await request({ id, body: createCancel(1), accept: 'text/html' });
    expect(wrong.status).toBe(406);
    expect((await request({ id, body: createCall(1) })).status).toBe(400);
    expect((await request({ id, body: createCancel(1) })).status).toBe(202);
    expect(await canceled.text()).toContain('The client canceled the call.');
    expect((await request({ id, body: createCall(1) })).status).toBe(200);
    finish[1]!();
    expect(await other.text()).toContain('The result of 2');
    await sessions.close();
  });

  it('refuses what would fill the memory', async () => {
    const { sessions, start, request } = open();
    const id = await start();
    const { idLength, bodyLength } = sessionLimits;
    const statusOfPing = async (more: object) =>
      (await request({ id, body: { ...ping, ...more } })).status;
    expect(await statusOfPing({ id: 'a'.repeat(idLength) })).toBe(200);
    expect(await statusOfPing({ id: 'a'.repeat(idLength + 1) })).toBe(400);
    expect(await statusOfPing({ params: { text: 'a'.repeat(bodyLength) } })).toBe(413);
    await sessions.close();
  });

  it('returns the result of a call whose connection broke, and of no other call', async () => {
    const { sessions, start, request, finish } = open();
    const id = await start();
    const broken = await request({ id, body: createCall(7), 'mcp-protocol-version': '2025-11-25' });
    const other = await request({ id, body: createCall(8) });
    const [, last] = /^id: (\d+)$/m.exec(await broken.text())!;
    for (const done of finish) done();
    expect(await other.text()).toContain('The result of 8');
    const resumed = await request({ id, method: 'GET', 'last-event-id': last });
    expect((await resumed.text()).match(/The result of \d/g)).toEqual(['The result of 7']);
    await sessions.close();
  });

  it('has no stream outside of calls', async () => {
    const { sessions, start, request } = open();
    const response = await request({ id: await start(), method: 'GET' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, DELETE');
    await sessions.close();
  });

  it('lets a call respond when the service stops, and then ends', async () => {
    const { sessions, start, readStatus, request, finish } = open();
    const id = await start();
    const response = await request({ id, body: createCall(9) });
    await until('the call runs', () => finish.length === 1);
    const closed = sessions.close();
    finish[0]!();
    expect(await response.text()).toContain('The result of 9');
    await closed;
    expect(await readStatus(id)).toBe(404);
  });

  it('says what to do in the response of a call that no longer can respond', async () => {
    const { sessions, start, request, finish } = open();
    const id = await start();
    const response = await request({ id, body: createCall(9) });
    await until('the call runs', () => finish.length === 1);
    await sessions.close();
    expect(await response.text()).toContain('You can repeat the call');
  });
});

describe('the events of a session', () => {
  const message = (length: number) =>
    ({ jsonrpc: '2.0', id: 1, result: { text: 'a'.repeat(length) } }) as const;
  const { events: most, eventsLength } = sessionLimits;

  it('are the newest ones, up to a number and a length', async () => {
    const events = createSessionEvents();
    const store = (length: number) => events.storeEvent('stream', message(length));
    const isKept = async (id: string) => (await events.getStreamIdForEventId!(id)) === 'stream';
    const first = await store(1);
    for (let count = 1; count < most; count++) await store(1);
    expect(await isKept(first)).toBe(true);
    const next = await store(1);
    expect([await isKept(first), await isKept(next)]).toEqual([false, true]);
    const half = await store(eventsLength / 2);
    expect([await isKept(next), await isKept(half)]).toEqual([true, true]);
    const other = await store(eventsLength / 2);
    expect([await isKept(next), await isKept(half), await isKept(other)]).toEqual([
      false,
      false,
      true,
    ]);
    const tooLong = await store(eventsLength);
    expect([await isKept(other), await isKept(tooLong)]).toEqual([true, false]);
  });
});
