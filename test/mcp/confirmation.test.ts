import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { openFolder } from '../service/database.ts';
import {
  authorization,
  handset,
  openHarness,
  type Account,
  type Harness,
} from '../service/harness.ts';
import { agentHere, type Agent } from './agent.ts';

const to = handset(0);
const text = 'Your table is ready';
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness(openFolder);
});
afterAll(() => harness.close());

const sentTexts = async (account: Account) =>
  (await account.client.message.list({ direction: 'outbound' })).data.map((one) => one.text);

describe('the question to the person', () => {
  let account: Account;
  let agent: Agent;
  let questions: string[];
  beforeAll(async () => {
    account = harness.account();
    const person = (question: string) => {
      questions.push(question);
      return { send: true };
    };
    const variables = { TEXTLOOM_CONFIRM: 'true', TEXTLOOM_MESSAGES_PER_DAY: '4' };
    agent = await agentHere(harness.url, account.keys.send, { variables, person });
  });
  afterAll(() => agent.close());
  const asked = async (name: string, args: Record<string, unknown>) => {
    questions = [];
    const answer = await agent.call(name, args);
    return { answer, questions };
  };

  it('shows media, the time and the purpose', async () => {
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const media_urls = ['https://example.com/menu.png'];
    const { answer, questions } = await asked('send_message', {
      ...{ to, text, send_at, media_urls },
      purpose: 'alert',
    });
    expect(answer.isError).toBe(false);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain(`Send at: ${send_at}`);
    expect(questions[0]).toContain('Purpose: alert');
    expect(questions[0]).toContain(`Media: ${media_urls[0]}`);
  });

  it('shows the recipient of a reply', async () => {
    const { id } = await account.client.conversation.open({ phone: handset(1) });
    const { questions } = await asked('reply_in_conversation', { id, text: 'Yes' });
    expect(questions).toEqual([expect.stringContaining(`To: ${handset(1)}`)]);
  });

  it('shows where hidden characters are', async () => {
    const { questions } = await asked('send_message', { to, text: 'Pay \u202e001' });
    expect(questions).toEqual([expect.stringMatching(/Pay \ufffd001$/)]);
  });

  it('is not about a text that changes when it is sent', async () => {
    const { answer, questions } = await asked('send_message', { to, text: 'Hi {{last_name|all}}' });
    expect(answer).toMatchObject({
      isError: true,
      text: expect.stringMatching(/Nothing was sent/),
    });
    expect(questions).toEqual([]);
    expect(await sentTexts(account)).not.toContain('Hi all');
  });

  it('is not about a text that the service refuses', async () => {
    const phone = handset(2);
    await account.client.contact.upsert({ phone, status: 'opted_out' });
    const { answer, questions } = await asked('send_message', { to: phone, text });
    expect(answer.text).toMatch(/opted out.*Do not text this person until they reply START/);
    expect(questions).toEqual([]);
  });

  it('is not about a text above the daily limit', async () => {
    await asked('send_message', { to, text: 'The last one' });
    const { answer, questions } = await asked('send_message', { to, text: 'One too many' });
    expect(answer.text).toMatch(/limit of 4 messages/);
    expect(questions).toEqual([]);
  });
});

describe('an answer at /mcp', () => {
  interface Reply {
    readonly result: { readonly requestState?: string; readonly isError?: boolean };
    readonly error?: { readonly message: string };
  }
  const post = async (key: string, args: object, more: object = {}): Promise<Reply> => {
    const response = await fetch(new URL('/mcp', harness.url), {
      method: 'POST',
      headers: {
        ...authorization(key),
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'send_message',
        'textloom-confirm': 'true',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'send_message',
          arguments: args,
          ...more,
          _meta: {
            [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
            [CLIENT_INFO_META_KEY]: { name: 'agent', version: '1.0.0' },
            [CLIENT_CAPABILITIES_META_KEY]: { elicitation: { form: {} } },
          },
        },
      }),
    });
    return (await response.json()) as Reply;
  };
  const inputResponses = { send: { action: 'accept', content: { send: true } } };

  it('sends nothing without a question', async () => {
    const account = harness.account();
    const { result } = await post(account.keys.send, { to, text }, { inputResponses });
    expect(result.requestState).toEqual(expect.any(String));
    expect(await sentTexts(account)).toEqual([]);
  });

  it('sends only the message that the question was about', async () => {
    const account = harness.account();
    const { result } = await post(account.keys.send, { to, text });
    const answer = { inputResponses, requestState: result.requestState };
    for (const other of [{ text: 'Pay now' }, { to: handset(1) }, { deduplication_key: 'again' }])
      await post(account.keys.send, { to, text, ...other }, answer);
    expect(await sentTexts(account)).toEqual([]);
    expect((await post(account.keys.send, { to, text }, answer)).result.isError).not.toBe(true);
    expect(await sentTexts(account)).toEqual([text]);
  });

  it('sends nothing with the question of another account', async () => {
    const [one, other] = [harness.account(), harness.account()];
    const { result } = await post(one.keys.send, { to, text });
    const { requestState } = result;
    const refused = await post(other.keys.send, { to, text }, { inputResponses, requestState });
    expect(refused.error?.message).toMatch(/requestState/);
    expect(await sentTexts(other)).toEqual([]);
  });
});
