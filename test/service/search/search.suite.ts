import { beforeAll, describe, expect, it } from '@jest/globals';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

/** Tests the search for messages and contacts by words. */
export function describeSearch(harness: () => Harness): void {
  describe('a search', () => {
    let account: Account;
    let other: Account;
    const phone = handset(21, 607);
    beforeAll(async () => {
      account = harness().account();
      other = harness().account();
      for (const { client } of [account, other]) {
        await client.message.send({ to: phone, text: 'Ihr Päckchen 100% ist da_heim' });
        await client.message.send({ to: handset(22, 607), text: 'Call +1 607 555 0121' });
        await client.message.send({ to: handset(23, 607), text: 'Order 0042' });
        await client.message.send({ to: handset(42, 607), text: 'Hello' });
        await client.contact.upsert({
          phone,
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: 'Countess@example.com',
        });
        await client.contact.upsert({ phone: handset(22, 607), first_name: 'Bo' });
      }
      await account.textFrom(phone, 'Thanks a lot');
      await until('the text arrives', async () => (await messages({ from: phone })).length > 0);
    });
    const messages = async (input: Parameters<Account['client']['message']['list']>[0]) =>
      (await account.client.message.list(input)).data.map(({ text }) => text).sort();
    const contacts = async (search: string) =>
      (await account.client.contact.list({ search })).data.map(({ first_name }) => first_name);

    it.each([
      ['words in any case', 'PÄCKCHEN', ['Ihr Päckchen 100% ist da_heim']],
      ['a percent sign as itself', '100%', ['Ihr Päckchen 100% ist da_heim']],
      ['an underscore as itself', 'a_h', ['Ihr Päckchen 100% ist da_heim']],
      ['no pattern', '%Päck_hen%', []],
      ['the end of a number', '(607) 555-0122', ['Call +1 607 555 0121']],
      ['digits as written, if there are few', '0042', ['Order 0042']],
      ['words that no message has', 'parcel', []],
    ])('finds messages by %s', async (_, search, found) => {
      expect(await messages({ search })).toEqual(found);
    });

    it('finds letters whose accents are separate characters, and stores them as one', async () => {
      const { client, textFrom } = harness().account();
      const to = handset(24, 607);
      await client.contact.upsert({ phone: to, first_name: 'Jose\u0301' });
      await client.contact.import({ csv: `phone,last_name\n${to},Pen\u0303a` });
      const text = 'Cafe\u0301 {{first_name}}';
      expect(await client.message.send({ to, text })).toMatchObject({
        text: 'Café José',
        encoding: 'gsm7',
      });
      await textFrom(to, 'Ole\u0301!');
      await until(
        'the text arrives',
        async () => (await client.message.list({ direction: 'inbound' })).data.length > 0,
      );
      for (const search of ['Café', 'Cafe\u0301', 'olé'])
        expect((await client.message.list({ search })).data).toHaveLength(1);
      for (const search of ['José Peña', 'Jose\u0301 Pen\u0303a'])
        expect((await client.contact.list({ search })).data).toHaveLength(1);
      expect((await client.list.create({ name: 'Cafe\u0301' })).name).toBe('Café');
    });

    it('finds a number in the text and at both ends of a message', async () => {
      expect(await messages({ search: '607 555 0121' })).toEqual([
        'Call +1 607 555 0121',
        'Ihr Päckchen 100% ist da_heim',
        'Thanks a lot',
      ]);
      expect(await messages({ phone: '607-555-0121' })).toEqual([
        'Ihr Päckchen 100% ist da_heim',
        'Thanks a lot',
      ]);
    });

    it('finds all messages of a phone in pages, including those of a number of the account', async () => {
      const { number } = account;
      const all = (await account.client.message.list({})).data;
      const cases = [
        [phone, all.filter(({ to, from }) => to === phone || from === phone)],
        [number, all],
      ] as const;
      for (const [of, expected] of cases) {
        const found = [];
        let cursor: string | null | undefined;
        do {
          const page = await account.client.message.list({
            phone: of,
            limit: 1,
            ...(cursor && { cursor }),
          });
          found.push(...page.data);
          cursor = page.next_cursor;
        } while (cursor !== null);
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }
    });

    it('finds the messages of a phone that match the other filters', async () => {
      expect(await messages({ phone, direction: 'inbound' })).toEqual(['Thanks a lot']);
      expect(await messages({ phone, to: handset(22, 607) })).toEqual([]);
      expect(await messages({ phone, search: 'a_h' })).toEqual(['Ihr Päckchen 100% ist da_heim']);
      expect(await messages({ phone: handset(22, 607), search: 'a_h' })).toEqual([]);
    });

    it('finds no code of a verification', async () => {
      const owner = harness().account();
      await owner.client.verification.start({ to: phone });
      const [text] = await until('the phone shows the code', async () => {
        const shown = await owner.textsOn(phone);
        return shown.length > 0 && shown;
      });
      // Numbers also contain digits, so the search includes what precedes the code.
      const [search] = /\D{4}\d{6}/.exec(text!.text)!;
      expect((await owner.client.message.list({ search })).data).toEqual([]);
      expect((await owner.client.message.list({ search: search.slice(0, 4) })).data).toHaveLength(
        1,
      );
    });

    it('combines with the filters and with the paging', async () => {
      expect(await messages({ search: 'a', direction: 'inbound' })).toEqual(['Thanks a lot']);
      const { data, next_cursor } = await account.client.message.list({ search: 'a', limit: 1 });
      const rest = await account.client.message.list({ search: 'a', cursor: next_cursor! });
      expect([...data, ...rest.data].map(({ text }) => text)).toEqual([
        'Thanks a lot',
        'Call +1 607 555 0121',
        'Ihr Päckchen 100% ist da_heim',
      ]);
      const created_after = data[0]!.created_at;
      expect(await messages({ search: 'a', created_after })).toEqual(['Thanks a lot']);
      const created_before = rest.data[0]!.created_at;
      expect(await messages({ search: 'a', created_before })).toEqual([
        'Ihr Päckchen 100% ist da_heim',
      ]);
    });

    it.each(['message', 'contact'] as const)(
      'takes the cursor of another account only as a place among its own %ss',
      async (resource) => {
        const search = '607';
        const foreign = await other.client[resource].list({ search, limit: 1 });
        const own = await account.client[resource].list({ search });
        const cursor = foreign.next_cursor!;
        const { data } = await account.client[resource].list({ search, cursor });
        const place = Buffer.from(cursor, 'base64url').toString();
        const older = own.data.map(({ id }) => id).filter((id) => id < place);
        expect(data.map(({ id }) => id)).toEqual(older);
        expect(older.length).toBeGreaterThan(0);
      },
    );

    it.each([
      ['the first name', 'ada', ['Ada']],
      ['both names', 'da lovel', ['Ada']],
      ['a part of the email address', 'countess@', ['Ada']],
      ['a number in any spelling', '(607) 555-0121', ['Ada']],
      ['a number with the prefix of long-distance calls', '0607 555', ['Bo', 'Ada']],
      ['no pattern', '%a%', []],
    ])('finds contacts by %s', async (_, search, found) => {
      expect(await contacts(search)).toEqual(found);
    });

    it('refuses an empty text', async () => {
      for (const list of [account.client.message.list, account.client.contact.list])
        await expect(list({ search: '' })).rejects.toMatchObject({
          code: 'validation_failed',
          fieldErrors: [{ pointer: '/search' }],
        });
    });
  });
}
