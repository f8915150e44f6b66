import { beforeAll, describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

const area = 917;

/** Tests the destination of a message, and the lists and the campaign that it belongs to. */
export function describeMessageFacts(harness: () => Harness): void {
  describe('a message', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    const send = (to: string) => account.client.message.send({ to, text: 'Hi' });
    const received = async (from: string) => {
      await account.textFrom(from, 'Hello');
      return until('the text has arrived', async () => {
        const { data } = await account.client.message.list({ direction: 'inbound', from });
        return data[0];
      });
    };

    it.each([
      [handset(1, area), 'US'],
      [handset(1, 416), 'CA'],
      [handset(1, 787), 'PR'],
      [handset(1, 800), 'US'],
      // No country has this area code, so it counts as the country of the account.
      [handset(1, 555), 'US'],
    ])('to or from %s belongs to the country %s', async (phone, country) => {
      const { id } = await send(phone);
      expect(await account.reaches(id)).toMatchObject({ country });
      expect(await received(phone)).toMatchObject({ country });
      const { data } = await account.client.message.list({ country, to: phone });
      expect(data.map((message) => message.id)).toEqual([id]);
      expect((await account.client.message.list({ country: 'GB' })).data).toEqual([]);
    });

    it('keeps the lists that its contact was on at the time, and is found by them', async () => {
      const phone = handset(2, area);
      const names = ['Spring', 'Summer', 'Fall'];
      const lists: string[] = [];
      for (const name of names) lists.push((await account.client.list.create({ name })).id);
      const [spring, summer, fall] = lists as [string, string, string];
      const contact = await account.client.contact.upsert({ phone, lists: [summer, spring] });
      const first = await send(phone);
      expect(first.list_ids).toEqual([spring, summer].sort());
      expect(first.contact_id).toBe(contact.id);
      await account.client.list.removeContact({ id: spring, contact_id: contact.id });
      await account.client.list.addContact({ id: fall, contact_id: contact.id });
      const second = await account.client.message.send({ contact_id: contact.id, text: 'Hi' });
      expect(second.list_ids).toEqual([summer, fall].sort());
      await account.reaches(first.id);
      await account.reaches(second.id);
      const response = await received(phone);
      expect(response.list_ids).toEqual([summer, fall].sort());
      const found = async (list_id: string) =>
        (await account.client.message.list({ list_id })).data.map(({ id }) => id);
      expect(await found(spring)).toEqual([first.id]);
      expect(await found(summer)).toEqual([response.id, second.id, first.id]);
      expect(await found(fall)).toEqual([response.id, second.id]);
      expect(await found('lst_none')).toEqual([]);
      expect((await send(handset(3, area))).list_ids).toEqual([]);
    });

    it('belongs to the campaign of its number, and is found by it', async () => {
      const { data } = await account.client.number.list({});
      const number = data.find((one) => one.number === account.number)!;
      expect(await send(handset(4, area))).toMatchObject({ campaign_id: null });
      const { id: campaign_id } = await account.client.registration.submit({
        ...sampleOf(contract.registration.submit.input),
        number_ids: [number.id],
      });
      const message = await send(handset(4, area));
      expect(message).toMatchObject({ campaign_id });
      const found = await account.client.message.list({ campaign_id });
      expect(found.data.map(({ id }) => id)).toEqual([message.id]);
    });
  });
}
