import { beforeAll, describe, expect, it } from '@jest/globals';
import { limits, type Event } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';

/** Tests the events of contacts that join a list. */
export function describeJoins(harness: () => Harness): void {
  describe('a contact that joins a list', () => {
    let account: Account;
    let list: string;
    beforeAll(() => {
      account = harness().account();
    });
    const create = async (name: string) => {
      list = (await account.client.list.create({ name })).id;
    };
    const readJoins = async (of = account) => {
      const { data } = await of.client.event.list({ type: ['list.contact_added'], limit: 100 });
      return (data as Event<'list.contact_added'>[])
        .map((event) => event.data)
        .filter(({ id }) => id === list)
        .reverse();
    };
    const readPhones = async () => (await readJoins()).map(({ contact }) => contact.phone);

    it('causes an event, and joining again causes none', async () => {
      await create('Joined');
      const { id } = await account.client.contact.upsert({ phone: handset(0, 733) });
      const joined = await account.client.list.addContact({ id: list, contact_id: id });
      await account.client.list.addContact({ id: list, contact_id: id });
      await account.client.contact.upsert({ phone: handset(0, 733), lists: [list] });
      await account.client.contact.update({ id, lists: [list], first_name: 'Ada' });
      expect(await readJoins()).toEqual([{ id: list, name: 'Joined', contact: joined }]);
      await account.client.list.removeContact({ id: list, contact_id: id });
      await account.client.contact.update({ id, lists: [list] });
      expect((await readJoins()).map(({ contact }) => contact.first_name)).toEqual([null, 'Ada']);
    });

    it('can be on as many lists after one update as the limit allows', async () => {
      const own = harness().account();
      const names = Array.from({ length: limits.listsOfContact }, (_, at) => `List ${at}`);
      const ids = [];
      for (const name of names) ids.push((await own.client.list.create({ name })).id);
      const { id } = await own.client.contact.upsert({ phone: handset(5, 733) });
      const { lists } = await own.client.contact.update({ id, lists: ids });
      expect([...lists].sort()).toEqual([...ids].sort());
    });

    it('causes one event after simultaneous requests', async () => {
      await create('Race');
      const { id } = await account.client.contact.upsert({ phone: handset(1, 733) });
      const add = () => account.client.list.addContact({ id: list, contact_id: id });
      await Promise.all([add(), add(), add(), add(), add()]);
      expect(await readPhones()).toEqual([handset(1, 733)]);
    });

    it('causes its event after the event of its creation', async () => {
      await create('New');
      await account.client.contact.upsert({ phone: handset(2, 733), lists: [list] });
      const { data } = await account.client.event.list({ limit: 2 });
      expect(data.map(({ type }) => type)).toEqual(['list.contact_added', 'contact.created']);
    });

    it('causes an event for each row of an import that joins', async () => {
      await create('Imported');
      const [old, fresh] = [handset(3, 733), handset(4, 733)];
      await account.client.contact.upsert({ phone: old, lists: [list] });
      const csv = `phone,first_name\n${old},Grace\n${fresh},Alan\n`;
      await account.client.contact.import({ csv, list_id: list });
      expect(await readPhones()).toEqual([old, fresh]);
    });

    it('causes no event in a request that is refused', async () => {
      await create('Refused');
      const refused = account.client.contact.upsert({
        phone: handset(5, 733),
        lists: [list, 'lst_1'],
      });
      await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
      expect(await readPhones()).toEqual([]);
    });

    it('causes an event that only its account sees', async () => {
      await create('Ours');
      await account.client.contact.upsert({ phone: handset(6, 733), lists: [list] });
      expect(await readPhones()).toEqual([handset(6, 733)]);
      expect(await readJoins(harness().account())).toEqual([]);
    });

    it('causes an event that the erasure of the contact erases', async () => {
      await create('Erased');
      const { id } = await account.client.contact.upsert({
        phone: handset(7, 733),
        lists: [list],
      });
      expect(await readPhones()).toEqual([handset(7, 733)]);
      await account.client.contact.delete({ id, erase: true });
      await harness().untilSwept(
        'the event is erased',
        async () => (await readJoins()).length === 0,
      );
    });
  });
}
