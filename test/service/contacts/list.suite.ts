import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Contact, ContactList } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { handset, type Account, type Harness } from '../harness/harness.ts';

/** Tests lists and the contacts on them. */
export function describeLists(harness: () => Harness): void {
  describe('a list', () => {
    let account: Account;
    let other: Account;
    beforeAll(() => {
      account = harness().account();
      other = harness().account();
    });
    const create = async (name: string, by = account) => {
      const { status, body } = await by.json('POST', '/lists', { name });
      return [status, body as ContactList] as const;
    };
    const fresh = async (name: string) => (await create(name))[1].id;
    const readSize = async (id: string) => (await account.client.list.get({ id })).size;

    it('is created once per name, and ignores spaces around it', async () => {
      const [status, list] = await create('Newsletter');
      expect(status).toBe(201);
      expect(list).toMatchObject({ name: 'Newsletter', size: 0 });
      expect(await create('  Newsletter ')).toEqual([200, list]);
      expect(await account.client.list.get({ id: list.id })).toEqual(list);
    });

    it('is created once by 10 simultaneous requests', async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => create('Rush')));
      expect(responses.map(([status]) => status).sort()).toEqual([
        ...Array<number>(9).fill(200),
        201,
      ]);
      expect(new Set(responses.map(([, { id }]) => id)).size).toBe(1);
    });

    it('of one account is invisible to other accounts', async () => {
      const id = await fresh('Ours');
      const mine = await other.client.contact.upsert({ phone: handset(0, 707) });
      for (const attempt of [
        other.client.list.get({ id }),
        other.client.list.update({ id, name: 'Theirs' }),
        other.client.list.delete({ id }),
        other.client.list.addContact({ id, contact_id: mine.id }),
        other.client.list.removeContact({ id, contact_id: mine.id }),
      ])
        await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
      await expect(
        other.client.contact.upsert({ phone: mine.phone, lists: [id] }),
      ).rejects.toMatchObject({ code: 'validation_failed', field: 'lists/0' });
      expect(await create('Ours', other)).toMatchObject([201, { name: 'Ours' }]);
      expect((await account.client.list.list({ name: 'Ours' })).data).toHaveLength(1);
    });

    it('is found by its name, and appears once while a client reads all pages', async () => {
      for (let at = 0; at < 7; at++) await create(`Page ${at}`);
      const seen: string[] = [];
      for await (const { name } of paginate(account.client.list.list, { limit: 2 })) {
        seen.push(name);
        if (seen.length < 4) await create(`Meanwhile ${seen.length}`);
      }
      expect(seen.slice(0, 7)).toEqual([6, 5, 4, 3, 2, 1, 0].map((at) => `Page ${at}`));
      expect(new Set(seen).size).toBe(seen.length);
      const { data } = await account.client.list.list({ name: ' Page 3 ' });
      expect(data.map(({ name }) => name)).toEqual(['Page 3']);
      expect((await account.client.list.list({ name: 'page' })).data).toEqual([]);
    });

    it('is found by its name in any case, but first of all as written', async () => {
      const found = async (name: string) =>
        (await account.client.list.list({ name })).data.map((list) => list.name);
      const other = harness().account();
      await other.client.list.create({ name: 'VIP' });
      await fresh('Vip');
      expect(await found('VIP')).toEqual(['Vip']);
      expect(await found(' vip ')).toEqual(['Vip']);
      await fresh('VIP');
      expect(await found('VIP')).toEqual(['VIP']);
      expect(await found('vip')).toEqual(['VIP', 'Vip']);
      expect(await found('VI_')).toEqual([]);
    });

    it.each([
      ['Été', 'ÉTÉ', 'Ete'],
      ['Crème', 'CRE\u0300ME', 'creme'],
      ['Клиенты', 'КЛИЕНТЫ', 'Клиенти'],
      ['Πελάτες', 'ΠΕΛΆΤΕΣ', 'Πελατες'],
      ['Straßenfest', 'STRAẞENFEST', 'Strasenfest'],
    ])('with the name %s is found by %s, but not by %s', async (name, inCapitals, without) => {
      const id = await fresh(name);
      const found = async (name: string) =>
        (await account.client.list.list({ name })).data.map((list) => list.id);
      expect(await found(inCapitals)).toEqual([id]);
      expect(await found(without)).toEqual([]);
    });

    it('can be renamed, unless another list has the name', async () => {
      const id = await fresh('Old name');
      expect(await account.client.list.update({ id, name: ' New name ' })).toMatchObject({
        id,
        name: 'New name',
      });
      const kept = await account.client.list.get({ id });
      expect(kept.name).toBe('New name');
      expect(await account.client.list.update({ id })).toEqual(kept);
      await fresh('Taken name');
      const { status, body } = await account.json('PATCH', `/lists/${id}`, { name: 'Taken name' });
      expect(status).toBe(422);
      expect(body).toMatchObject({ errors: [{ pointer: '/name', code: 'taken' }] });
      expect(await account.client.list.update({ id, name: 'New name' })).toMatchObject({ id });
    });

    it('is the only one to get a name that two lists request at the same moment', async () => {
      const ids = await Promise.all(['Left', 'Right'].map(fresh));
      const responses = await Promise.all(
        ids.map((id) => account.json('PATCH', `/lists/${id}`, { name: 'Middle' })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    });

    it('accepts contacts by their ID or number, each once', async () => {
      const first = await fresh('First');
      const second = await fresh('Second');
      const { id: contact_id, phone } = await account.client.contact.upsert({
        phone: handset(1, 707),
      });
      const added = await account.client.list.addContact({ id: second, contact_id });
      expect(added).toMatchObject({ id: contact_id, lists: [second] });
      for (let times = 0; times < 2; times++)
        expect(
          (await account.client.list.addContact({ id: first, contact_id: phone })).lists,
        ).toEqual([first, second].sort());
      expect([await readSize(first), await readSize(second)]).toEqual([1, 1]);
      for (let times = 0; times < 2; times++)
        await account.client.list.removeContact({ id: second, contact_id: phone });
      expect((await account.client.contact.get({ id: phone })).lists).toEqual([first]);
      await account.client.contact.delete({ id: phone });
      expect(await readSize(first)).toBe(0);
    });

    it('reports whether the list or the contact is missing', async () => {
      const id = await fresh('Lonely');
      const { id: contact_id } = await account.client.contact.upsert({ phone: handset(2, 707) });
      for (const [input, words] of [
        [{ id, contact_id: 'con_1' }, 'contact'],
        [{ id, contact_id: handset(99, 707) }, 'contact'],
        [{ id: 'lst_1', contact_id }, 'list'],
      ] as const)
        for (const change of [account.client.list.addContact, account.client.list.removeContact])
          await expect(change(input)).rejects.toMatchObject({
            code: 'not_found',
            message: expect.stringContaining(`no such ${words}`),
          });
    });

    it('can be deleted, and its contacts stay', async () => {
      const id = await fresh('Short-lived');
      const kept = await fresh('Kept');
      const phone = handset(3, 707);
      await account.client.contact.upsert({ phone, lists: [id, kept] });
      await account.client.list.delete({ id });
      await expect(account.client.list.get({ id })).rejects.toMatchObject({ code: 'not_found' });
      expect((await account.client.contact.get({ id: phone })).lists).toEqual([kept]);
      expect((await account.client.contact.list({ list_id: id })).data).toEqual([]);
    });

    it('shows each contact once, newest first, while a client reads all pages', async () => {
      const id = await fresh('Long');
      const phones = Array.from({ length: 11 }, (_, at) => handset(at, 708));
      for (const [at, phone] of phones.entries())
        await account.client.contact.upsert({ phone, ...(at % 2 === 0 && { lists: [id] }) });
      const seen: Contact[] = [];
      for await (const contact of paginate(account.client.contact.list, {
        list_id: id,
        limit: 2,
      })) {
        seen.push(contact);
        if (seen.length === 2)
          await account.client.contact.upsert({ phone: handset(20, 708), lists: [id] });
      }
      expect(seen.map(({ phone }) => phone)).toEqual(
        phones.filter((_, at) => at % 2 === 0).reverse(),
      );
      expect(seen.every(({ lists }) => lists.includes(id))).toBe(true);
      const { data } = await account.client.contact.list({ list_id: id, phone: phones[2]! });
      expect(data.map(({ phone }) => phone)).toEqual([phones[2]]);
      expect((await other.client.contact.list({ list_id: id })).data).toEqual([]);
      expect((await account.client.contact.list({ list_id: 'lst_1' })).data).toEqual([]);
    });
  });

  describe('the lists of a contact', () => {
    let account: Account;
    let lists: string[];
    beforeAll(async () => {
      account = harness().account();
      const made = ['Blue', 'Green', 'Red'].map((name) => account.client.list.create({ name }));
      lists = (await Promise.all(made)).map(({ id }) => id).sort();
    });

    it('are extended by an upsert, and stay if it names none', async () => {
      const phone = handset(0, 709);
      const contact = await account.client.contact.upsert({
        phone,
        lists: [lists[2]!, lists[0]!, lists[2]!],
      });
      expect(contact.lists).toEqual([lists[0], lists[2]]);
      expect((await account.client.contact.upsert({ phone, lists: [lists[1]!] })).lists).toEqual(
        lists,
      );
      expect((await account.client.contact.upsert({ phone, lists: [] })).lists).toEqual(lists);
      expect((await account.client.contact.upsert({ phone })).lists).toEqual(lists);
      expect((await account.client.contact.list({ phone })).data[0]!.lists).toEqual(lists);
    });

    it('are replaced by the lists in an update', async () => {
      const id = handset(0, 709);
      const changed = await account.client.contact.update({ id, lists: [lists[1]!] });
      expect(changed.lists).toEqual([lists[1]]);
      expect((await account.client.contact.update({ id, first_name: 'Ada' })).lists).toEqual([
        lists[1],
      ]);
      expect((await account.client.contact.update({ id, lists: [] })).lists).toEqual([]);
    });

    it('are included in its events', async () => {
      const phone = handset(1, 709);
      await account.client.contact.upsert({ phone, lists });
      await account.client.contact.update({ id: phone, status: 'opted_out' });
      const { data } = await account.client.event.list({
        type: ['contact.created', 'contact.opted_out'],
        limit: 2,
      });
      expect(data.map((event) => [event.type, (event.data as Contact).lists])).toEqual([
        ['contact.opted_out', lists],
        ['contact.created', lists],
      ]);
    });

    it('must exist, or nothing about the contact changes', async () => {
      const phone = handset(2, 709);
      const bad = { lists: [lists[0]!, 'lst_1'], first_name: 'Ada' };
      for (const attempt of [
        account.client.contact.upsert({ phone, ...bad }),
        account.client.contact.update({ id: handset(0, 709), ...bad, first_name: 'Eve' }),
      ])
        await expect(attempt).rejects.toMatchObject({
          code: 'validation_failed',
          field: 'lists/1',
          fieldErrors: [{ detail: 'names a list that does not exist; choose another one' }],
        });
      await expect(account.client.contact.get({ id: phone })).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await account.client.contact.get({ id: handset(0, 709) })).toMatchObject({
        first_name: 'Ada',
        lists: [],
      });
    });

    it('include all lists that 12 simultaneous upserts name', async () => {
      const phone = handset(3, 709);
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          account.json('POST', '/contacts', {
            phone,
            lists: [lists[at % 3]!, lists[(at + 1) % 3]!],
          }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(11).fill(200),
        201,
      ]);
      expect((await account.client.contact.get({ id: phone })).lists).toEqual(lists);
    });

    it('that are deleted at the same moment either exist or do not', async () => {
      const phones = Array.from({ length: 4 }, (_, at) => handset(10 + at, 709));
      for (let round = 0; round < 8; round++) {
        const [one, two] = await Promise.all(
          ['one', 'two'].map((name) =>
            account.client.list.create({ name: `Round ${round} ${name}` }),
          ),
        );
        const both = [one!.id, two!.id];
        const path = (phone: string) => `/contacts/${encodeURIComponent(phone)}`;
        const responses = await Promise.all([
          ...phones.flatMap((phone, at) => [
            account.json('POST', '/contacts', {
              phone,
              lists: at % 2 ? both : [...both].reverse(),
            }),
            account.json('PATCH', path(phone), { lists: [both[at % 2]!] }),
            account.json('PUT', `/lists/${both[0]!}${path(phone)}`),
            account.json('DELETE', `/lists/${both[1]!}${path(phone)}`),
          ]),
          account.json('POST', '/contacts/import', {
            csv: `phone\n${phones.join('\n')}\n`,
            list_id: both[0]!,
          }),
          account.json('DELETE', path(phones[round % 4]!)),
          account.json('DELETE', `/lists/${both[0]!}`),
        ]);
        const allowed = [200, 201, 204, 404, 422];
        expect(
          responses.map(({ status }) => status).filter((one) => !allowed.includes(one)),
        ).toEqual([]);
        expect(responses.at(-1)!.status).toBe(204);
        const { data } = await account.client.contact.list({ limit: 100 });
        expect(data.flatMap((contact) => contact.lists)).not.toContain(both[0]);
        expect(await account.client.list.get({ id: both[1]! })).toMatchObject({
          size: data.filter((contact) => contact.lists.includes(both[1]!)).length,
        });
      }
    });
  });
}
