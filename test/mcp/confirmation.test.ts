import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { openFolder } from '../service/harness/database.ts';
import {
  authorization,
  handset,
  openHarness,
  type Account,
  type Harness,
} from '../service/harness/harness.ts';
import { agentHere, agentOverHttp, type Agent, type Options, type Person } from './agent.ts';

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
    const variables = { TEXTLOOM_CONFIRM: 'true', TEXTLOOM_MESSAGES_PER_DAY: '7' };
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
    expect(questions[0]).toMatch(
      /Send at: \w+, \w+ \d+, \d+ at [\d:]+\s[AP]M \([A-Z]\w+(\/\w+)?\)\n/,
    );
    expect(questions[0]).toContain('Purpose: alert');
    expect(questions[0]).toContain(`Media: ${media_urls[0]}`);
  });

  it('shows the time in the time zone of the account, and that quiet hours moved it', async () => {
    const other = harness.account();
    const zone = 'Asia/Tokyo';
    const quiet_hours = { start: '00:01', end: '00:00' };
    await other.client.account.update({ time_zone: zone, quiet_hours });
    await other.client.contact.upsert({ phone: to, status: 'subscribed', time_zone: zone });
    let question = '';
    const person = (asked: string) => {
      question = asked;
      return { send: false };
    };
    const variables = { TEXTLOOM_CONFIRM: 'true' };
    const careful = await agentHere(harness.url, other.keys.send, { variables, person });
    await careful.call('send_message', { to, text: 'Sale', purpose: 'marketing' });
    await careful.close();
    expect(question).toMatch(
      /Send at: \w+, \w+ \d+, \d+ at 12:00\sAM \(Asia\/Tokyo\), held for quiet hours\n/,
    );
  });

  it('is not about a text that an earlier call sent, and says so about one with a new key', async () => {
    const phone = handset(3);
    const args = { to: phone, text: 'Once' };
    await asked('send_message', args);
    const { answer, questions } = await asked('send_message', args);
    expect(answer.data).toHaveProperty('already_sent');
    expect(questions).toEqual([]);
    const again = await asked('send_message', { ...args, deduplication_key: 'again' });
    expect(again.questions).toEqual([expect.stringContaining('Same text sent before: ')]);
    expect((await account.client.message.list({ to: phone })).data).toHaveLength(2);
  });

  it('is not about a text that another agent sent, and says so about one with a new key', async () => {
    const other = harness.account();
    const questions: string[] = [];
    const person = (question: string) => {
      questions.push(question);
      return { send: true };
    };
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) => {
        const variables = { TEXTLOOM_CONFIRM: 'true', TEXTLOOM_AGENT: name };
        return agentHere(harness.url, other.keys.send, { variables, person });
      }),
    );
    await first!.call('send_message', { to, text });
    const repeated = await second!.call('send_message', { to, text });
    expect(repeated.data).toHaveProperty('already_sent');
    expect(questions).toHaveLength(1);
    await second!.call('send_message', { to, text, deduplication_key: 'again' });
    expect(questions[1]).toContain('Same text sent before: ');
    await Promise.all([first!.close(), second!.close()]);
  });

  it('is not about the same text with another time, which the service would refuse', async () => {
    const message = { to: handset(8), text: 'Twice' };
    await asked('send_message', message);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { answer, questions } = await asked('send_message', { ...message, send_at: later });
    expect(answer.text).toMatch(/accepted this text.*with other details/s);
    expect(questions).toEqual([]);
  });

  it('says that a picture has no text', async () => {
    const { questions } = await asked('send_message', { to, media_urls: ['https://a.example/b'] });
    expect(questions).toEqual([expect.stringMatching(/Media: [^\n]*\n\n\(no text\)$/)]);
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
    expect(answer.text).toMatch(/limit of 7 messages/);
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

const variables = { TEXTLOOM_CONFIRM: 'true' };
/** Waits for the answer of a person forever. */
const silent = (questions: string[]): Options => ({
  variables,
  person(question) {
    questions.push(question);
    return new Promise(() => undefined);
  },
});

describe.each([2025, 2026] as const)('a person whose client of %i is at /mcp', (revision) => {
  const sendWith = async (account: Account, person: Person) => {
    const options = { revision, variables, person };
    const agent = await agentOverHttp(harness.url, account.keys.send, options);
    const answer = await agent.call('send_message', { to, text });
    await agent.close();
    return answer;
  };

  it('sees the text, and the service sends it if they agree', async () => {
    const account = harness.account();
    const questions: string[] = [];
    const agree = (question: string) => {
      questions.push(question);
      return { send: true };
    };
    expect(await sendWith(account, agree)).toMatchObject({ isError: false });
    expect(questions).toEqual([expect.stringMatching(`To: \\${to}[^]*${text}$`)]);
    expect(await sentTexts(account)).toEqual([text]);
  });

  it.each([['decline' as const], [{ send: false }]])(
    'gets nothing sent if they answer %j',
    async (answer) => {
      const account = harness.account();
      const { text: said } = await sendWith(account, () => answer);
      expect(said).toMatch(/did not confirm the message, so this call sent nothing/);
      expect(await sentTexts(account)).toEqual([]);
    },
  );
});

describe('a client of 2025 at /mcp', () => {
  const getSession = ({ client }: Agent) =>
    (client.transport as { sessionId?: string } | undefined)?.sessionId;

  it('has no session if nobody must confirm anything, so that any process can serve it', async () => {
    const account = harness.account();
    const person = () => ({ send: true });
    const agent = await agentOverHttp(harness.url, account.keys.send, { person });
    expect(getSession(agent)).toBeUndefined();
    expect(await agent.call('send_message', { to, text })).toMatchObject({ isError: false });
    await agent.close();
  });

  it('has a session that does not exist for other keys and settings, and can end it', async () => {
    const [account, other] = [harness.account(), harness.account()];
    const agent = await agentOverHttp(harness.url, account.keys.send, silent([]));
    const end = async (key: string, settings: Record<string, string> = {}) => {
      const headers = {
        ...{ ...authorization(key), 'mcp-session-id': getSession(agent)! },
        ...{ 'textloom-confirm': 'true', accept: 'application/json, text/event-stream' },
        ...settings,
      };
      const mcp = new URL('/mcp', harness.url);
      return (await fetch(mcp, { method: 'DELETE', headers })).status;
    };
    expect(await end(account.keys.read)).toBe(404);
    expect(await end(account.keys.send, { 'textloom-allowed-recipients': to })).toBe(404);
    expect(await end(other.keys.send)).toBe(404);
    expect(await end(account.keys.send)).toBe(200);
    expect(await end(account.keys.send)).toBe(404);
    await agent.close();
  });
});
