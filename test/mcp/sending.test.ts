import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import { openFolder } from '../service/harness/database.ts';
import { until } from '../service/harness/until.ts';
import { handset, openHarness, type Account, type Harness } from '../service/harness/harness.ts';
import {
  agentHere,
  agentOverHttp,
  agentOverStdio,
  type Agent,
  type Answer,
  type Options,
  type Person,
} from './agent.ts';

let harness: Harness;
let account: Account;
const open: Agent[] = [];

beforeAll(async () => {
  harness = await openHarness(openFolder);
});
afterAll(() => harness.close());

const opened = async (connecting: Promise<Agent>): Promise<Agent> => {
  const agent = await connecting;
  open.push(agent);
  return agent;
};
afterAll(() => Promise.all(open.map((agent) => agent.close())));

/** Connects an agent to a new account. */
const agentWith = (options: Options = {}): Promise<Agent> => {
  account = harness.account();
  return opened(agentHere(harness.url, account.keys.send, options));
};

const to = handset(0);
const text = 'Your table is ready';
const getId = ({ data }: Answer) => (data.message as { id: string }).id;
const conversationWith = async (phone: string) =>
  (await account.client.conversation.open({ phone })).id;
const sentTexts = async () => {
  const { data } = await account.client.message.list({ direction: 'outbound', limit: 100 });
  return data.map((message) => message.text);
};

/**
 * Runs a test in a service that can move to the next day. In the shared service, deletions that
 * start a day ahead could delete the keys of the next test.
 */
async function overADay(
  run: (agent: Agent, account: Account, nextDay: () => void) => Promise<void>,
): Promise<void> {
  const own = await openHarness(openFolder);
  try {
    const account = own.account();
    const agent = await opened(agentHere(own.url, account.keys.send));
    await run(agent, account, () => own.setAhead(limits.idempotencyHours * 3_600_000 + 60_000));
  } finally {
    await own.close();
  }
}

describe('a repeated call', () => {
  it('sends nothing, and says so with the current status of the message', async () => {
    const agent = await agentWith();
    const first = await agent.call('send_message', { to, text });
    await account.reaches(getId(first), 'delivered');
    const second = await agent.call('send_message', { to, text });
    expect(first.data).not.toHaveProperty('already_sent');
    expect(second).toMatchObject({
      isError: false,
      data: {
        message: { id: getId(first), status: 'delivered' },
        already_sent: expect.stringMatching(/this call sent nothing.*new "deduplication_key"/),
      },
    });
    expect(await sentTexts()).toEqual([text]);
  });

  it('sends nothing from another process, and after a restart', async () => {
    const agent = await agentWith();
    await agent.call('send_message', { to, text });
    for (const connect of [agentOverStdio, agentOverHttp, agentHere]) {
      const other = await opened(connect(harness.url, account.keys.send));
      expect(await other.call('send_message', { to, text })).toMatchObject({
        data: { already_sent: expect.anything() },
      });
    }
    expect(await sentTexts()).toEqual([text]);
  });

  it('sends nothing if the number is spelled differently', async () => {
    const agent = await agentWith();
    await agent.call('send_message', { to, text });
    await agent.call('send_message', { to: to.replace(/^\+1(\d{3})/, '($1) '), text });
    expect(await sentTexts()).toEqual([text]);
  });

  it('sends nothing with another purpose or time, and says what to do', async () => {
    const agent = await agentWith();
    await agent.call('send_message', { to, text });
    const send_at = new Date(Date.now() + 60_000).toISOString();
    for (const other of [{ purpose: 'alert' }, { send_at }]) {
      const repeated = await agent.call('send_message', { to, text, ...other });
      expect(repeated.isError).toBe(true);
      expect(repeated.text).toMatch(/this call sent nothing\..*If the user wants the same text/);
    }
    expect(await sentTexts()).toEqual([text]);
  });

  it('sends nothing as a reply after the same text as a message', async () => {
    const agent = await agentWith();
    const id = await conversationWith(to);
    await agent.call('send_message', { to, from: account.number, text });
    const reply = await agent.call('reply_in_conversation', { id, text });
    expect(reply.data).toHaveProperty('already_sent');
    expect(await sentTexts()).toEqual([text]);
  });

  it('sends nothing as a message after the same text as a reply', async () => {
    const agent = await agentWith();
    const id = await conversationWith(to);
    const reply = await agent.call('reply_in_conversation', { id, text });
    const repeated = await agent.call('send_message', { to, text });
    expect(repeated.data).toMatchObject({
      message: { id: getId(reply) },
      already_sent: expect.any(String),
    });
    expect(await sentTexts()).toEqual([text]);
  });

  it('sends nothing at the same time again, however early an agent scheduled the text', () =>
    overADay(async (agent, { client }, nextDay) => {
      const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
      const call = { to, text, send_at: hours(72) };
      const first = await agent.call('send_message', call);
      nextDay();
      const second = await agent.call('send_message', call);
      expect(second.data).toMatchObject({
        message: { id: getId(first), status: 'scheduled' },
        already_sent: expect.stringContaining('An earlier call scheduled this message'),
      });
      expect((await agent.call('preview_message', call)).data).toHaveProperty('note');
      await agent.call('send_message', { ...call, send_at: hours(96) });
      expect((await client.message.list({ direction: 'outbound' })).data).toHaveLength(2);
    }));

  it('is refused after a new text of the recipient, and says how to answer that text', async () => {
    const agent = await agentWith();
    const phone = handset(1);
    await account.textFrom(phone, 'Are you open today?');
    const id = await conversationWith(phone);
    const yes = { id, text: 'Yes' };
    await account.reaches(getId(await agent.call('reply_in_conversation', yes)), 'delivered');
    await account.textFrom(phone, 'And is parking free?');
    const question = await until('the text is stored', async () => {
      const { data } = await account.client.message.list({ from: phone });
      return data.find((one) => one.text === 'And is parking free?')?.id;
    });
    const refused = await agent.call('reply_in_conversation', yes);
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/sent nothing.*repeat the call with "msg_\w+" as "dedup/);
    expect(refused.text).toContain(question);
    const answer = { ...yes, deduplication_key: question };
    for (let time = 0; time < 2; time++)
      expect((await agent.call('reply_in_conversation', answer)).isError).toBe(false);
    expect(await sentTexts()).toEqual(['Yes', 'Yes']);
  });

  it('sends nothing after another agent of the account, and returns its message', async () => {
    const agent = await agentWith();
    const first = await agent.call('send_message', { to, text });
    const variables = { TEXTLOOM_AGENT: 'billing' };
    const other = await opened(agentHere(harness.url, account.keys.send, { variables }));
    const repeated = await other.call('send_message', { to, text });
    expect(repeated.data).toMatchObject({
      message: { id: getId(first) },
      already_sent: expect.any(String),
    });
    expect(await sentTexts()).toEqual([text]);
  });

  it('is not the text of another program, which has no agent', async () => {
    const agent = await agentWith();
    await account.client.message.send({ to, text });
    expect((await agent.call('send_message', { to, text })).data).not.toHaveProperty(
      'already_sent',
    );
    expect(await sentTexts()).toEqual([text, text]);
  });

  it('sends the text again with a new deduplication key, and once for each key', async () => {
    const agent = await agentWith();
    await agent.call('send_message', { to, text });
    for (const deduplication_key of ['monday', 'tuesday', 'monday', 'tuesday'])
      await agent.call('send_message', { to, text, deduplication_key });
    expect(await sentTexts()).toEqual([text, text, text]);
    const other = await agent.call('send_message', { to, text: 'Hi', deduplication_key: 'monday' });
    expect(other.isError).toBe(true);
    expect(other.text).toMatch(
      /^This "deduplication_key" was used before, for different content\./,
    );
  });

  it('sends each picture without a text once, as a message or as a reply', async () => {
    const agent = await agentWith();
    const media_urls = ['https://example.com/menu.png'];
    const other = ['https://example.com/map.png'];
    expect((await agent.call('preview_message', { to, media_urls })).data.would_send).toBe(true);
    const { number: from } = account;
    expect((await agent.call('send_message', { to, from, media_urls })).isError).toBe(false);
    const id = await conversationWith(to);
    const repeated = await agent.call('reply_in_conversation', { id, media_urls });
    expect(repeated.data).toHaveProperty('already_sent');
    expect((await agent.call('reply_in_conversation', { id, media_urls: other })).isError).toBe(
      false,
    );
    expect(await sentTexts()).toEqual(['', '']);
    expect((await agent.call('send_message', { to })).text).toMatch(/"text".*"media_urls"/);
  });

  it('sends another text, and the same text to another recipient', async () => {
    const agent = await agentWith();
    await agent.call('send_message', { to, text });
    await agent.call('send_message', { to, text: 'Another' });
    await agent.call('send_message', { to: handset(1), text });
    expect((await sentTexts()).sort()).toEqual(['Another', text, text]);
  });

  it('sends the text again a day later', () =>
    overADay(async (agent, { client }, nextDay) => {
      await agent.call('send_message', { to, text });
      nextDay();
      await agent.call('send_message', { to, text });
      const { data } = await client.message.list({ direction: 'outbound' });
      expect(data.map((message) => message.text)).toEqual([text, text]);
    }));
});

describe('a text with merge fields', () => {
  const written = 'Hi {{first_name}}, {{notes}}';

  it('goes out as the agent wrote it, so that it reveals nothing about the recipient', async () => {
    const agent = await agentWith();
    await account.client.contact.upsert({ phone: to, first_name: 'Ada' });
    const preview = await agent.call('preview_message', { to, text: written });
    expect(preview.data).toMatchObject({ would_send: true });
    const sent = await agent.call('send_message', { to, text: written });
    expect(sent).toMatchObject({ isError: false, data: { message: { text: written } } });
    const id = await conversationWith(to);
    const again = { id, text: written, deduplication_key: 'again' };
    expect((await agent.call('reply_in_conversation', again)).isError).toBe(false);
    expect(await sentTexts()).toEqual([written, written]);
  });

  it('is the same in the question to the person', async () => {
    const questions: string[] = [];
    const person = (question: string) => {
      questions.push(question);
      return { send: true };
    };
    const agent = await agentWith({ variables: { TEXTLOOM_CONFIRM: 'true' }, person });
    expect((await agent.call('send_message', { to, text: written })).isError).toBe(false);
    expect(questions).toEqual([expect.stringMatching(/Hi \{\{first_name\}\}, \{\{notes\}\}$/)]);
    expect(await sentTexts()).toEqual([written]);
  });
});

describe('a repeated call for a text that did not arrive', () => {
  it('says that it was canceled, and how to try again', async () => {
    const agent = await agentWith();
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const first = await agent.call('send_message', { to, text, send_at });
    await account.client.message.cancel({ id: getId(first) });
    const second = await agent.call('send_message', { to, text, send_at });
    const canceled = /was canceled, and this call sent nothing.*try again.*new "deduplication_key"/;
    expect(second).toMatchObject({
      isError: false,
      data: { already_sent: expect.stringMatching(canceled) },
    });
  });
});

describe('the list of allowed recipients', () => {
  const variables = { TEXTLOOM_ALLOWED_RECIPIENTS: '+1 202 555 0100, +1303*' };

  it('lets the agent text the numbers on it, in any spelling, and numbers that begin like an entry', async () => {
    const agent = await agentWith({ variables });
    for (const number of [handset(0), '(202) 555-0100', handset(7, 303)]) {
      const sent = await agent.call('send_message', { to: number, text: `Hi ${number}` });
      expect(sent.isError).toBe(false);
    }
    expect(await sentTexts()).toHaveLength(3);
  });

  it.each([handset(1), '+12025550', handset(0, 212)])('refuses %s', async (number) => {
    const agent = await agentWith({ variables });
    const refused = await agent.call('send_message', { to: number, text });
    expect(refused.isError).toBe(true);
    const preview = await agent.call('preview_message', { to: number, text });
    expect(preview.data.would_send).not.toBe(true);
    expect(await sentTexts()).toEqual([]);
  });

  it('says that nothing was sent, and which setting decides', async () => {
    const agent = await agentWith({ variables });
    const { text: answer } = await agent.call('send_message', { to: handset(1), text });
    expect(answer).toMatch(/not on the list of the operator \(TEXTLOOM_ALLOWED_RECIPIENTS\)/);
    expect(answer).toMatch(/nothing was sent/);
  });

  it('applies to replies', async () => {
    const agent = await agentWith({ variables });
    const id = await conversationWith(handset(1));
    const reply = await agent.call('reply_in_conversation', { id, text });
    expect(reply.isError).toBe(true);
    expect(await sentTexts()).toEqual([]);
  });

  it('lets the agent cancel only messages to the numbers on it', async () => {
    const agent = await agentWith({ variables });
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const schedule = async (number: string) =>
      (await account.client.message.send({ to: number, text, send_at })).id;
    const [own, other] = [await schedule(handset(0)), await schedule(handset(1))];
    const refused = await agent.call('cancel_message', { id: other });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toMatch(/not on the list of the operator.*was not canceled/);
    expect((await account.client.message.get({ id: other })).status).toBe('scheduled');
    expect(await agent.call('cancel_message', { id: own })).toMatchObject({
      data: { message: { status: 'canceled' } },
    });
  });

  it('lets the agent mark only conversations with the numbers on it as read', async () => {
    const agent = await agentWith({ variables });
    const id = await conversationWith(handset(1));
    const { data } = await account.client.conversation.messages({ id });
    const last_message_id = data.at(-1)?.id ?? 'msg_1';
    const refused = await agent.call('mark_conversation_read', { id, last_message_id });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/not on the list of the operator.*stays unread/);
  });

  describe('and media', () => {
    const stolen = ['https://evil.example/?d=Ada'];
    const sendMedia = (agent: Agent, media_urls: readonly string[]) =>
      agent.call('send_message', { to, text, media_urls });

    it('refuses a URL that can tell another server what the agent read', async () => {
      const agent = await agentWith({ variables });
      const id = await conversationWith(to);
      for (const refused of [
        await sendMedia(agent, stolen),
        await sendMedia(agent, [`${harness.url}/media/med_1`, ...stolen]),
        await sendMedia(agent, [`${harness.url}.evil.example/media/med_1`]),
        await sendMedia(agent, [`${harness.url}/media/../../v1/x?q=secret`]),
        await sendMedia(agent, [`${harness.url}/media/%2e%2e/x`]),
        await sendMedia(agent, [`${harness.url}/media/med_1?q=secret`]),
        await sendMedia(agent, [`${harness.url}/media/med_1#secret`]),
        await agent.call('reply_in_conversation', { id, text, media_urls: stolen }),
      ]) {
        expect(refused.isError).toBe(true);
        expect(refused.text).toMatch(/only media that the service received.*Nothing was sent\./);
      }
      const preview = await agent.call('preview_message', { to, text, media_urls: stolen });
      expect(preview.data).toMatchObject({
        would_send: false,
        problem: expect.stringMatching(/"media_urls"/),
      });
      expect(await sentTexts()).toEqual([]);
    });

    it('lets the agent pass on media that the service received', async () => {
      account = harness.account();
      for (const connect of [agentHere, agentOverStdio, agentOverHttp]) {
        const agent = await opened(connect(harness.url, account.keys.send, { variables }));
        const url = `${harness.url}/media/med_${connect.name}`;
        const signed = `${url}?expires=1769851800&signature=a-b_c`;
        expect(await sendMedia(agent, [url, signed])).toMatchObject({ isError: false });
      }
    });

    it('lets a person confirm any URL', async () => {
      const person = () => ({ send: true });
      const confirmed = { ...variables, TEXTLOOM_CONFIRM: 'true' };
      const agent = await agentWith({ variables: confirmed, person });
      expect(await sendMedia(agent, stolen)).toMatchObject({ isError: false });
    });
  });

  it('applies at /mcp, as a header', async () => {
    account = harness.account();
    const agent = await opened(agentOverHttp(harness.url, account.keys.send, { variables }));
    expect(await agent.call('send_message', { to: handset(1), text })).toMatchObject({
      isError: true,
    });
    expect(await sentTexts()).toEqual([]);
  });
});

it('a deduplication key of spaces has no effect', async () => {
  const agent = await agentWith();
  for (const deduplication_key of [undefined, ' ', ' a', 'a '])
    await agent.call('send_message', { to, text, deduplication_key });
  expect(await sentTexts()).toEqual([text, text]);
});

describe('a preview', () => {
  const preview = async (agent: Agent) =>
    (await agent.call('preview_message', { to, text })).data as { problem?: string; note?: string };
  const refused = (problem: RegExp) => ({
    would_send: false,
    problem: expect.stringMatching(problem),
  });

  it('says that the agent has sent the text', async () => {
    const agent = await agentWith();
    // The text of another program does not count.
    await account.client.message.send({ to, text });
    expect(await preview(agent)).not.toHaveProperty('note');
    await agent.call('send_message', { to, text });
    const noted = await preview(agent);
    expect(noted).toMatchObject({
      would_send: true,
      note: expect.stringMatching(/accepted this text.*call send_message with a new "dedup/),
    });
    expect(noted).not.toHaveProperty('problem');
  });

  it('finds the text of the agent behind many messages of other programs', async () => {
    const agent = await agentWith();
    await agent.call('send_message', { to, text });
    for (let other = 0; other < 100; other++)
      await account.client.message.send({ to, text: `Other ${other}` });
    expect(await preview(agent)).toHaveProperty('note');
  });

  it('says that the daily limit is reached', async () => {
    const agent = await agentWith({ variables: { TEXTLOOM_MESSAGES_PER_DAY: '0' } });
    expect(await preview(agent)).toMatchObject(refused(/limit of 0 messages/));
  });

  it('says that the client cannot ask a person', async () => {
    const variables = { TEXTLOOM_CONFIRM: 'true' };
    expect(await preview(await agentWith({ variables }))).toMatchObject(refused(/cannot ask/));
    const person = () => ({ send: true });
    expect(await preview(await agentWith({ variables, person }))).toMatchObject({
      would_send: true,
    });
  });

  it('says that the key can only read', async () => {
    account = harness.account();
    const agent = await opened(agentHere(harness.url, account.keys.read));
    expect(await preview(agent)).toMatchObject(refused(/can only read.*scope send/));
  });
});

describe('saving a contact', () => {
  const variables = { TEXTLOOM_ALLOWED_RECIPIENTS: '+12025550100' };

  it('is limited to the allowed recipients, except for an opt-out', async () => {
    const agent = await agentWith({ variables });
    const save = (phone: string, args: object) => agent.call('save_contact', { phone, ...args });
    const refused = await save(handset(1), { first_name: 'Ada' });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toMatch(/not on the list of the operator.*nothing was saved/);
    expect((await account.client.contact.list({})).data).toEqual([]);
    const saved = await save(handset(2), { first_name: 'Ada', status: 'opted_out' });
    expect(saved.data).toMatchObject({
      contact: { phone: handset(2), status: 'opted_out' },
      not_saved: expect.stringMatching(/^Only the opt-out is saved/),
    });
    expect(saved.data.contact).not.toHaveProperty('first_name');
    expect(await save('(202) 555-0100', { first_name: 'Ada' })).toMatchObject({ isError: false });
    expect(await save(handset(1), { status: 'opted_out' })).toMatchObject({ isError: false });
  });
});

describe('the daily limit', () => {
  const variables = { TEXTLOOM_MESSAGES_PER_DAY: '3' };

  it('stops the agent, and says what to do', async () => {
    const agent = await agentWith({ variables });
    for (const count of [1, 2, 3]) {
      expect((await agent.call('get_account')).data.messages_left_in_24_hours).toBe(4 - count);
      await agent.call('send_message', { to, text: `Number ${count}` });
    }
    const refused = await agent.call('send_message', { to, text: 'Number 4' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/limit of 3 messages in 24 hours \(TEXTLOOM_MESSAGES_PER_DAY\)/);
    expect(refused.text).toMatch(/sent nothing/);
    expect(await sentTexts()).toHaveLength(3);
  });

  it('still returns the first message to a repeated call', async () => {
    const agent = await agentWith({ variables: { TEXTLOOM_MESSAGES_PER_DAY: '1' } });
    const first = await agent.call('send_message', { to, text });
    const repeated = await agent.call('send_message', { to, text });
    expect(repeated.data).toMatchObject({
      message: { id: getId(first) },
      already_sent: expect.any(String),
    });
    const refused = await agent.call('send_message', { to, text: 'Another' });
    expect(refused.text).toMatch(/limit of 1 message in 24 hours/);
    expect(await sentTexts()).toEqual([text]);
  });

  it('holds for calls at the same time, in one process and at /mcp', async () => {
    for (const connect of [agentHere, agentOverHttp]) {
      account = harness.account();
      const agent = await opened(connect(harness.url, account.keys.send, { variables }));
      const other = await opened(agentOverHttp(harness.url, account.keys.send, { variables }));
      const agents = connect === agentHere ? [agent] : [agent, other];
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          agents[index % agents.length]!.call('send_message', { to, text: `Number ${index}` }),
        ),
      );
      expect(await sentTexts()).toHaveLength(3);
    }
  });

  it('holds after a restart and for a second process', async () => {
    account = harness.account();
    const connections = [
      ['One', agentOverStdio],
      ['Two', agentHere],
      ['Three', agentHere],
      ['Four', agentOverStdio],
    ] as const;
    for (const [text, connect] of connections) {
      const agent = await opened(connect(harness.url, account.keys.send, { variables }));
      await agent.call('send_message', { to, text });
    }
    expect((await sentTexts()).sort()).toEqual(['One', 'Three', 'Two']);
  });

  it('does not count the messages of other programs and of other agents', async () => {
    const agent = await agentWith({ variables });
    const named = { ...variables, TEXTLOOM_AGENT: 'billing' };
    const other = await opened(agentHere(harness.url, account.keys.send, { variables: named }));
    for (const one of ['a', 'b', 'c', 'd']) {
      await account.client.message.send({ to, text: one });
      await other.call('send_message', { to, text: `billing ${one}` });
    }
    expect((await agent.call('send_message', { to, text })).isError).toBe(false);
    expect((await sentTexts()).filter((one) => one.startsWith('billing'))).toHaveLength(3);
  });
});

describe.each([2025, 2026] as const)('a confirmation with the protocol of %i', (revision) => {
  const variables = { TEXTLOOM_CONFIRM: 'true' };
  let agent: Agent;
  let person: Person;
  beforeAll(async () => {
    account = harness.account();
    const options = { revision, variables, person: (question: string) => person(question) };
    agent = await opened(agentOverStdio(harness.url, account.keys.send, options));
  });

  it.each([['decline' as const], [{ send: false }]])(
    'sends nothing if the person answers %j',
    async (answer) => {
      person = () => answer;
      const refused = await agent.call('send_message', { to, text });
      expect(refused.isError).toBe(true);
      expect(refused.text).toMatch(/did not confirm the message, so this call sent nothing/);
      expect(await sentTexts()).toEqual([]);
    },
  );

  it('shows the person the text and the recipient, and sends the text if the person agrees', async () => {
    const questions: string[] = [];
    person = (question) => {
      questions.push(question);
      return { send: true };
    };
    expect(await agent.call('send_message', { to, text })).toMatchObject({ isError: false });
    expect(questions).toEqual([expect.stringMatching(`To: \\${to}[^]*${text}$`)]);
    expect(await sentTexts()).toEqual([text]);
  });

  it.each([
    ['standard input and output', agentOverStdio],
    ['/mcp', agentOverHttp],
  ] as const)('refuses over %s if the client cannot ask', async (_name, connect) => {
    account = harness.account();
    const agent = await opened(connect(harness.url, account.keys.send, { revision, variables }));
    const refused = await agent.call('send_message', { to, text });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/TEXTLOOM_CONFIRM.*Nothing was sent/);
    expect(await sentTexts()).toEqual([]);
  });
});
