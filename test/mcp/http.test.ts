import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { headers as apiHeaders, problemType } from '@textloom/shared/contract';
import { openFolder } from '../service/harness/database.ts';
import { authorization, handset, openHarness, type Harness } from '../service/harness/harness.ts';
import { rawRequest } from '../service/harness/rawRequest.ts';
import { agentOverHttp } from './agent.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'agent', version: '1.0.0' },
  },
};

describe('/mcp', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(openFolder);
  });
  afterAll(() => harness.close());

  const request = (headers: Record<string, string>, method = 'POST') =>
    fetch(new URL('/mcp', harness.url), {
      method,
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      ...(method === 'POST' && { body: JSON.stringify(initialize) }),
    });

  it('serves an API key of an account, and counts its requests', async () => {
    const response = await request(authorization(harness.account().keys.read));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"serverInfo":{"name":"textloom"');
    expect(response.headers.get(apiHeaders.rateLimit)).toBeTruthy();
    expect(response.headers.get(apiHeaders.requestId)).toMatch(/^req_/);
  });

  it.each([
    ['no key', {}],
    ['an unknown key', authorization('tl_send_unknown')],
  ])('refuses %s like the API', async (_name, headers) => {
    const response = await request(headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain(problemType);
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it('refuses a misspelled setting, because nobody would notice that it has no effect', async () => {
    const headers = { ...authorization(harness.account().keys.send), 'textloom-confirm': 'yes' };
    const response = await request(headers);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      detail: 'Textloom-Confirm must be true or false.',
    });
  });

  it.each(['textloom-allowed-recipient', 'textloom_confirm'])(
    'refuses the header %s, which is not a setting',
    async (name) => {
      const response = await request({
        ...authorization(harness.account().keys.send),
        [name]: 'true',
      });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        detail: expect.stringMatching(`^${name} is not a setting.*Textloom-Confirm`),
      });
    },
  );

  it('refuses a page of another site, but serves its own', async () => {
    const key = authorization(harness.account().keys.read);
    for (const origin of ['https://evil.example', 'null'])
      expect((await request({ ...key, origin })).status).toBe(403);
    expect((await request({ ...key, origin: harness.url })).status).toBe(200);
  });

  it('refuses a page whose domain leads to this machine', async () => {
    const { status } = await rawRequest(harness.url, {
      method: 'POST',
      path: '/mcp',
      headers: {
        ...authorization(harness.account().keys.read),
        ...{ host: 'evil.example', origin: 'http://evil.example' },
        ...{ accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      },
      body: JSON.stringify(initialize),
    });
    expect(status).toBe(403);
  });

  it.each(['GET', 'DELETE'])('has no %s without a session', async (method) => {
    const response = await request(authorization(harness.account().keys.send), method);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('shows an account only its own data', async () => {
    const [one, other] = [harness.account(), harness.account()];
    const { id } = await one.client.message.send({ to: handset(0), text: 'Hi' });
    const agent = await agentOverHttp(harness.url, other.keys.admin);
    expect(await agent.call('get_message', { id })).toMatchObject({ isError: true });
    expect((await agent.call('list_messages')).data).toEqual({ messages: [] });
    await agent.close();
  });

  it('applies the scope of the key', async () => {
    const account = harness.account();
    const agent = await agentOverHttp(harness.url, account.keys.read);
    const sent = await agent.call('send_message', { to: handset(0), text: 'Hi' });
    expect(sent.isError).toBe(true);
    expect((await account.client.message.list({})).data).toEqual([]);
    await agent.close();
  });
});

describe('the rate limit of a key', () => {
  it('applies to agents, who learn how long to wait', async () => {
    const settings = { RATE_LIMIT: '1', RATE_LIMIT_BURST: '6' };
    const harness = await openHarness(openFolder, settings);
    const agent = await agentOverHttp(harness.url, harness.account().keys.send);
    const calls = Array.from({ length: 6 }, () => agent.call('get_account').catch(String));
    expect(JSON.stringify(await Promise.all(calls))).toMatch(/rate_limited|Too many requests/);
    await agent.close();
    await harness.close();
  });
});

describe('a service whose requests may reach several processes', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(openFolder, { MCP_SESSIONS: 'false' });
  });
  afterAll(() => harness.close());

  it('cannot ask a person whose client of 2025 needs a session', async () => {
    const account = harness.account();
    const variables = { TEXTLOOM_CONFIRM: 'true' };
    const person = () => ({ send: true });
    const agent = await agentOverHttp(harness.url, account.keys.send, { variables, person });
    const refused = await agent.call('send_message', { to: handset(0), text: 'Hi' });
    expect(refused.text).toMatch(/TEXTLOOM_CONFIRM.*Nothing was sent/);
    expect((await account.client.message.list({})).data).toEqual([]);
    await agent.close();
  });

  it('keeps no connection of an agent that waits for changes of the tools, which never change', async () => {
    const agent = await agentOverHttp(harness.url, harness.account().keys.read, { revision: 2026 });
    const { honoredFilter, closed } = await agent.client.listen({ toolsListChanged: true });
    expect(honoredFilter).toEqual({});
    expect(await closed).toBe('graceful');
    await agent.close();
  });
});
