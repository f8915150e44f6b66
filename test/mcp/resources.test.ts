import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFolder } from '../service/harness/database.ts';
import { handset, openHarness, type Account, type Harness } from '../service/harness/harness.ts';
import { agentOverHttp, type Agent } from './agent.ts';

describe('the resources', () => {
  let harness: Harness;
  let account: Account;
  let agent: Agent;

  beforeAll(async () => {
    harness = await openHarness(openFolder);
    account = harness.account();
    agent = await agentOverHttp(harness.url, account.keys.read);
  });
  afterAll(async () => {
    await agent.close();
    await harness.close();
  });

  const read = async (uri: string): Promise<Record<string, unknown>> => {
    const { contents } = await agent.client.readResource({ uri });
    const [first] = contents;
    return JSON.parse(first && 'text' in first ? first.text : '') as Record<string, unknown>;
  };

  it('are contacts, conversations and reports', async () => {
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'textloom://contacts/{id}',
      'textloom://conversations/{id}',
      'textloom://reports/{interval}',
    ]);
  });

  it('list the newest 20 contacts, and read each one, including by its number', async () => {
    for (let index = 0; index < 22; index++)
      await account.client.contact.upsert({ phone: handset(index), first_name: `Ada ${index}` });
    const { resources } = await agent.client.listResources();
    const contacts = resources.filter(({ uri }) => uri.startsWith('textloom://contacts/'));
    expect(contacts).toHaveLength(20);
    expect(contacts[0]!.name).toBe(`Ada 21 (${handset(21)})`);
    expect(contacts[0]!.title).toBe(contacts[0]!.name);
    expect(await read(contacts[0]!.uri)).toMatchObject({ first_name: 'Ada 21' });
    const byNumber = `textloom://contacts/${encodeURIComponent(handset(0))}`;
    expect(await read(byNumber)).toMatchObject({ first_name: 'Ada 0' });
  });

  it('read a conversation with its newest 50 messages', async () => {
    const { id } = await account.client.conversation.open({ phone: handset(0) });
    for (let index = 0; index < 51; index++)
      await account.client.conversation.reply({ id, text: `Text ${index}` });
    const { messages, next_cursor, ...conversation } = await read(`textloom://conversations/${id}`);
    expect(conversation).toMatchObject({ id, phone: handset(0) });
    expect(messages).toHaveLength(50);
    expect((messages as object[])[0]).toMatchObject({ text: 'Text 50' });
    expect(next_cursor).toEqual(expect.any(String));
  });

  it('read a report of the last week', async () => {
    expect(await read('textloom://reports/day')).toMatchObject({ interval: 'day' });
  });

  it('suggest the intervals of reports', async () => {
    const { completion } = await agent.client.complete({
      ref: { type: 'ref/resource', uri: 'textloom://reports/{interval}' },
      argument: { name: 'interval', value: 'd' },
    });
    expect(completion.values).toEqual(['day']);
  });

  it.each([
    'textloom://contacts/con_unknown',
    'textloom://conversations/cnv_unknown',
    'textloom://reports/century',
    'textloom://contacts/%25zz',
    'textloom://contacts/%zz',
    'textloom://keys/key_1',
  ])('report that %s does not exist', async (uri) => {
    await expect(agent.client.readResource({ uri })).rejects.toThrow(/not found/i);
  });
});
