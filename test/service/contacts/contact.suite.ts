import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { contract, type Contact } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { handset, type Account, type Harness } from '../harness/harness.ts';

/** Tests contacts. */
export function describeContacts(harness: () => Harness): void {
  describe('a contact', () => {
    let account: Account;
    beforeEach(() => {
      account = harness().account();
    });
    const upsert = async (body: object) => {
      const { status, body: contact } = await account.json('POST', '/contacts', body);
      return [status, contact as Contact] as const;
    };
    const ada = {
      phone: handset(0, 606),
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      external_id: 'customer-77',
      attributes: { plan: 'pro' },
      time_zone: 'Europe/London',
      consent: { source: 'Checkout form', at: '2026-01-31T09:30:00.000Z' },
    };

    it('is created with all its details and reported in one event', async () => {
      const [status, contact] = await upsert(ada);
      expect(status).toBe(201);
      expect(contact).toMatchObject({ ...ada, status: 'subscribed', lists: [] });
      expect(await account.client.contact.get({ id: contact.id })).toEqual(contact);
      const { data } = await account.client.event.list({ type: ['contact.created'] });
      expect(data.map((event) => event.data)).toEqual([{ ...contact, previous_status: null }]);
    });

    it('shows the time of its consent in UTC, however a caller wrote it', async () => {
      const written = { source: 'Form', at: '2026-01-31 09:30:00+0900' };
      const consent = { source: 'Form', at: '2026-01-31T00:30:00.000Z' };
      const [, created] = await upsert({ phone: handset(1, 606), consent: written });
      expect(created).toMatchObject({ consent });
      const other = await account.client.contact.upsert({ phone: handset(2, 606) });
      const path = `/contacts/${other.id}`;
      expect((await account.json('PATCH', path, { consent: written })).body).toMatchObject({
        consent,
      });
      const csv = `phone,consent_source,consent_at\n${handset(3, 606)},Form,${written.at}\n`;
      await account.client.contact.import({ csv });
      expect(await account.client.contact.get({ id: handset(3, 606) })).toMatchObject({ consent });
    });

    it('is updated by its number, and keeps fields that the request omits', async () => {
      await upsert(ada);
      const [status, contact] = await upsert({ phone: '(606) 555-0100', first_name: 'Augusta' });
      expect(status).toBe(200);
      expect(contact).toMatchObject({ ...ada, first_name: 'Augusta' });
      expect((await account.client.event.list({ type: ['contact.created'] })).data).toHaveLength(1);
    });

    it('remains unchanged if a request would add too many attributes', async () => {
      const { maxProperties } = contract.contact.upsert.input.properties.attributes;
      const attributes = (name: string) =>
        Object.fromEntries(Array.from({ length: maxProperties }, (_, at) => [`${name}${at}`, 'x']));
      const [, before] = await upsert({ ...ada, attributes: attributes('a') });
      const refused = { phone: ada.phone, first_name: 'Augusta', attributes: { b: 'x' } };
      expect(await upsert(refused)).toMatchObject([
        422,
        { errors: [{ pointer: '/attributes', code: 'too_long' }] },
      ]);
      expect(await account.client.contact.get({ id: before.id })).toEqual(before);
    });

    it('is created once by 10 simultaneous requests', async () => {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          upsert({ phone: handset(1, 606), attributes: { [`a${at}`]: 'x' } }),
        ),
      );
      expect(responses.filter(([status]) => status === 201)).toHaveLength(1);
      expect(responses.filter(([status]) => status === 200)).toHaveLength(9);
      expect(new Set(responses.map(([, { id }]) => id)).size).toBe(1);
      expect((await account.client.event.list({ type: ['contact.created'] })).data).toHaveLength(1);
    });

    it('is found, changed and deleted by its ID or its number', async () => {
      const [, { id }] = await upsert(ada);
      expect(await account.client.contact.get({ id: '(606) 555-0100' })).toMatchObject({ id });
      const changed = await account.client.contact.update({
        id: ada.phone,
        attributes: { plan: 'free' },
      });
      expect(changed).toMatchObject({ id, attributes: { plan: 'free' }, last_name: 'Lovelace' });
      expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(changed.created_at));
      expect(await account.client.contact.update({ id, last_name: 'King' })).toMatchObject({
        last_name: 'King',
        attributes: { plan: 'free' },
      });
      expect(await account.client.contact.update({ id })).toMatchObject({ last_name: 'King' });
      const attributes = { seats: '4', plan: null };
      expect(await account.client.contact.update({ id, attributes })).toMatchObject({
        attributes: { seats: '4' },
      });
      await upsert({ phone: ada.phone, attributes: { plan: 'pro' } });
      expect(await account.client.contact.get({ id })).toMatchObject({
        attributes: { seats: '4', plan: 'pro' },
      });
      const many = Object.fromEntries(Array.from({ length: 49 }, (_, at) => [`a${at}`, 'x']));
      await expect(account.client.contact.update({ id, attributes: many })).rejects.toMatchObject({
        code: 'validation_failed',
        field: 'attributes',
      });
      const emptied = { first_name: null, last_name: null, email: null, time_zone: null };
      expect(await account.client.contact.update({ id, ...emptied })).toMatchObject({
        ...emptied,
        attributes: { seats: '4', plan: 'pro' },
      });
      await account.client.contact.delete({ id: ada.phone });
      for (const one of [id, ada.phone])
        await expect(account.client.contact.get({ id: one })).rejects.toMatchObject({
          code: 'not_found',
        });
      const [status, contact] = await upsert({ phone: ada.phone });
      expect([status, contact.id === id]).toEqual([201, false]);
    });

    it('is found by each filter', async () => {
      await upsert(ada);
      const phone = handset(2, 606);
      const { id } = await account.client.contact.upsert({
        phone,
        email: 'bo@example.com',
        external_id: 'b-1',
        status: 'pending',
      });
      for (const filter of [
        { phone: '606-555-0102' },
        { email: 'bo@example.com' },
        { external_id: 'b-1' },
        { status: 'pending' as const },
        { phone, email: 'bo@example.com' },
        { email: 'Bo@Example.com' },
      ])
        expect((await account.client.contact.list(filter)).data.map((one) => one.id)).toEqual([id]);
      expect((await account.client.contact.list({ external_id: 'b' })).data).toEqual([]);
      expect((await account.client.contact.list({ phone, email: 'ada@example.com' })).data).toEqual(
        [],
      );
    });

    it('is found by the time of its creation, also on a list and by a search', async () => {
      const list = await account.client.list.create({ name: 'Newest' });
      const made: Contact[] = [];
      for (const at of [0, 1, 2]) {
        const last = made.at(-1)?.created_at ?? '';
        while (new Date().toISOString() <= last) await setTimeout(1);
        const details = { phone: handset(20 + at, 606), first_name: 'Nia', lists: [list.id] };
        made.push((await upsert(details))[1]);
      }
      const [first, second, third] = made as [Contact, Contact, Contact];
      for (const filter of [{}, { list_id: list.id }, { search: 'nia' }]) {
        const find = async (range: object) =>
          (await account.client.contact.list({ ...filter, ...range })).data.map(({ id }) => id);
        const { created_at: time } = second;
        expect(await find({ created_after: time })).toEqual([third.id, second.id]);
        expect(await find({ created_before: time })).toEqual([first.id]);
        const range = { created_after: time, created_before: third.created_at };
        expect(await find(range)).toEqual([second.id]);
      }
    });

    it('appears once while a client reads all pages, even if new contacts arrive meanwhile', async () => {
      for (let at = 10; at < 40; at++)
        await account.client.contact.upsert({ phone: handset(at, 606) });
      const seen: string[] = [];
      let more = 0;
      for await (const { phone } of paginate(account.client.contact.list, { limit: 4 })) {
        seen.push(phone);
        if (seen.length % 4 === 0 && more < 20)
          await account.client.contact.upsert({ phone: handset(more++, 607) });
      }
      expect(seen).toHaveLength(30);
      expect(new Set(seen).size).toBe(30);
      expect(seen.filter((phone) => phone.startsWith('+1607'))).toEqual([]);
    });

    it('that is created, changed and deleted at the same time either exists or does not', async () => {
      const phone = handset(3, 606);
      const path = `/contacts/${encodeURIComponent(phone)}`;
      // Use a clock that is less than a minute ahead, so that the consent is later than any opt-out
      // here.
      const consent = { source: 'Form', at: new Date(Date.now() + 30_000).toISOString() };
      const statuses = await Promise.all(
        Array.from({ length: 30 }, (_, at) => [
          account.json('POST', '/contacts', { phone, first_name: `Ada ${at}` }),
          account.json('PATCH', path, { last_name: `King ${at}`, status: 'opted_out' }),
          account.json('DELETE', path),
          account.json('POST', '/contacts', { phone, status: 'subscribed', consent }),
        ])
          .flat()
          .map(async (response) => (await response).status),
      );
      const every = (nth: number) => new Set(statuses.filter((_, at) => at % 4 === nth));
      expect([200, 201]).toEqual(expect.arrayContaining([...every(0), ...every(3)]));
      expect([200, 404]).toEqual(expect.arrayContaining([...every(1)]));
      expect([204, 404]).toEqual(expect.arrayContaining([...every(2)]));
      await account.json('DELETE', path);
    });

    it('can be added to a list and opted out at the same time', async () => {
      const phones = Array.from({ length: 10 }, (_, at) => handset(10 + at, 608));
      await Promise.all(phones.map((phone) => upsert({ phone })));
      for (let round = 0; round < 5; round++) {
        const { id } = await account.client.list.create({ name: `Round ${round}` });
        const responses = await Promise.all(
          phones
            .map(encodeURIComponent)
            .flatMap((phone) => [
              account.json('PATCH', `/contacts/${phone}`, { lists: [id], status: 'opted_out' }),
              account.json('PUT', `/lists/${id}/contacts/${phone}`),
              account.json('PUT', `/lists/${id}/contacts/${phone}`),
            ]),
        );
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
        const consent = { source: 'Form', at: new Date().toISOString() };
        for (const phone of phones)
          await account.client.contact.update({ id: phone, status: 'subscribed', consent });
      }
    });

    it('of one account is not found by another account that uses its number', async () => {
      const other = harness().account();
      const { id, phone } = await account.client.contact.upsert({ phone: handset(4, 606) });
      for (const one of [id, phone])
        await expect(other.client.contact.get({ id: one })).rejects.toMatchObject({
          code: 'not_found',
        });
      await expect(other.client.contact.delete({ id: phone })).rejects.toMatchObject({
        code: 'not_found',
      });
      expect((await account.client.contact.get({ id })).phone).toBe(phone);
    });

    it('needs a consent time in the past', async () => {
      const phone = handset(5, 606);
      const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
      const late = { phone, consent: { source: 'Form', at: at(120_000) } };
      const fault = { pointer: '/consent/at', code: 'out_of_range' };
      const response = await account.json('POST', '/contacts', late);
      expect([response.status, response.body]).toMatchObject([422, { errors: [fault] }]);
      const never = { phone, consent: { source: 'Form', at: '2016-12-31T23:59:60Z' } };
      expect((await account.json('POST', '/contacts', never)).status).toBe(422);
      await expect(account.client.contact.get({ id: phone })).rejects.toMatchObject({
        code: 'not_found',
      });
      const [status] = await upsert({ phone, consent: { source: 'Form', at: at(20_000) } });
      expect(status).toBe(201);
    });

    it('accepts only IANA names as its time zone', async () => {
      for (const time_zone of ['', 'Mars/Olympus', '+01:00', 'UTC+1', 'Europe/London\n'])
        await expect(
          account.client.contact.upsert({ phone: ada.phone, time_zone }),
        ).rejects.toMatchObject({
          field: 'time_zone',
        });
    });
  });

  describe('the account', () => {
    it('shows the owner and the scope of the key', async () => {
      const account = harness().account();
      expect(await account.client.account.get({})).toMatchObject({
        id: account.id,
        scope: 'admin',
      });
      const { data } = await account.client.number.list({});
      expect(data).toMatchObject([
        { number: account.number, default: true, capabilities: ['sms'] },
      ]);
    });
  });
}
