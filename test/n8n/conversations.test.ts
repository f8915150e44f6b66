import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { contract, sampleOf, type Operation } from '@textloom/shared/contract';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { startFarSide, type FarSide } from './farSide.ts';
import { n8nHost } from './n8nHost.ts';
import { problemBody } from '../problemBody.ts';

const node = new Textloom();
const { conversation, verification, review, account } = contract;
const id = 'cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854';
const conversationId = { __rl: true, mode: 'id', value: id };

let far: FarSide;
let operation: Operation;
beforeEach(async () => {
  far = await startFarSide(() => ({
    status: [operation.status].flat()[0]!,
    body: sampleOf(operation.output!),
  }));
});
afterEach(() => far.stop());

/** Returns what the node asks the service, which answers as the operation does. */
const asks = async (answered: Operation, parameters: INodeParameters) => {
  operation = answered;
  const host = n8nHost({ nodeType: node, credential: far.credential, parameters });
  await node.execute.call(host.execute());
  const { path, messages } = far.asked.at(-1)!;
  return { path, body: messages[0] };
};
const talk = (value: string, parameters: INodeParameters = {}) => ({
  ...{ resource: 'conversation', operation: value, conversationId },
  ...parameters,
});

describe('a conversation', () => {
  it.each<[string, Operation, INodeParameters, string, object]>([
    [
      'gets a reply',
      conversation.reply,
      talk('reply', { text: 'Yes' }),
      '/messages',
      { text: 'Yes' },
    ],
    ['is closed', conversation.update, talk('close'), '', { status: 'closed' }],
    ['is reopened', conversation.update, talk('reopen'), '', { status: 'open' }],
    ['is marked as read', conversation.read, talk('markAsRead'), '/read', {}],
  ])('%s', async (_, answered, parameters, path, body) => {
    expect(await asks(answered, parameters)).toEqual({ path: `/conversations/${id}${path}`, body });
  });

  it.each([
    [1, { path: `/conversations/${id}/messages` }],
    [0, /'Conversation' has no conversation with this phone number/],
    [2, /'Conversation' has conversations with several of your numbers/],
  ])('is found by its phone number if there is one: %d', async (count, expected) => {
    const found = { ...sampleOf(conversation.get.output), id };
    await far.stop();
    far = await startFarSide(({ path }) =>
      path.startsWith('/conversations?')
        ? { status: 200, body: { data: Array(count).fill(found), next_cursor: null } }
        : { status: 202, body: sampleOf(conversation.reply.output) },
    );
    const byPhone = { __rl: true, mode: 'phone', value: '+1 (202) 555-0123' };
    const asked = asks(conversation.reply, talk('reply', { text: 'Hi', conversationId: byPhone }));
    if (expected instanceof RegExp) await expect(asked).rejects.toThrow(expected);
    else expect(await asked).toMatchObject(expected);
    expect(far.asked[0]!.path).toBe('/conversations?phone=%2B12025550123&limit=2');
  });

  it('says which item failed, why and what to do if the search for its phone number fails', async () => {
    const closed = await startFarSide(() => ({
      status: 401,
      body: problemBody('unauthenticated', 401),
    }));
    const byPhone = { __rl: true, mode: 'phone', value: '={{ $json.phone }}' };
    const parameters = talk('reply', { text: 'Hi', conversationId: byPhone });
    const host = n8nHost({ nodeType: node, credential: closed.credential, parameters });
    const run = node.execute.call(host.execute([{ phone: '+12025550123' }]));
    await expect(run).rejects.toMatchObject({
      name: 'NodeApiError',
      message: expect.stringContaining('[item 0]'),
      description: expect.stringContaining("'Textloom API' credential"),
      httpCode: '401',
      context: { itemIndex: 0 },
    });
    await closed.stop();
  });

  it('gets a reply once in all runs with the same Deduplication Key', async () => {
    const other = { ...conversationId, value: 'cnv_other' };
    for (const one of [conversationId, conversationId, other]) {
      const additionalFields = { deduplicationKey: 'thanks' };
      const parameters = talk('reply', { text: 'Yes', conversationId: one, additionalFields });
      expect((await asks(conversation.reply, parameters)).body).toEqual({ text: 'Yes' });
    }
    const [first, again, others] = far.asked.map(({ headers }) => headers['idempotency-key']);
    expect(again).toBe(first);
    expect(others).not.toBe(first);
  });

  it('gets the replies of several items in their order, even if the first one must be repeated', async () => {
    const taken: unknown[] = [];
    const busy = await startFarSide(({ messages: [reply] }, time) => {
      if (time === 1) return { status: 503, headers: { 'retry-after': '0' }, body: {} };
      taken.push(reply!.text);
      return { status: 202, body: sampleOf(conversation.reply.output) };
    });
    const parameters = talk('reply', { text: '={{ $json.text }}' });
    const host = n8nHost({ nodeType: node, credential: busy.credential, parameters });
    await node.execute.call(
      host.execute([{ text: 'Hi' }, { text: 'Your order' }, { text: 'Bye' }]),
    );
    await busy.stop();
    expect(taken).toEqual(['Hi', 'Your order', 'Bye']);
  });

  it('is opened with a phone number and one of the numbers of the account', async () => {
    const number = { __rl: true, mode: 'sender', value: '+12025550100' };
    const parameters = talk('open', { phone: '+12025550123', number });
    expect(await asks(conversation.open, parameters)).toEqual({
      path: '/conversations',
      body: { phone: '+12025550123', number: '+12025550100' },
    });
  });

  it('is chosen from a list, which the service searches', async () => {
    operation = conversation.list;
    const sample = sampleOf(conversation.get.output);
    const closed = { ...sample, id: 'cnv_closed', contact: null, status: 'closed' };
    const page = { data: [sample, closed], has_more: false, next_cursor: null };
    const list = await startFarSide(({ path }) => ({
      status: 200,
      body: path.includes('search=') ? { ...page, data: [closed] } : page,
    }));
    const search = (filter?: string) =>
      node.methods.listSearch.searchConversations.call(
        n8nHost({ nodeType: node, credential: list.credential }).load(),
        filter,
      );
    const names = async (filter?: string) => (await search(filter)).results.map(({ name }) => name);
    expect(await names()).toEqual([
      'Ada Lovelace (+12025550123) and +12025550100',
      '+12025550123 and +12025550100 (closed)',
    ]);
    expect(await names('last words')).toEqual(['+12025550123 and +12025550100 (closed)']);
    await list.stop();
  });
});

describe('a code', () => {
  const checking = { resource: 'verification', operation: 'checkCode', code: '123456' };
  const kept = { to: '+12025550123', verificationId: 'ver_1' };

  it.each<[string, INodeParameters, object]>([
    ['phone number', { ...kept, checkBy: 'to' }, { to: '+12025550123', code: '123456' }],
    ['ID', { ...kept, checkBy: 'id' }, { id: 'ver_1', code: '123456' }],
  ])('is checked by the %s', async (_, parameters, body) => {
    expect(await asks(verification.check, { ...checking, ...parameters })).toEqual({
      path: '/verifications/check',
      body,
    });
  });

  it.each([
    ['to', "'Phone Number' is empty [item 0]"],
    ['id', "'Verification ID' is empty [item 0]"],
  ])('is not checked without what identifies it: %s', async (checkBy, message) => {
    await expect(asks(verification.check, { ...checking, checkBy })).rejects.toThrow(message);
    expect(far.asked).toEqual([]);
  });

  it('is sent with a text of the user, whose {{code}} n8n does not evaluate', async () => {
    const additionalFields = { text: '={{code}} is your {{ "Acme" }} code', length: 8 };
    const parameters = { resource: 'verification', operation: 'sendCode', to: '+12025550123' };
    expect(await asks(verification.start, { ...parameters, additionalFields })).toEqual({
      path: '/verifications',
      body: { to: '+12025550123', text: '{{code}} is your Acme code', length: 8 },
    });
  });
});

describe('a review', () => {
  it('is decided by its ID', async () => {
    const parameters = { reviewId: 'rev_1', decision: 'confirm' };
    const asked = asks(review.decide, { resource: 'review', operation: 'decide', ...parameters });
    expect(await asked).toEqual({ path: '/reviews/rev_1/decide', body: { decision: 'confirm' } });
  });
});

describe('the settings of the account', () => {
  it('are changed with replies in several languages, and with some of the keywords', async () => {
    const updateFields = {
      replies: {
        fields: [
          { language: 'en', stop: '={{brand}}: you get no more texts', help: '' },
          { language: 'es', stop: '{{brand}}: no recibirá más mensajes' },
        ],
      },
      keywords: { fields: { stop: ['NO MORE DEALS', ' '], help: [] } },
      quietHours: { fields: { start: '21:00', end: '08:00' } },
      verificationsPerDay: '={{ null }}',
    };
    const asked = asks(account.update, { resource: 'account', operation: 'update', updateFields });
    expect(await asked).toEqual({
      path: '/account',
      body: {
        replies: [
          { language: 'en', stop: '{{brand}}: you get no more texts' },
          { language: 'es', stop: '{{brand}}: no recibirá más mensajes' },
        ],
        keywords: { stop: ['NO MORE DEALS'], start: [], help: [] },
        quiet_hours: { start: '21:00', end: '08:00' },
        verifications_per_day: null,
      },
    });
  });

  it('keep their keywords if the group of keywords is left empty', async () => {
    for (const fields of [{}, { stop: [], start: [], help: [] }, { stop: [' '] }]) {
      const updateFields = { keywords: { fields } };
      const asked = asks(account.update, {
        ...{ resource: 'account', operation: 'update', updateFields },
      });
      await expect(asked).rejects.toMatchObject({
        message: "'Keywords' is empty [item 0]",
        description: "Choose 'Add Keywords', and fill in its fields.",
      });
    }
  });
});
