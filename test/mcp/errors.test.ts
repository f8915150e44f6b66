import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { toRefusal } from '../../connectors/mcp/errors.ts';
import { openFolder } from '../service/harness/database.ts';
import { handset, openHarness, type Account, type Harness } from '../service/harness/harness.ts';
import { startFarSide, type FarSide } from '../n8n/farSide.ts';
import { agentHere, type Agent } from './agent.ts';
import { problemBody } from '../problemBody.ts';

describe('an error of a tool', () => {
  let harness: Harness;
  let account: Account;
  let agent: Agent;
  const to = handset(0);

  beforeAll(async () => {
    harness = await openHarness(openFolder);
    account = harness.account();
    agent = await agentHere(harness.url, account.keys.send);
  });
  afterAll(async () => {
    await agent.close();
    await harness.close();
  });

  const readError = async (name: string, args: Record<string, unknown>, from = agent) => {
    const { isError, text } = await from.call(name, args);
    expect(isError).toBe(true);
    expect(text).not.toMatch(/\n\s+at |Error:|undefined/);
    return text;
  };

  it('names the argument and what to do', async () => {
    expect(await readError('send_message', { to: 'Ada', text: 'Hi' })).toMatch(
      /^"to" must be a phone number.* Correct the argument and call the tool again\.$/,
    );
  });

  it('names missing and unknown arguments', async () => {
    expect(await readError('send_message', { to, text: '' })).toBe(
      'send_message needs one of "text", "media_urls". Call it again with one of them.',
    );
    expect(await readError('get_message', {})).toMatch(/^get_message needs/);
    expect(await readError('get_message', { id: 'msg_1', reference: 'x' })).toMatch(
      /^get_message has no argument "reference"\. Its arguments are /,
    );
    expect(await readError('get_account', { name: 'Acme' })).toBe(
      'get_account has no argument "name". It takes no arguments.',
    );
  });

  it('refuses a deduplication key that is not text, because 7 and "7" would be two keys', async () => {
    for (const deduplication_key of [7, {}, [''], false])
      expect(await readError('send_message', { to, text: 'Hi', deduplication_key })).toMatch(
        /^"deduplication_key" must be a string\. Correct it and call send_message again\.$/,
      );
    expect((await account.client.message.list({})).data).toEqual([]);
  });

  it('says once that the key is not valid', async () => {
    const stranger = await agentHere(harness.url, 'tl_send_unknown');
    expect(await readError('get_account', {}, stranger)).toBe(
      'The API key is not valid. Ask the operator to correct the settings of this MCP server.',
    );
    await stranger.close();
  });

  it('says that an object does not exist', async () => {
    const id = 'cnv_unknown';
    const missing =
      'There is no such conversation in this account. Call list_conversations with "phone" to find it.';
    expect(await readError('read_conversation', { id })).toBe(missing);
    expect(await readError('reply_in_conversation', { id, text: 'Hi' })).toBe(missing);
    expect(await readError('get_message', { id: 'msg_unknown' })).toMatch(/Check the ID\./);
  });

  it('says that the key needs a wider scope', async () => {
    const reader = await agentHere(harness.url, account.keys.read);
    expect(await readError('send_message', { to, text: 'Hi' }, reader)).toMatch(
      /requires a key with the scope send.*Ask the operator/,
    );
    await reader.close();
  });

  it('says that the person has opted out, and an agent cannot change that', async () => {
    const phone = handset(1);
    const saved = await agent.call('save_contact', { phone, status: 'opted_out' });
    expect(saved.data.contact).toMatchObject({ status: 'opted_out' });
    expect(await readError('send_message', { to: phone, text: 'Hi' })).toMatch(
      /opted out.*Do not text this person until they reply START/,
    );
    const preview = await agent.call('preview_message', { to: phone, text: 'Hi' });
    expect(preview.data).toMatchObject({ would_send: false, problem: expect.anything() });
    const consent = { source: 'A text', at: new Date().toISOString() };
    for (const args of [{ status: 'subscribed' }, { status: 'pending' }, { consent }])
      await readError('save_contact', { phone, ...args });
    expect(await account.client.contact.get({ id: phone })).toMatchObject({ status: 'opted_out' });
  });

  it('says that an agent cannot subscribe a person who has not confirmed yet', async () => {
    const phone = handset(2);
    await account.client.contact.upsert({ phone, status: 'pending' });
    expect(await readError('save_contact', { phone, status: 'subscribed' })).toMatch(
      /^"status" must be "opted_out"\./,
    );
    expect(await account.client.contact.get({ id: phone })).toMatchObject({ status: 'pending' });
  });

  it('keeps the status of a contact whose details change', async () => {
    for (const [index, status] of (['subscribed', 'pending', 'opted_out'] as const).entries()) {
      const phone = handset(3 + index);
      const { id } = await account.client.contact.upsert({ phone, status });
      const spaced = phone.replace(/^\+1(\d{3})/, '($1) ');
      const saved = await agent.call('save_contact', { phone: spaced, first_name: 'Ada' });
      expect(saved.data.contact).toEqual({ id, phone, first_name: 'Ada', status });
      const again = await agent.call('save_contact', { phone });
      expect(again.data).toEqual(saved.data);
    }
  });

  it('keeps the opt-out of a person whose contact was deleted', async () => {
    const phone = handset(6);
    await account.client.contact.upsert({ phone, status: 'opted_out' });
    await account.client.contact.delete({ id: phone });
    const saved = await agent.call('save_contact', { phone, first_name: 'Ada' });
    expect(saved.data.contact).toMatchObject({ first_name: 'Ada', status: 'opted_out' });
  });

  it('of a reply names no argument that a reply does not have', async () => {
    const own = harness.account();
    const other = await agentHere(harness.url, own.keys.send);
    const { id } = await own.client.conversation.open({ phone: to });
    const [number] = (await own.client.number.list({})).data;
    await own.client.number.release({ id: number!.id });
    expect(await readError('reply_in_conversation', { id, text: 'Hi' }, other)).toBe(
      'Your number in this conversation does not belong to this account anymore. Nothing was sent. Use send_message with another number.',
    );
    await other.close();
  });

  it('ignores arguments that the agent left empty', async () => {
    const { isError } = await agent.call('list_messages', { status: null, to: '', limit: 5 });
    expect(isError).toBe(false);
  });
});

it('an unknown error stays hidden from the agent', () => {
  expect(toRefusal(new TypeError('Cannot read the text "Hi" of +12025550100'))).toEqual({
    content: [{ type: 'text', text: expect.stringMatching(/^Something went wrong[^+]*$/) }],
    isError: true,
  });
});

describe('a service that fails', () => {
  const problem = (status: number, code: string) => ({
    status,
    headers: { 'content-type': 'application/problem+json', 'retry-after': '7200' },
    body: problemBody(code, status),
  });
  let farSide: FarSide;
  afterEach(() => farSide.stop());
  const preview = { ...contract.message.preview.output.properties };
  const noPreview = Object.fromEntries(Object.keys(preview).map((name) => [name, null]));

  it('says that nobody can reply to a sender who is not a phone number', async () => {
    const conversation = { ...sampleOf(contract.conversation.get.output), phone: 'Bank' };
    const errors = [{ pointer: '/to', code: 'invalid_phone', detail: 'must be a phone number' }];
    const refused = { ...problemBody('validation_failed', 422), errors };
    farSide = await startFarSide(({ path }) => ({
      status: 200,
      body: path.endsWith('/preview')
        ? { ...noPreview, would_send: false, problem: refused }
        : conversation,
    }));
    const agent = await agentHere(farSide.credential.baseUrl, 'tl_key');
    const { isError, text } = await agent.call('reply_in_conversation', {
      id: 'cnv_1',
      text: 'Hi',
    });
    expect(isError).toBe(true);
    expect(text).toBe(
      'The other side of this conversation is not a phone number that gets texts. Nothing was sent. Use send_message with another number.',
    );
    await agent.close();
  });

  it('does not make the agent send a second text', async () => {
    const failures = { '/v1/messages': 'unconfirmed', '/v1/messages/preview': undefined };
    farSide = await startFarSide(({ path }) =>
      failures[path as keyof typeof failures] === undefined
        ? { status: 200, body: { ...noPreview, would_send: true, to: '+12025550100' } }
        : problem(503, 'unconfirmed'),
    );
    const agent = await agentHere(farSide.credential.baseUrl, 'tl_key');
    const { isError, text } = await agent.call('send_message', { to: '+12025550100', text: 'Hi' });
    expect(isError).toBe(true);
    expect(text).toMatch(/may have carried out the request.*You can repeat the call/);
    expect(text).toMatch(/the service does not carry it out twice\. Wait 3600 seconds first\.$/);
    await agent.close();
  });
});
