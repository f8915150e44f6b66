import { describe, expect, it } from '@jest/globals';
import {
  type Item,
  handset,
  sender,
  service,
  run,
  create,
  search,
  inAnHour,
  failure,
  said,
  instead,
} from './zapierApp.ts';
import type { Respond } from '../../../scripts/programs/startServer.ts';
import { until } from '../../service/harness/until.ts';
import {
  authentication,
  contract,
  numberSchema,
  sampleOf,
  toWire,
  wireName,
} from '@textloom/shared/contract';
import type { Bundle } from 'zapier-platform-core';

/** Tests the dropdowns, the changes and the searches. */
export function describeRecords(): void {
  describe('the dropdowns', () => {
    const offered = (page: number, rest: Partial<Bundle> = {}, dropdown = 'sender_list') =>
      run(`triggers.${dropdown}.operation.perform`, {
        meta: { page, isFillingDynamicDropdown: true } as Bundle['meta'],
        ...rest,
      }) as Promise<Item[]>;

    it('offer the numbers of the account', async () => {
      expect(await offered(0)).toMatchObject([{ number: sender, label: `${sender} (default)` }]);
      expect(await offered(1)).toEqual([]);
    });

    it('offer the other records of the account', async () => {
      const list = await service.client.list.create({ name: 'Newsletter' });
      const contact = await create('add_contact', { phone: '+12025550141', first_name: 'Ada' });
      const nameless = await create('add_contact', { phone: '+12025550142' });
      const text = 'Your appointment is tomorrow';
      const message = await create('send_message', { to: handset, text, send_at: inAnHour() });
      const sample = sampleOf(contract.registration.submit.input);
      const campaign = await service.client.registration.submit({ ...sample, number_ids: [] });

      for (const [dropdown, option] of [
        ['list_list', { id: list.id, label: 'Newsletter' }],
        ['contact_list', { id: contact.id, label: 'Ada (+12025550141)' }],
        ['contact_list', { id: nameless.id, label: '+12025550142' }],
        [
          'scheduled_message_list',
          {
            id: message.id,
            label: expect.stringMatching(new RegExp(`UTC, \\${handset}: ${text}$`)),
          },
        ],
        [
          'campaign_list',
          {
            id: campaign.id,
            label: `${campaign.brand.legal_name}: ${campaign.campaign.description}`,
          },
        ],
      ] as const)
        expect(await offered(0, {}, dropdown)).toContainEqual(option);
    });

    it('continue from page to page, and stop after the last one', async () => {
      const pages: Record<string, string | null> = { '': 'second', second: 'third', third: null };
      const { list } = contract.number;
      const far: Respond = (request, response) => {
        const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
        expect(pathname).toBe(list.path);
        const cursor = searchParams.get(wireName(list.input, 'cursor')) ?? '';
        const item = { ...sampleOf(numberSchema), id: `num_${cursor}`, default: false };
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify(
            toWire(list.output, {
              data: [item],
              has_more: pages[cursor] !== null,
              next_cursor: pages[cursor],
            }),
          ),
        );
      };
      const ids = await instead(far, async (authData) => {
        const found = [];
        for (const page of [0, 1, 2, 3]) {
          found.push((await offered(page, { authData })).map(({ id }) => id));
          // Another dropdown of the Zap shares its cursor.
          if (page === 1) await offered(0, {}, 'list_list');
        }
        return found;
      });
      expect(ids).toEqual([['num_'], ['num_second'], ['num_third'], []]);
    });
  });

  describe('contacts', () => {
    it('are added, and updated by their number', async () => {
      const contact = await create('add_contact', {
        phone: '+12025550112',
        first_name: 'Ada',
        email: 'ada@example.com',
        external_id: 'customer-77',
        attributes: { plan: 'pro' },
        consent_source: 'Checkout form',
        consent_at: '2026-01-31T09:30:00Z',
      });
      expect(contact).toMatchObject({ first_name: 'Ada', consent: { source: 'Checkout form' } });
      const again = await create('add_contact', {
        phone: '+12025550112',
        last_name: 'Lovelace',
        email: '',
      });
      expect(again).toMatchObject({
        id: contact.id,
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
      });
    });

    it('are imported from line items, and each rejected line is named', async () => {
      const list = await service.client.list.create({ name: 'Fair' });
      const result = await create('import_contacts', {
        contacts: [
          {
            phone: '+12025550161',
            first_name: 'Ada "A."',
            last_name: 'King,\nLovelace',
            attribute_1: 9,
          },
          { phone: '1', first_name: 'Nobody' },
          { phone: '+12025550162', email: 'alan' },
        ],
        list_id: list.id,
        attribute_1_name: 'Shoe size',
        consent_source: 'Fair',
        consent_at: '2026-01-31T09:30:00Z',
      });
      expect(result).toMatchObject({
        ...{ created: 1, updated: 0, rejected: 2 },
        rejected_lines: [
          { line: 2, phone: '1' },
          { line: 3, phone: '+12025550162' },
        ],
      });
      const contact = await service.client.contact.get({ id: '+12025550161' });
      expect(contact).toMatchObject({
        ...{ first_name: 'Ada "A."', last_name: 'King, Lovelace', status: 'subscribed' },
        ...{ lists: [list.id], consent: { source: 'Fair' }, attributes: { 'Shoe size': '9' } },
      });
    });

    it('are updated by ID or number, and their other fields are unchanged', async () => {
      const { id } = await create('add_contact', { phone: '+12025550113', first_name: 'Alan' });
      expect(await create('update_contact', { id, last_name: 'Turing', status: '' })).toMatchObject(
        {
          id,
          first_name: 'Alan',
          last_name: 'Turing',
          status: 'subscribed',
        },
      );
      expect(await create('update_contact', { id: '+12025550113', email: 'a@b.example' })).toEqual(
        expect.objectContaining({ id, last_name: 'Turing', email: 'a@b.example' }),
      );
      const error = await failure(create('update_contact', { id, email: 'nonsense' }));
      expect(said(error)).toMatch(/^Email .* Correct the fields of this step\.$/);
      expect(said(await failure(create('update_contact', { id: 'con_0', email: '' })))).toMatch(
        /^There is no/,
      );
    });

    it('are added to a list and removed from it, however often Zapier repeats it', async () => {
      const { id } = await service.client.list.create({ name: 'Customers {{of}} 2026' });
      const phone = '+12025550114';
      const contact = await create('add_contact', { phone, lists: [] });
      for (const contact_id of [phone, contact.id])
        expect(await create('add_contact_to_list', { id, contact_id })).toMatchObject({
          id: contact.id,
          lists: [id],
        });
      expect(await search('find_list', { name: 'Customers {{of}} 2026' })).toMatchObject([
        { id, size: 1 },
      ]);
      for (const contact_id of [contact.id, phone])
        expect(await create('remove_contact_from_list', { id, contact_id })).toMatchObject({
          id: contact.id,
          lists: [],
        });
      expect(await search('find_list', { name: 'CUSTOMERS {{of}} 2026' })).toMatchObject([{ id }]);
      expect((await create('create_list', { name: 'Customers {{of}} 2026' })).id).toBe(id);
      expect(await search('find_list', { name: 'Nobody' })).toEqual([]);
      expect(said(await failure(search('find_list', { name: ' ' })))).toMatch(
        /^Name is required\./,
      );
    });

    it('are not imported if an attribute has no name or says who opted out, or if each line is wrong', async () => {
      const contacts = [{ phone: '1', attribute_1: 'yes' }];
      const load = async (input: Record<string, string>) =>
        failure(create('import_contacts', { contacts, ...input }));
      expect(said(await load({}))).toMatch(/^Attribute 1 Name is required/);
      const unsubscribed = await load({ attribute_1_name: 'Unsubscribed' });
      expect(said(unsubscribed)).toMatch(/^Attribute 1 Name is "Unsubscribed", which could say/);
      const wrong = await load({ attribute_1_name: 'plan' });
      expect(wrong.name).toBe('HaltedError');
      expect(said(wrong)).toMatch(/^No contact was imported. Line 1: Phone/);
    });

    it('are found by number, email or reference, and a miss is not an error', async () => {
      for (const by of [
        { phone: '+12025550112' },
        { email: 'ada@example.com' },
        { external_id: 'customer-77' },
        { phone: '+12025550112', email: 'ada@home.example' },
      ]) {
        expect(await search('find_contact', by)).toMatchObject([{ first_name: 'Ada' }]);
      }
      for (const nobody of [
        { email: 'nobody@example.com' },
        { email: 'nobody' },
        { phone: 'Jane' },
      ])
        expect(await search('find_contact', nobody)).toEqual([]);
      expect(said(await failure(search('find_contact', { email: '' })))).toBe(
        'Fill in Phone, Email, or Your Reference.',
      );
    });
  });

  describe('messages', () => {
    it('are found by ID or reference, and a miss is not an error', async () => {
      const { id } = await create('send_message', {
        to: handset,
        text: 'Find me',
        reference: 'a {{b}} & c',
      });
      expect(await search('find_message', { id })).toMatchObject([{ id, text: 'Find me' }]);
      expect(await search('find_message', { reference: 'a {{b}} & c' })).toMatchObject([{ id }]);
      expect(await search('find_message', { id: 'msg_nothing' })).toEqual([]);
      expect(await search('find_message', { reference: 'nothing' })).toEqual([]);
      const last = await create('send_message', { to: handset, text: 'Find the newest' });
      expect((await search('find_message', { phone: handset }))[0]).toMatchObject({ id: last.id });
      expect(await search('find_message', { phone: 'Jane' })).toEqual([]);
      expect(said(await failure(search('find_message', {})))).toBe(
        'Fill in Message, Reference, or Phone.',
      );
    });
  });

  describe('scheduled messages', () => {
    it('are rescheduled and canceled, and those that were sent stop only this run', async () => {
      const later = await create('send_message', {
        to: handset,
        text: 'Later',
        send_at: inAnHour(),
      });
      const send_at = new Date(Date.now() + 7_200_000).toISOString();
      expect(await create('reschedule_message', { id: later.id, send_at })).toMatchObject({
        id: later.id,
        status: 'scheduled',
        send_at,
      });
      expect(await create('cancel_message', { id: later.id })).toMatchObject({
        id: later.id,
        status: 'canceled',
      });
      const now = await create('send_message', { to: handset, text: 'Now' });
      await until('it has arrived', async () => {
        const { status } = await service.client.message.get({ id: now.id as string });
        return status === 'delivered';
      });
      expect(await failure(create('cancel_message', { id: now.id }))).toMatchObject({
        name: 'HaltedError',
      });
    });
  });

  describe('looking ahead', () => {
    it('shows the cost of a message, and sends nothing', async () => {
      const count = async () => (await service.client.message.list({ to: handset })).data.length;
      const before = await count();
      const text = `${'x'.repeat(160)}{{ y`;
      expect(await search('preview_message', { to: '202 555 0123', text })).toMatchObject([
        { would_send: true, to: handset, from: sender, encoding: 'gsm7', segments: 2 },
      ]);
      expect(await count()).toBe(before);
    });

    it('explains why a message would not be sent', async () => {
      const recipient = '+12025550145';
      await service.textFrom(recipient, sender, 'STOP');
      const found = await until('the opt-out is known', async () => {
        const [preview] = await search('preview_message', { to: recipient, text: 'Hi' });
        return preview?.would_send === false && preview;
      });
      expect(found).toMatchObject({ problem: { code: 'recipient_opted_out' } });
      expect(await search('find_number', { phone: recipient })).toMatchObject([
        { phone: recipient, can_be_texted: false, problem: { code: 'recipient_opted_out' } },
      ]);
    });

    it('shows the country of a number, and finds nothing for an invalid number', async () => {
      const pasted = '\u202a+1 (202) 555\u20110146\u202c';
      for (const phone of ['202-555-0146', pasted])
        expect(await search('find_number', { phone })).toEqual([
          {
            phone: '+12025550146',
            country: 'US',
            can_be_texted: true,
            problem: { code: null, title: null, detail: null },
          },
        ]);
      expect(await search('find_number', { phone: 'Jane' })).toEqual([]);
      expect(await search('find_number', { phone: '+1202' })).toEqual([]);
      const error = await failure(search('find_number', { phone: handset, purpose: 'fun' }));
      expect(said(error)).toMatch(/^Purpose /);
    });
  });

  describe('a report', () => {
    it('counts the messages of a period, with a row for each group', async () => {
      const since = { start: new Date(Date.now() - 3_600_000).toISOString() };
      const [report] = await search('find_report', { ...since, group_by: 'status' });
      const { totals, data } = report as { totals: Item; data: Item[] };
      expect(totals.canceled).toBeGreaterThan(0);
      expect(data.find(({ group }) => group === 'canceled')).toMatchObject({
        messages: totals.canceled,
      });
    });

    it('names the invalid field', async () => {
      const error = await failure(search('find_report', { time_zone: 'Mars/Olympus' }));
      expect(said(error)).toMatch(/^Time Zone /);
    });
  });

  describe('the action Make API Request', () => {
    it('reaches operations that have no step, and no URL elsewhere', async () => {
      const list = await service.client.list.create({ name: 'Raw' });
      const request = (inputData: Item) => create('api_request', inputData);
      const renamed = { method: 'PATCH', path: `/lists/${list.id}`, body: '{"name": "Raw 2"}' };
      expect(await request(renamed)).toMatchObject({ status: 200, body: { name: 'Raw 2' } });
      const query = { name: 'Raw 2', limit: 1 };
      expect(await request({ method: 'GET', path: '/lists', query })).toMatchObject({
        body: { data: [{ id: list.id }] },
      });
      for (const path of ['https://other.example/v1/lists', '/../metrics'])
        expect(said(await failure(request({ method: 'GET', path })))).toMatch(/^Path must be /);
      const missing = { method: 'GET', path: '/lists/lst_0' };
      expect(said(await failure(request(missing)))).toMatch(/^There is no such list/);
      expect(await request({ ...missing, stop_on_error: false })).toMatchObject({ status: 404 });
      const body = said(await failure(request({ ...renamed, body: '{' })));
      expect(body).toMatch(/^Body must be a JSON object/);
      const headers = { [authentication.header]: 'Bearer other' };
      expect(said(await failure(request({ ...missing, headers })))).toMatch(/^Headers must not /);
    });
  });
}
