import { describe, expect, it } from '@jest/globals';
import {
  authData,
  handset,
  sender,
  service,
  create,
  failure,
  instead,
  run,
  said,
  turnOn,
  webhooks,
} from './zapierApp.ts';
import type { Respond } from '../../../scripts/programs/startServer.ts';
import { until } from '../../service/harness/until.ts';
import { contract, headers, sampleOf } from '@textloom/shared/contract';

/** Tests the triggers of a Zap: its subscription, each signed delivery, and its end. */
export function describeTriggers(): void {
  describe('the trigger New Incoming SMS', () => {
    it('subscribes, starts the Zap with a text and unsubscribes', async () => {
      const zap = await turnOn('incoming_sms');
      expect(await webhooks()).toMatchObject([
        {
          id: zap.subscription.id,
          url: zap.targetUrl,
          events: ['message.received'],
          status: 'enabled',
        },
      ]);

      const text = 'Hi 👋 {{name}}\nשלום Größe';
      await service.textFrom(handset, sender, text);
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      const items = await zap.receive(delivery);
      expect(items).toMatchObject([{ from: handset, to: sender, text, keyword: null }]);
      expect(await zap.list()).toEqual(items);

      await zap.turnOff();
      expect(await webhooks()).toEqual([]);
      await zap.turnOff();
    });

    it('explains in the editor and when it is turned on that the key can only read', async () => {
      const { key } = await service.client.key.create({ name: 'Reader', scope: 'read' });
      const at = 'triggers.incoming_sms.operation';
      const auth = { ...authData(), api_key: key };
      const targetUrl = 'https://hooks.zapier.com/1';
      for (const method of ['performList', 'performSubscribe']) {
        const error = await failure(run(`${at}.${method}`, { authData: auth, targetUrl }));
        expect(said(error)).toMatch(/^This API key can only read, so it cannot turn on a Zap/);
      }
      expect(await webhooks()).toEqual([]);
    });

    it('is turned off with a new key of the account', async () => {
      const zap = await turnOn('incoming_sms');
      const { key } = await service.client.key.create({ name: 'Second', scope: 'send' });
      const auth = { ...authData(), api_key: key };
      const subscribeData = zap.subscription;
      const at = 'triggers.incoming_sms.operation.performUnsubscribe';
      await run(at, { authData: auth, subscribeData });
      expect(await run(at, { authData: auth, subscribeData })).toEqual({});
    });

    it('starts with a new key of the account, and not before the service says whose key it is', async () => {
      const zap = await turnOn('incoming_sms');
      const { key: api_key } = await service.client.key.create({ name: 'Third', scope: 'send' });
      await service.textFrom(handset, sender, 'With a new key');
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      const failing: Respond = (_, response) => response.writeHead(500).end();
      const error = await instead(failing, ({ base_url }) =>
        failure(zap.receive(delivery, { authData: { base_url: base_url!, api_key } })),
      );
      expect(error.name).toBe('ThrottledError');
      expect(said(error)).toContain('Zapier starts the Zap with this event later.');
      const renewed = { authData: { ...authData(), api_key } };
      expect(await zap.receive(delivery, renewed)).toHaveLength(1);
      expect(await zap.receive(delivery, renewed)).toEqual([]);
      await zap.turnOff();
    });

    it('starts each Zap once for an event that is delivered again', async () => {
      const [zap, other] = [await turnOn('incoming_sms'), await turnOn('incoming_sms')];
      await service.textFrom(handset, sender, 'Once for each');
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      const others = await until('a delivery arrives', () => other.deliveries()[0]);
      expect(await zap.receive(delivery)).toHaveLength(1);
      expect(await zap.receive(delivery)).toEqual([]);
      expect(await other.receive(others)).toHaveLength(1);
      await Promise.all([zap.turnOff(), other.turnOff()]);
    });

    it('starts nothing for a forged, an altered or an unsigned delivery', async () => {
      const zap = await turnOn('incoming_sms');
      const other = await turnOn('incoming_sms');
      await service.textFrom(handset, sender, 'Pay 100');
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      expect(await zap.receive(delivery)).toHaveLength(1);

      const altered = { ...delivery, content: delivery.content.replace('100', '999') };
      expect(await zap.receive(altered)).toEqual([]);
      const { [headers.webhookSignature]: _signature, ...unsigned } = delivery.headers;
      expect(await zap.receive({ ...delivery, headers: unsigned })).toEqual([]);
      expect(await other.receive(delivery)).toEqual([]);
      await Promise.all([zap.turnOff(), other.turnOff()]);
    });
  });

  describe('the trigger New Incoming SMS with filters', () => {
    it('gets only the events of the chosen numbers, however they are written', async () => {
      const other = '+12025550177';
      const filters = { from: ['(202) 555-0177'], to: sender };
      const zap = await turnOn('incoming_sms', filters);
      expect(await webhooks()).toMatchObject([{ filter: { from: [other], to: [sender] } }]);
      await service.textFrom(handset, sender, 'A table for three');
      await service.textFrom(other, sender, 'A table for two');
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      const items = await zap.receive(delivery);
      expect(items).toMatchObject([{ from: other, text: 'A table for two' }]);
      expect(zap.deliveries()).toHaveLength(1);
      expect(await zap.list()).toEqual(items);
      await zap.turnOff();
    });

    it('starts for a text that begins with a keyword, and for no other text', async () => {
      const zap = await turnOn('incoming_sms', { keywords: ['Yes', 'ok go'] });
      await service.textFrom(handset, sender, 'yes, please');
      await service.textFrom(handset, sender, 'Yesterday');
      const [first, second] = await until('two deliveries arrive', () =>
        zap.deliveries().length === 2 ? zap.deliveries() : undefined,
      );
      const started = [...(await zap.receive(first!)), ...(await zap.receive(second!))];
      expect(started).toMatchObject([{ text: 'yes, please' }]);
      expect(await zap.list()).toEqual(started);
      await zap.turnOff();
    });

    it('names the field if a number is invalid', async () => {
      const error = await failure(turnOn('incoming_sms', { from: ['+1'] }));
      expect(said(error)).toMatch(/^From /);
    });
  });

  describe('the triggers of contacts', () => {
    it('start when a contact is added, and not when it is updated', async () => {
      const zap = await turnOn('new_contact');
      const contact = await create('add_contact', { phone: '+12025550131', first_name: 'Grace' });
      await create('add_contact', { phone: '+12025550131', last_name: 'Hopper' });
      await create('add_contact', { phone: '+12025550132' });
      const deliveries = await until('two deliveries arrive', () =>
        zap.deliveries().length === 2 ? zap.deliveries() : undefined,
      );
      const items = (await Promise.all(deliveries.map((one) => zap.receive(one)))).flat();
      expect(items.find(({ contact_id }) => contact_id === contact.id)).toMatchObject({
        phone: '+12025550131',
        first_name: 'Grace',
        status: 'subscribed',
      });
      expect(items.map(({ phone }) => phone).sort()).toEqual(['+12025550131', '+12025550132']);
      const listed = await zap.list();
      expect(listed).toEqual(expect.arrayContaining(items));
      await zap.turnOff();
    });

    it('are not turned on for a list that the account does not have', async () => {
      const turnedOn = turnOn('contact_added_to_list', { list_id: 'VIP' });
      expect(said(await failure(turnedOn))).toMatch(/^List is not the ID of a list/);
    });

    it('start when a contact joins the chosen list, once for each contact', async () => {
      const [chosen, other] = await Promise.all(
        ['Drip', 'Other'].map((name) => service.client.list.create({ name })),
      );
      const zap = await turnOn('contact_added_to_list', { list_id: chosen!.id });
      const contact = await create('add_contact', { phone: '+12025550134', lists: [other!.id] });
      const joined = { id: chosen!.id, contact_id: contact.id };
      await create('add_contact_to_list', joined);
      await create('add_contact_to_list', joined);
      await create('add_contact', { phone: '+12025550135', lists: [chosen!.id] });
      const deliveries = await until('three deliveries arrive', () =>
        zap.deliveries().length === 3 ? zap.deliveries() : undefined,
      );
      const items = (await Promise.all(deliveries.map((one) => zap.receive(one)))).flat();
      expect(items).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            list_id: chosen!.id,
            name: 'Drip',
            contact: expect.objectContaining({ id: contact.id, phone: '+12025550134' }),
          }),
          expect.objectContaining({
            contact: expect.objectContaining({ phone: '+12025550135', lists: [chosen!.id] }),
          }),
        ]),
      );
      expect(items).toHaveLength(2);
      expect(await zap.list()).toEqual(expect.arrayContaining(items));
      await zap.turnOff();
    });

    it('start when a contact opts out or in, as chosen', async () => {
      const [both, back] = [
        await turnOn('contact_opted_out_or_in'),
        await turnOn('contact_opted_out_or_in', { changes: ['contact.opted_in'] }),
      ];
      const contact = await create('add_contact', { phone: '+12025550133' });
      await service.textFrom('+12025550133', sender, 'STOP');
      const out = await until('the opt-out arrives', () => both.deliveries()[0]);
      expect(await both.receive(out)).toMatchObject([
        { contact_id: contact.id, change: 'opted_out', status: 'opted_out' },
      ]);
      await service.textFrom('+12025550133', sender, 'START');
      const again = await until('the opt-in arrives', () => back.deliveries()[0]);
      const items = await back.receive(again);
      expect(items).toMatchObject([{ contact_id: contact.id, change: 'opted_in' }]);
      expect(back.deliveries()).toHaveLength(1);
      expect((await back.list())[0]).toEqual(items[0]);
      expect((await both.list()).map(({ change }) => change)).toEqual(
        expect.arrayContaining(['opted_out', 'opted_in']),
      );
      await Promise.all([both.turnOff(), back.turnOff()]);
    });
  });

  describe('the trigger Registration Decided', () => {
    it('reports the chosen decisions', async () => {
      const zap = await turnOn('registration_decided', { decisions: ['registration.rejected'] });
      const all = await turnOn('registration_decided');
      const sample = sampleOf(contract.registration.submit.input);
      const brand = { ...sample.brand, ein: '12-3450000' };
      await service.client.registration.submit({ ...sample, number_ids: [] });
      const { id } = await service.client.registration.submit({ ...sample, brand, number_ids: [] });
      const delivery = await until('a decision arrives', () => zap.deliveries()[0]);
      await until('both decisions arrive', () => all.deliveries()[1]);
      const items = await zap.receive(delivery);
      expect(items).toMatchObject([
        {
          registration_id: id,
          status: 'rejected',
          rejections: [{ pointer: '/brand/ein' }],
          brand: { legal_name: brand.legal_name },
        },
      ]);
      expect(zap.deliveries()).toHaveLength(1);
      expect(await zap.list()).toEqual(items);
      await Promise.all([zap.turnOff(), all.turnOff()]);
    });
  });

  describe('the trigger Message Status Changed', () => {
    it('reports the chosen statuses, and no others', async () => {
      const statuses = ['message.delivered'];
      const [chosen, all] = [
        await turnOn('message_status_changed', { statuses }),
        await turnOn('message_status_changed', { statuses: ['message.sent', 'message.delivered'] }),
      ];
      const message = await create('send_message', {
        to: handset,
        text: 'On its way',
        reference: 'r-1',
      });
      // A message from an earlier test may arrive only now.
      const ofIt = (zap: typeof all) =>
        zap.deliveries().filter(({ content }) => content.includes(String(message.id)));
      await until('two deliveries arrive', () => ofIt(all)[1]);
      const delivery = await until('a delivery arrives', () => ofIt(chosen)[0]);

      const items = await chosen.receive(delivery);
      expect(items).toMatchObject([
        { message_id: message.id, status: 'delivered', previous_status: 'sent', reference: 'r-1' },
      ]);
      expect(ofIt(chosen)).toHaveLength(1);
      const listed = await chosen.list();
      expect(listed).toContainEqual(items[0]);
      expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(['delivered']));
      expect(new Set((await all.list()).map(({ status }) => status))).toEqual(
        new Set(['delivered', 'sent']),
      );
      await Promise.all([chosen.turnOff(), all.turnOff()]);
    });

    it('reports messages to and from the chosen numbers, and no others', async () => {
      const other = '+12025550178';
      const numbers = { to: '202-555-0178', from: [sender], statuses: ['message.delivered'] };
      const zap = await turnOn('message_status_changed', numbers);
      expect(await webhooks()).toMatchObject([
        { filter: { to: [other], from: [sender] }, events: ['message.delivered'] },
      ]);
      await create('send_message', { to: handset, text: 'A table for three' });
      await create('send_message', { to: other, text: 'A table for two' });
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      const items = await zap.receive(delivery);
      expect(items).toMatchObject([{ to: other, text: 'A table for two', status: 'delivered' }]);
      expect(zap.deliveries()).toHaveLength(1);
      expect(await zap.list()).toEqual(items);
      await zap.turnOff();
    });

    it('reports why a message did not arrive', async () => {
      const zap = await turnOn('message_status_changed', { statuses: 'message.undelivered' });
      await create('send_message', { to: '+12025550150', text: 'Hello' });
      const delivery = await until('a delivery arrives', () => zap.deliveries()[0]);
      expect(await zap.receive(delivery)).toMatchObject([
        { status: 'undelivered', error: { code: 'carrier_undeliverable', retryable: false } },
      ]);
      await zap.turnOff();
    });
  });
}
