import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';
import { contract, sampleOf } from '@textloom/shared/contract';
import { camelCase } from '../../connectors/n8n/lib/fields/fields.ts';
import { startServer } from '../../scripts/programs/startServer.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { startFarSide } from './farSide.ts';
import { n8nHost, type HostOptions } from './n8nHost.ts';
import { startServiceHere, type ServiceHere } from '../service/harness/startHere.ts';

const node = new Textloom();
const { listSearch, loadOptions } = node.methods;
let service: ServiceHere;
beforeAll(async () => {
  service = await startServiceHere({ RATE_LIMIT: '10000', RATE_LIMIT_BURST: '10000' });
});
afterAll(() => service.stop());

const createHost = (parameters: INodeParameters = {}, binary?: IBinaryKeyData) =>
  n8nHost({ nodeType: node, credential: service, parameters, ...(binary && { binary }) });
const run = async (resource: string, operation: string, parameters: INodeParameters = {}) => {
  const host = createHost({ resource, operation, ...parameters });
  const [output] = await node.execute.call(host.execute());
  return output!.map(({ json }) => json);
};
const one = async (...asked: Parameters<typeof run>): Promise<IDataObject> => {
  const results = await run(...asked);
  expect(results).toHaveLength(1);
  return results[0]!;
};
const chosen = (value: unknown) => ({ __rl: true, mode: 'list', value: value as string });
const listNames = ({ results }: { results: { name: string }[] }) => results.map(({ name }) => name);

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

  it('are named by expressions where a field says name or ID', async () => {
    const { id } = await one('list', 'create', { name: 'Gold guests' });
    const named = { __rl: true, mode: 'name', value: '={{ "Gold guests" }}' };
    const contact = await one('contact', 'upsert', {
      phone: '+12025550139',
      additionalFields: { lists: '={{ ["Gold guests"] }}' },
    });
    expect(contact).toMatchObject({ lists: [id] });
    expect(await one('list', 'get', { listId: named })).toMatchObject({ id, size: 1 });
    const csv = 'phone\n+12025550138\n';
    await one('contact', 'import', {
      ...{ binaryData: false, csv },
      additionalFields: { listId: '={{ "Gold guests" }}' },
    });
    expect(await run('contact', 'getAll', { filters: { listId: 'Gold guests' } })).toHaveLength(2);
    const audience = { sendTo: 'lists', text: 'Hi' };
    const preview = { ...audience, listIds: '={{ ["Gold guests"] }}' };
    expect(await one('broadcast', 'preview', preview)).toMatchObject({ recipients: 2 });
    const unknown = run('contact', 'addToList', {
      listId: { __rl: true, mode: 'name', value: 'Nobody' },
      contactId: chosen('+12025550139'),
    });
    await expect(unknown).rejects.toMatchObject({
      message: 'There is no such list in this account [item 0]',
      description: expect.stringMatching(/^Check the name or the ID\./),
    });
  });

  it.each(['contact', 'message', 'report'])('stop a search by an unknown name: %s', async (of) => {
    const search = of === 'report' ? 'get' : 'getAll';
    const filters: INodeParameters = { listId: '={{ "Gold gests" }}' };
    await expect(run(of, search, { filters, additionalFields: filters })).rejects.toThrow(
      "'List Name or ID' is not the name of a list [item 0]",
    );
  });

  it('are never guessed from a name that several of them have in another case', async () => {
    const regulars = await one('list', 'create', { name: 'Regulars' });
    await one('list', 'create', { name: 'regulars' });
    const add = (value: string) =>
      one('contact', 'addToList', {
        listId: { __rl: true, mode: 'name', value },
        contactId: chosen('+12025550139'),
      });
    expect((await add('Regulars')).lists).toContain(regulars.id);
    await expect(add('REGULARS')).rejects.toThrow(
      "'List' is the name of several lists, which differ only in case [item 0]",
    );
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
    const update = (lists: unknown) =>
      one('contact', 'update', {
        contactId: chosen(contact!.id),
        updateFields: { lists: lists as string[] },
      });
    expect(await update([])).toMatchObject({ lists: contact!.lists });
    expect(await update('={{ null }}')).toMatchObject({ lists: contact!.lists });
    expect(await update('={{ [] }}')).toMatchObject({ lists: [] });
  });
});

describe('the attributes of a contact', () => {
  const phone = '+12025550132';
  const upsert = (attributes: INodeParameters) =>
    one('contact', 'upsert', { phone, additionalFields: { attributes } });
  const update = (attributes: INodeParameters) =>
    one('contact', 'update', { contactId: chosen(phone), updateFields: { attributes } });

  it.each([
    ['upsert', upsert],
    ['update', update],
  ])('keep their values where a row has none: %s', async (_, write) => {
    await upsert({ entries: [{ name: 'plan', value: 'pro' }] });
    const entries = ['', '  ', '={{ undefined }}', '={{ "" }}'].map((value) => ({
      name: 'plan',
      value,
    }));
    for (const entry of entries) {
      const others = [
        { name: '  ', value: 'lost' },
        { name: 'seats', value: '3' },
      ];
      expect(await write({ entries: [entry, ...others] })).toMatchObject({
        attributes: { plan: 'pro', seats: '3' },
      });
      expect(await write({ entries: [entry] })).toMatchObject({ attributes: { plan: 'pro' } });
    }
  });

  it('are removed by an update with null', async () => {
    await upsert({ entries: [{ name: 'plan', value: 'pro' }] });
    const removed = await update({ entries: [{ name: 'plan', value: '={{ null }}' }] });
    expect(removed.attributes).not.toHaveProperty('plan');
  });
});

describe('a search for contacts', () => {
  /** Returns what a search finds if the first pages are empty, and how many pages it reads. */
  const search = async (emptyPages: number, parameters: INodeParameters) => {
    let read = 0;
    const far = await startFarSide(() => {
      read += 1;
      const isLast = read > emptyPages;
      const data = isLast ? [sampleOf(contract.contact.get.output)] : [];
      const next_cursor = isLast ? null : String(read);
      return { status: 200, body: { data, has_more: !isLast, next_cursor } };
    });
    const host = n8nHost({
      nodeType: node,
      credential: far.credential,
      parameters: {
        ...{ resource: 'contact', operation: 'getAll', filters: { search: 'Ada' } },
        ...parameters,
      },
    });
    const [output] = await node.execute.call(host.execute()).finally(far.stop);
    return { found: output!.length, read };
  };

  it('continues after empty pages, but ends after many of them unless it returns all', async () => {
    expect(await search(9, { limit: 5 })).toEqual({ found: 1, read: 10 });
    expect(await search(30, { limit: 5 })).toEqual({ found: 0, read: 10 });
    expect(await search(30, { returnAll: true })).toEqual({ found: 1, read: 31 });
  });
});

describe('the import of contacts', () => {
  const imported = { resource: 'contact', operation: 'import' };
  const file = (content: string | Buffer): IBinaryKeyData => ({
    data: { data: Buffer.from(content).toString('base64'), mimeType: 'text/csv' },
  });
  const importing = async (binary: IBinaryKeyData, parameters: INodeParameters = {}) => {
    const host = createHost({ ...imported, binaryData: true, ...parameters }, binary);
    const [output] = await node.execute.call(host.execute());
    return output!.map(({ json }) => json);
  };

  it('adds and updates a contact for each row of a text, and lists the other rows', async () => {
    const { id } = await service.client.list.create({ name: 'Imported' });
    const csv = 'phone,first_name,plan\n+12025550160,Ada,pro\nnobody,Bob,\n';
    const additionalFields = { listId: id };
    expect(
      await one('contact', 'import', { binaryData: false, csv, additionalFields }),
    ).toMatchObject({
      created: 1,
      updated: 0,
      refused: [{ line: 3, column: 'phone' }],
    });
    const [contact] = await run('contact', 'getAll', { filters: { listId: id } });
    expect(contact).toMatchObject({ first_name: 'Ada', attributes: { plan: 'pro' } });
  });

  it('says that no text uses the names of a column, unless first names have one', async () => {
    const hintsOf = async (csv: string) => {
      const parameters = { ...imported, binaryData: false, csv };
      const context = createHost(parameters).execute();
      await node.execute.call(context);
      return context.hints.map(({ message }) => message);
    };
    expect(await hintsOf('Mobile,Full Name\n+12025550137,Ada L\n')).toEqual([
      expect.stringMatching(/^The column 'Full Name' is stored as an attribute\./),
    ]);
    expect(await hintsOf('phone,First Name,Name\n+12025550137,Ada,L\n')).toEqual([]);
  });

  it('names the field that the editor shows if a file is wrong', async () => {
    await expect(importing(file('name\nAda\n'))).rejects.toThrow(
      /^'Input Binary Field' needs a column of phone numbers/,
    );
  });

  it('fails if every row is rejected, and otherwise shows how many were', async () => {
    const importing = async (csv: string, settings: HostOptions['settings'] = {}) => {
      const parameters = { ...imported, binaryData: false, csv };
      const host = n8nHost({ nodeType: node, credential: service, parameters, settings });
      const context = host.execute();
      const [output] = await node.execute.call(context);
      return { json: output![0]!.json, hints: context.hints.map(({ message }) => message) };
    };
    await expect(importing('phone\nnobody\nno one\n')).rejects.toMatchObject({
      message: expect.stringMatching(
        /^All 2 rows were rejected\. Line 2, column 'phone': .+ \[item 0\]$/,
      ),
      description: 'Correct the file, and import it again.',
    });
    const { json } = await importing('phone\nnobody\n', { onError: 'continueRegularOutput' });
    expect(json).toMatchObject({ details: { refused: [{ line: 2, column: 'phone' }] } });
    expect((await importing('phone\nnobody\n+12025550162\n')).hints).toEqual([
      "1 of 2 rows was rejected. See 'refused'.",
    ]);
    expect((await importing('phone\n+12025550162\n')).hints).toEqual([]);
  });

  it('reads a binary file, even with a byte order mark', async () => {
    const csv = '\uFEFFphone;first_name\n+12025550161;Zoë\n';
    expect(await importing(file(csv))).toMatchObject([{ created: 1, refused: [] }]);
    const { data } = await service.client.contact.list({ phone: '+12025550161' });
    expect(data).toMatchObject([{ first_name: 'Zoë' }]);
  });

  it('runs one import after the other, because the service accepts one at a time', async () => {
    let running = 0;
    let most = 0;
    const server = await startServer((request, response) => {
      most = Math.max(most, ++running);
      request.resume().on('end', () => {
        setTimeout(() => {
          running--;
          response.end(JSON.stringify(sampleOf(contract.contact.import.output)));
        }, 20);
      });
    });
    const host = n8nHost({
      nodeType: node,
      credential: { baseUrl: server.url, apiKey: 'key' },
      parameters: { ...imported, binaryData: false, csv: 'phone\n' },
    });
    const [output] = await node.execute.call(host.execute([{}, {}, {}]));
    await server.stop();
    expect(output).toHaveLength(3);
    expect(most).toBe(1);
  });

  it('stops before the first request if an item has no file, or a file that is not text', async () => {
    await expect(importing({})).rejects.toThrow(/binary/);
    const workbook = file(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
    await expect(importing(workbook)).rejects.toMatchObject({
      message: "'Input Binary Field' is not a text file [item 0]",
      description: "Save the sheet as 'CSV UTF-8', and use that file.",
    });
    const latin1 = file(Buffer.from('phone,name\n+12025550123,Ren\xe9\n', 'latin1'));
    await expect(importing(latin1)).rejects.toMatchObject({
      message: "'Input Binary Field' is not a text file in UTF-8 [item 0]",
      description: "Save the sheet as 'CSV UTF-8', and use that file.",
    });
    await expect(importing(file('x'.repeat(1_000_001)))).rejects.toThrow(
      "'Input Binary Field' is longer than 1000000 characters",
    );
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
      'requires_purchase',
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
    const found = await listSearch.searchRegistrations.call(createHost().load(), 'acme');
    expect(found.results).toEqual([{ name, value: submitted.id }]);
    expect(await loadOptions.getCampaigns.call(createHost().load())).toEqual(found.results);
  });
});

describe('submitting a registration', () => {
  const { brand, campaign } = contract.registration.submit.input.properties;
  /** Returns the fields of a group as the editor stores them. */
  const filled = (sample: object): INodeParameters => ({
    fields: Object.fromEntries(
      Object.entries(sample).map(([name, value]) => [camelCase(name), value as string]),
    ),
  });

  it('sends the brand, the campaign and the chosen numbers', async () => {
    const [number] = (await service.client.number.list({})).data;
    const submitted = await one('registration', 'submit', {
      brand: filled(sampleOf(brand)),
      campaign: filled(sampleOf(campaign)),
      additionalFields: { numberIds: [number!.id] },
      simplify: false,
    });
    expect(submitted).toMatchObject({
      status: 'pending',
      brand: sampleOf(brand),
      number_ids: [number!.id],
    });
    const options = await loadOptions.getNumbers.call(createHost().load());
    expect(options).toContainEqual({ name: expect.stringContaining('+1'), value: number!.id });
  });

  it('says which field of the brand is missing', async () => {
    const { legal_name, ...others } = sampleOf(brand);
    const submitting = one('registration', 'submit', {
      brand: filled(others),
      campaign: filled(sampleOf(campaign)),
    });
    expect(legal_name).toBeTruthy();
    await expect(submitting).rejects.toThrow("'Brand → Legal Name'");
  });

  it('says where the fields of a missing group are', async () => {
    await expect(one('registration', 'submit')).rejects.toMatchObject({
      message: "'Brand' is empty [item 0]",
      description: "Choose 'Add Brand', and fill in its fields.",
    });
  });
});

describe('events and webhooks', () => {
  it('show what the service delivered, and deliver it again', async () => {
    const message = await one('message', 'send', { to: '+12025550170', text: 'Hi' });
    const webhook = await service.client.webhook.create({
      url: 'http://127.0.0.1:9/nobody',
      events: ['message.*'],
    });
    const filters = { messageId: message.id as string, type: ['message.sent'] };
    const sent = async () => (await run('event', 'getAll', { filters }))[0];
    let event = await sent();
    for (let tries = 0; tries < 50 && !event; tries++) {
      await new Promise((done) => setTimeout(done, 100));
      event = await sent();
    }
    expect(event).toMatchObject({ type: 'message.sent', data: { id: message.id } });
    const eventId = event!.id as string;
    expect(await run('event', 'redeliver', { eventId })).toEqual([{ deliveries: 1 }]);
    expect(await run('event', 'getDeliveries', { eventId, limit: 1 })).toEqual(expect.any(Array));

    const webhookId = chosen(webhook.id);
    const found = await listSearch.searchWebhooks.call(createHost().load(), 'nobody');
    expect(found.results).toEqual([
      { name: `All Message Events: ${webhook.url}`, value: webhook.id },
    ]);
    expect(await one('webhook', 'test', { webhookId })).toEqual({ event_id: expect.any(String) });
    expect(await one('webhook', 'get', { webhookId })).toMatchObject({ status: 'enabled' });
    expect(await run('webhook', 'getDeliveries', { webhookId })).toEqual(expect.any(Array));
    expect(await run('webhook', 'getAll')).toContainEqual(
      expect.objectContaining({ id: webhook.id }),
    );
    expect(await run('webhook', 'delete', { webhookId })).toEqual([{ deleted: true }]);
  });

  it('names the events of a webhook before its URL, which looks like that of other triggers', async () => {
    const events = [['message.received'], ['message.delivered', 'message.failed'], ['*'], []];
    const far = await startFarSide(() => {
      const data = events.map((one, i) => ({
        ...sampleOf(contract.webhook.get.output),
        id: `whk_${i}`,
        url: `https://n8n.example/webhook/${i}`,
        events: one,
        status: i === 0 ? 'disabled' : 'enabled',
      }));
      return { status: 200, body: { data, has_more: false, next_cursor: null } };
    });
    const load = n8nHost({ nodeType: node, credential: far.credential }).load();
    const found = await listSearch.searchWebhooks.call(load).finally(far.stop);
    expect(listNames(found)).toEqual([
      'Message Received: https://n8n.example/webhook/0 (disabled)',
      'Message Delivered and 1 More: https://n8n.example/webhook/1',
      'All Events: https://n8n.example/webhook/2',
      'Expired: https://n8n.example/webhook/3',
    ]);
  });

  it('redelivers all events that a webhook missed, however many requests this takes', async () => {
    const pages = [
      { deliveries: 5, has_more: true, next_cursor: 'two' },
      { deliveries: 0, has_more: true, next_cursor: 'three' },
      { deliveries: 2, has_more: false, next_cursor: null },
    ];
    const far = await startFarSide((_, time) => ({ status: 202, body: pages[time - 1]! }));
    const parameters = {
      resource: 'webhook',
      operation: 'redeliver',
      webhookId: chosen('whk_1'),
      createdAfter: '2030-01-01T00:00:00Z',
    };
    const host = n8nHost({ nodeType: node, credential: far.credential, parameters });
    const [output] = await node.execute.call(host.execute()).finally(far.stop);
    expect(output!.map(({ json }) => json)).toEqual([{ deliveries: 7 }]);
    const created_after = new Date(parameters.createdAfter).toISOString();
    expect(far.asked.flatMap(({ messages }) => messages)).toEqual([
      { created_after },
      { created_after, cursor: 'two' },
      { created_after, cursor: 'three' },
    ]);
    expect(new Set(far.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  });

  it('belong to the account of the key', async () => {
    expect(await one('account', 'get')).toMatchObject({ scope: 'admin' });
  });
});

describe('"Output" of an AI tool', () => {
  /** n8n names the tool after the node. */
  const tool = Object.assign(new Textloom(), {
    description: { ...node.description, name: 'textloomTool' },
  });
  const toolWith = async (change: INodeParameters) => {
    const { id } = await one('contact', 'upsert', { phone: '+12025550171' });
    const asked = { resource: 'contact', operation: 'get', contactId: chosen(id) };
    const parameters = { ...asked, ...change };
    const host = n8nHost({ nodeType: tool, credential: service, parameters });
    const [output] = await tool.execute.call(host.execute());
    return output![0]!.json;
  };

  it('returns the selected fields, all fields, or those that most agents need', async () => {
    expect(await toolWith({ output: 'fields', fields: ['phone', 'created_at'] })).toEqual({
      phone: '+12025550171',
      created_at: expect.any(String),
    });
    expect(await toolWith({ output: 'raw' })).toHaveProperty('created_at');
    const simple = await toolWith({ output: 'simple' });
    expect(simple).toHaveProperty('phone');
    expect(simple).not.toHaveProperty('created_at');
    expect(await toolWith({ output: 'fields', fields: [] })).toEqual(simple);
  });

  it('replaces "Simplify", which people see', () => {
    const shown = (name: string) =>
      node.description.properties.filter((property) => property.name === name);
    for (const { displayOptions } of shown('output'))
      expect(displayOptions!.show!['@tool']).toEqual([true]);
    for (const { displayOptions } of shown('simplify'))
      expect(displayOptions!.hide!['@tool']).toEqual([true]);
    expect(shown('output')).toHaveLength(shown('simplify').length);
  });
});

describe('"Simplify"', () => {
  it('keeps the few fields that most workflows need, including the ID and the status', async () => {
    const [sent] = await run('message', 'send', { to: '+12025550134', text: 'Hi' });
    expect(Object.keys(sent!)).toEqual([
      ...['id', 'direction', 'status', 'to', 'from', 'text', 'media', 'segments', 'reference'],
      ...['automatic', 'send_at', 'created_at', 'conversation_id', 'broadcast_id', 'keyword'],
      ...['possible_keyword', 'metadata', 'contact_id', 'held_reason', 'in_reply_to'],
      ...['already_sent', 'failure'],
    ]);
    const contact = await one('contact', 'upsert', { phone: '+12025550134' });
    expect(contact).toMatchObject({ id: expect.any(String), status: 'subscribed' });
    expect(contact).not.toHaveProperty('created_at');
    const [number] = await run('number', 'getAll');
    expect(number).toMatchObject({ id: expect.any(String), status: 'active' });
  });

  it('keeps at most ten fields of the other objects, and few of those inside them', async () => {
    const account = await one('account', 'get');
    expect(account).toMatchObject({ id: expect.any(String), scope: 'admin' });
    expect(account).not.toHaveProperty('replies');
    const phone = '+12025550135';
    const open = () => one('conversation', 'open', { phone });
    expect(await open()).toEqual({
      ...{ id: expect.any(String), number: '+12025550100', phone, status: 'open', unread: 0 },
      ...{ contact: null, last_message: null },
    });
    const { id } = await one('contact', 'upsert', { phone });
    const contact = { id, first_name: null, last_name: null, status: 'subscribed' };
    expect((await open()).contact).toEqual(contact);
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
    listSearch.searchContacts.call(createHost().load(), filter, token);

  it('finds a contact by phone number, email, external ID and a part of the name', async () => {
    const phone = '+12025550140';
    await service.client.contact.upsert({
      ...{ phone, first_name: 'Ada', last_name: 'Lovelace' },
      ...{ email: 'ada@example.com', external_id: 'customer-77' },
    });
    const all = listNames(await search());
    expect(all).toContain('Ada Lovelace (+12025550140)');
    for (const filter of [phone, '202 555-0140', '+1202555014', 'ada@', 'ada@example.com']) {
      expect(listNames(await search(filter))).toEqual(['Ada Lovelace (+12025550140)']);
    }
    for (const filter of ['customer-77', 'LOVE', ' ada love ']) {
      expect(listNames(await search(filter))).toEqual(['Ada Lovelace (+12025550140)']);
    }
    expect(listNames(await search('nobody'))).toEqual([]);
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
    expect(listNames(await search(phones[0]))).toEqual([phones[0]]);
  });

  it('searches contacts in one request for a page, and in one for the ID in another system', async () => {
    const page = { data: [sampleOf(contract.contact.get.output)], next_cursor: 'more' };
    const far = await startFarSide(() => ({ status: 200, body: page }));
    const context = n8nHost({ nodeType: node, credential: far.credential }).load();
    const first = await listSearch.searchContacts.call(context, ' Love ');
    await listSearch.searchContacts.call(context, 'Love', first.paginationToken);
    await far.stop();
    expect(first.results).toMatchObject([{ value: page.data[0]!.id }]);
    expect(far.asked.map(({ path }) => path).sort()).toEqual([
      '/contacts?external_id=Love',
      '/contacts?limit=100&search=Love',
      '/contacts?limit=100&search=Love&cursor=more',
    ]);
  });

  it('finds a contact and a conversation that a search finds after an empty page', async () => {
    const far = await startFarSide(({ path }) => {
      const { get } = path.startsWith(contract.contact.list.path)
        ? contract.contact
        : contract.conversation;
      const isLast = path.includes('cursor=older');
      const data = isLast && path.includes('search=') ? [sampleOf(get.output)] : [];
      const next_cursor = isLast || !path.includes('search=') ? null : 'older';
      return { status: 200, body: { data, has_more: !isLast, next_cursor } };
    });
    const load = () => n8nHost({ nodeType: node, credential: far.credential }).load();
    const [found, talks] = await Promise.all([
      listSearch.searchContacts.call(load(), 'Love'),
      listSearch.searchConversations.call(load(), 'last words'),
    ]).finally(far.stop);
    expect(found.results).toMatchObject([{ value: sampleOf(contract.contact.get.output).id }]);
    expect(talks.results).toMatchObject([{ value: sampleOf(contract.conversation.get.output).id }]);
  });

  it('offers the lists of the account, in a picker and as options', async () => {
    await service.client.list.create({ name: 'VIP' });
    expect(listNames(await listSearch.searchLists.call(createHost().load(), 'vi'))).toEqual([
      'VIP',
    ]);
    const options = await loadOptions.getLists.call(createHost().load());
    const names = options.map(({ name }) => name);
    expect(names).toContain('VIP');
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
  });

  it('says that more lists exist than it offers', async () => {
    const readLast = async (pages: number) => {
      const far = await startFarSide(({ path }) => {
        const at = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 0);
        const data = [{ ...sampleOf(contract.list.get.output), name: `List ${at}` }];
        const next_cursor = at + 1 < pages ? String(at + 1) : null;
        return { status: 200, body: { data, has_more: next_cursor !== null, next_cursor } };
      });
      const load = n8nHost({ nodeType: node, credential: far.credential }).load();
      return (await loadOptions.getLists.call(load).finally(far.stop)).at(-1);
    };
    expect(await readLast(10)).toMatchObject({ name: 'List 9' });
    expect(await readLast(11)).toEqual({
      name: 'More Exist. To Choose Them, Enter IDs with an Expression',
      value: '',
    });
  });

  it('offers the numbers of the account by ID, and those that are available', async () => {
    const { results } = await listSearch.searchNumbers.call(createHost().load());
    expect(results).toMatchObject([{ value: expect.stringMatching(/^num_/) }]);
    const available = await listSearch.searchAvailableNumbers.call(
      createHost().load(),
      '(202) 555',
    );
    expect(available.results.length).toBeGreaterThan(0);
    for (const { value } of available.results) expect(value).toContain('202555');
  });

  it('offers only active numbers to send from, and the status of all others', async () => {
    const statuses = ['failed', 'pending', 'active', 'suspended'];
    const far = await startFarSide(({ path }) => {
      const at = Number(/cursor=(\d)/.exec(path)?.[1] ?? 0);
      const number = `+1202555010${at}`;
      const data = [
        { ...sampleOf(contract.number.get.output), number, status: statuses[at], default: false },
      ];
      const next_cursor = at < 3 ? String(at + 1) : null;
      return { status: 200, body: { data, has_more: next_cursor !== null, next_cursor } };
    });
    const load = () => n8nHost({ nodeType: node, credential: far.credential }).load();
    const [senders, last, options] = await Promise.all([
      listSearch.searchSenders.call(load()),
      listSearch.searchSenders.call(load(), '', '3'),
      loadOptions.getNumbers.call(load()),
    ]).finally(far.stop);
    expect(listNames(senders)).toEqual(['+12025550102']);
    expect(last).toEqual({ results: [] });
    expect(options.map(({ name }) => name)).toEqual([
      '+12025550100 (failed)',
      '+12025550101 (pending)',
      '+12025550102',
      '+12025550103 (suspended)',
    ]);
  });

  it('finds a contact by a part of the name although a thousand contacts are newer', async () => {
    await service.client.contact.upsert({ phone: '+12025550141', first_name: 'Grace' });
    const phones = Array.from({ length: 1001 }, (_, i) => `+1202557${String(1000 + i)}`);
    await service.client.contact.import({ csv: ['phone', ...phones].join('\n') });
    expect(listNames(await search('grac'))).toEqual(['Grace (+12025550141)']);
  });
});
