import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { contract, sampleOf } from '@textloom/shared/contract';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { n8nHost } from './n8nHost.ts';
import { startServiceHere, type ServiceHere } from '../service/startHere.ts';

const node = new Textloom();
const { listSearch, loadOptions } = node.methods;
let service: ServiceHere;
beforeAll(async () => {
  service = await startServiceHere({ RATE_LIMIT: '10000', RATE_LIMIT_BURST: '10000' });
});
afterAll(() => service.stop());

const hostOf = (parameters: INodeParameters = {}) =>
  n8nHost({ nodeType: node, credential: service, parameters });
const run = async (resource: string, operation: string, parameters: INodeParameters = {}) => {
  const host = hostOf({ resource, operation, ...parameters });
  const [output] = await node.execute.call(host.execute());
  return output!.map(({ json }) => json);
};
const one = async (...asked: Parameters<typeof run>): Promise<IDataObject> => {
  const results = await run(...asked);
  expect(results).toHaveLength(1);
  return results[0]!;
};
const chosen = (value: unknown) => ({ __rl: true, mode: 'list', value: value as string });
const namesOf = ({ results }: { results: { name: string }[] }) => results.map(({ name }) => name);

describe('lists', () => {
  it('are created once per name, renamed, found and deleted', async () => {
    const list = await one('list', 'create', { name: 'Newsletter' });
    expect(await one('list', 'create', { name: 'Newsletter' })).toMatchObject({ id: list.id });
    const listId = chosen(list.id);
    expect(await one('list', 'update', { listId, name: 'News' })).toMatchObject({ name: 'News' });
    expect(await run('list', 'getAll', { filters: { name: 'News' } })).toMatchObject([
      { id: list.id, size: 0 },
    ]);
    expect(await run('list', 'delete', { listId })).toEqual([{ deleted: true }]);
    await expect(run('list', 'get', { listId })).rejects.toMatchObject({ httpCode: '404' });
  });

  it('add and remove contacts by ID or phone number', async () => {
    const { id } = await one('list', 'create', { name: 'Customers' });
    const contact = await one('contact', 'upsert', { phone: '+12025550130' });
    const member = { listId: chosen(id), contactId: chosen(contact.id) };
    expect(await one('contact', 'addToList', member)).toMatchObject({ lists: [id] });
    expect(await one('list', 'get', { listId: chosen(id) })).toMatchObject({ size: 1 });
    const contactId = { __rl: true, mode: 'phone', value: '+1 (202) 555-0130' };
    expect(await run('contact', 'removeFromList', { ...member, contactId })).toEqual([
      { success: true },
    ]);
    expect(await one('contact', 'get', { contactId: chosen(contact.id) })).toMatchObject({
      lists: [],
    });
  });

  it('are chosen for a contact from those of the account, or set by an expression', async () => {
    const first = await one('list', 'create', { name: 'One' });
    const second = await one('list', 'create', { name: 'Two' });
    const upsert = (lists: unknown) =>
      one('contact', 'upsert', {
        phone: '+12025550131',
        additionalFields: { lists: lists as string[] },
      });
    expect((await upsert([first.id])).lists).toEqual([first.id]);
    expect((await upsert(`={{ ["${second.id as string}"] }}`)).lists).toEqual(
      expect.arrayContaining([first.id, second.id]),
    );
    const filters: INodeParameters = { listId: second.id as string };
    const [contact] = await run('contact', 'getAll', { filters });
    expect(contact).toMatchObject({ phone: '+12025550131' });
    const none = { contactId: chosen(contact!.id), updateFields: { lists: [] } };
    expect(await one('contact', 'update', none)).toMatchObject({ lists: [] });
  });
});

describe('numbers', () => {
  it('are searched, provisioned, changed and released', async () => {
    const available = await run('number', 'getAvailable', { limit: 3 });
    expect(available).toHaveLength(3);
    expect(Object.keys(available[0]!).sort()).toEqual([
      'capabilities',
      'country',
      'number',
      'type',
    ]);
    const taken = await one('number', 'provision', { number: chosen(available[0]!.number) });
    expect(taken).toMatchObject({ number: available[0]!.number, status: 'active', default: false });
    const numberId = chosen(taken.id);
    expect(
      await one('number', 'update', { numberId, updateFields: { messagesPerSecond: 3 } }),
    ).toMatchObject({ messages_per_second: 3 });
    const unlimited = { messagesPerSecond: '={{ null }}' };
    expect(await one('number', 'update', { numberId, updateFields: unlimited })).toMatchObject({
      messages_per_second: null,
    });
    expect(await run('number', 'getAll')).toHaveLength(2);
    expect(await run('number', 'release', { numberId })).toEqual([{ success: true }]);
    await expect(run('number', 'get', { numberId })).rejects.toMatchObject({ httpCode: '404' });
  });
});

describe('reports and previews', () => {
  it('count messages by the chosen interval and group', async () => {
    await run('message', 'send', { to: '+12025550132', text: 'Hi' });
    const report = await one('report', 'get', { interval: 'day', groupBy: 'purpose' });
    expect(report).toMatchObject({ interval: 'day', group_by: 'purpose' });
    expect(await one('report', 'get')).toMatchObject({ interval: null, group_by: null });
  });

  it('show the segments of a text, and whether it would be refused', async () => {
    const preview = (to: string, text: string) => one('message', 'preview', { to, text });
    expect(await preview('+12025550133', '👋'.repeat(40))).toMatchObject({
      would_send: true,
      encoding: 'ucs2',
      segments: 2,
      problem: null,
    });
    expect(await preview('+442071838750', 'Hi')).toMatchObject({
      would_send: false,
      problem: { code: 'no_route' },
    });
    expect(await run('message', 'getAll', { filters: { to: '+12025550133' } })).toEqual([]);
  });
});

describe('registrations', () => {
  it('are found with the decision of the registry, and chosen by their brand', async () => {
    const { brand, campaign } = contract.registration.submit.input.properties;
    const submitted = await service.client.registration.submit({
      brand: sampleOf(brand),
      campaign: sampleOf(campaign),
    });
    expect(
      await one('registration', 'get', { registrationId: chosen(submitted.id) }),
    ).toMatchObject({ id: submitted.id, status: 'pending' });
    expect(await run('registration', 'getAll', { filters: { status: 'approved' } })).toEqual([]);
    const name = 'Acme Shop LLC: marketing (pending)';
    const found = await listSearch.searchRegistrations.call(hostOf().load(), 'acme');
    expect(found.results).toEqual([{ name, value: submitted.id }]);
    expect(await loadOptions.getCampaigns.call(hostOf().load())).toEqual(found.results);
  });
});

describe('"Simplify"', () => {
  it('keeps the few fields that most workflows need, including the ID and the status', async () => {
    const [sent] = await run('message', 'send', { to: '+12025550134', text: 'Hi' });
    expect(Object.keys(sent!)).toEqual([
      ...['id', 'direction', 'status', 'to', 'from', 'text', 'segments', 'send_at', 'created_at'],
      'failure',
    ]);
    const contact = await one('contact', 'upsert', { phone: '+12025550134' });
    expect(contact).toMatchObject({ id: expect.any(String), status: 'subscribed' });
    expect(contact).not.toHaveProperty('created_at');
    const [number] = await run('number', 'getAll');
    expect(number).toMatchObject({ id: expect.any(String), status: 'active' });
  });

  it('turned off returns all fields of the API', async () => {
    const [found] = await run('message', 'getAll', {
      filters: { to: '+12025550134' },
      simplify: false,
    });
    const { error, ...others } = contract.message.get.output.properties;
    expect(error.title).toBe('Error');
    expect(Object.keys(found!).sort()).toEqual([...Object.keys(others), 'failure'].sort());
  });
});

describe('choosing from a list', () => {
  const search = (filter?: string, token?: string) =>
    listSearch.searchContacts.call(hostOf().load(), filter, token);

  it('finds a contact by phone number, email, external ID and a part of the name', async () => {
    const phone = '+12025550140';
    await service.client.contact.upsert({
      ...{ phone, first_name: 'Ada', last_name: 'Lovelace' },
      ...{ email: 'ada@example.com', external_id: 'customer-77' },
    });
    const all = namesOf(await search());
    expect(all).toContain('Ada Lovelace (+12025550140)');
    for (const filter of [phone, '202 555-0140', '+1202555014', 'ada@', 'ada@example.com']) {
      expect(namesOf(await search(filter))).toEqual(['Ada Lovelace (+12025550140)']);
    }
    for (const filter of ['customer-77', 'LOVE', ' ada love ']) {
      expect(namesOf(await search(filter))).toEqual(['Ada Lovelace (+12025550140)']);
    }
    expect(namesOf(await search('nobody'))).toEqual([]);
  });

  it('continues page after page', async () => {
    const phones = Array.from({ length: 101 }, (_, i) => `+1202556${String(1000 + i)}`);
    for (const phone of phones) await service.client.contact.upsert({ phone });
    const first = await search();
    expect(first.results).toHaveLength(100);
    const second = await search('', first.paginationToken);
    expect(second.results.length).toBeGreaterThan(0);
    expect(second.paginationToken).toBeUndefined();
    const values = [...first.results, ...second.results].map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    expect(namesOf(await search(phones[0]))).toEqual([phones[0]]);
  });

  it('offers the lists of the account, in a picker and as options', async () => {
    await service.client.list.create({ name: 'VIP' });
    expect(namesOf(await listSearch.searchLists.call(hostOf().load(), 'vi'))).toEqual(['VIP']);
    const options = await loadOptions.getLists.call(hostOf().load());
    const names = options.map(({ name }) => name);
    expect(names).toContain('VIP');
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
  });

  it('offers the numbers of the account by ID, and those that are available', async () => {
    const { results } = await listSearch.searchNumbers.call(hostOf().load());
    expect(results).toMatchObject([{ value: expect.stringMatching(/^num_/) }]);
    const available = await listSearch.searchAvailableNumbers.call(hostOf().load(), '(202) 555');
    expect(available.results.length).toBeGreaterThan(0);
    for (const { value } of available.results) expect(value).toContain('202555');
  });
});
