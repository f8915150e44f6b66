import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Account as Settings } from '@textloom/shared/contract';
import { DateTime } from 'luxon';
import { authorization, handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

const area = 508;

/** Tests the settings of an account and what follows from them. */
export function describeAccounts(harness: () => Harness): void {
  describe('the settings of an account', () => {
    let account: Account;
    beforeEach(() => {
      account = harness().account();
    });
    const update = (settings: object) => account.json('PATCH', '/account', settings);

    it('change one by one, and the next request sees the change', async () => {
      const before = await account.client.account.get({});
      const changes: Partial<Settings> = {
        name: 'Acme Shop',
        default_country: 'DE',
        time_zone: 'Europe/Berlin',
        brand: 'Acme',
        support_contact: 'help@example.com',
        language: 'de',
        replies: [
          {
            language: 'de',
            stop: 'Tschüss von {{brand}}',
            start: null,
            help: null,
            confirmation: null,
          },
        ],
        keywords: { stop: ['GENUG DAVON'], start: [], help: [] },
        opt_out_scope: 'number',
        quiet_hours: { start: '20:30', end: '09:15' },
        verification_countries: ['DE', 'AT'],
        verifications_per_day: 100,
      };
      let expected = before;
      for (const [name, value] of Object.entries(changes)) {
        expected = { ...expected, [name]: value };
        expect(await account.client.account.update({ [name]: value })).toEqual(expected);
        expect(await account.client.account.get({})).toEqual(expected);
      }
      const contact = await account.client.contact.upsert({ phone: '0151 12345678' });
      expect(contact.phone).toBe('+4915112345678');
      const emptied = {
        brand: null,
        support_contact: null,
        replies: [],
        verification_countries: null,
      };
      expect(await account.client.account.update(emptied)).toEqual({ ...expected, ...emptied });
      expect(await account.client.account.update({})).toEqual({ ...expected, ...emptied });
    });

    it.each<[object, string, string]>([
      [{ default_country: 'XX' }, '/default_country', 'not_one_of'],
      [{ verification_countries: ['US', 'ZZ'] }, '/verification_countries/1', 'not_one_of'],
      [{ time_zone: 'Mars/Olympus' }, '/time_zone', 'invalid_format'],
      [{ brand: '  ' }, '/brand', 'invalid_format'],
      [{ brand: 'Acme {{Shop}}' }, '/brand', 'invalid_format'],
      [{ brand: 'Acme}}' }, '/brand', 'invalid_format'],
      [{ support_contact: '{{email}}' }, '/support_contact', 'invalid_format'],
      [{ quiet_hours: { start: '08:00', end: '08:00' } }, '/quiet_hours/end', 'out_of_range'],
      [{ quiet_hours: { start: '24:00', end: '08:00' } }, '/quiet_hours/start', 'invalid_format'],
      [{ replies: [{ language: 'en' }, { language: 'en' }] }, '/replies/1/language', 'duplicate'],
      [
        { replies: [{ language: 'en', stop: 'Bye {{ name }}' }] },
        '/replies/0/stop',
        'invalid_format',
      ],
      [{ replies: [{ language: 'en', help: 'From {{brand}}' }] }, '/replies/0/help', 'required'],
      [
        { keywords: { stop: ['Deals', 'DEALS!'], start: [], help: [] } },
        '/keywords/stop/1',
        'duplicate',
      ],
      [
        { keywords: { stop: ['Deals'], start: ['deals'], help: [] } },
        '/keywords/start/0',
        'duplicate',
      ],
      [{ keywords: { stop: ['Start'], start: [], help: [] } }, '/keywords/stop/0', 'taken'],
      [{ keywords: { stop: [], start: [], help: ['arrêt'] } }, '/keywords/help/0', 'taken'],
      [{ keywords: { stop: [], start: [], help: ['Oui'] } }, '/keywords/help/0', 'taken'],
      [{ keywords: { stop: ['!!'], start: [], help: [] } }, '/keywords/stop/0', 'invalid_format'],
    ])('refuse %j', async (settings, pointer, code) => {
      const before = await account.client.account.get({});
      const response = await update(settings);
      expect([response.status, response.body]).toMatchObject([
        422,
        { code: 'validation_failed', errors: [{ pointer, code }] },
      ]);
      expect(await account.client.account.get({})).toEqual(before);
    });

    it('keep a brand that the replies insert', async () => {
      const replies = [{ language: 'en' as const, stop: 'Bye from {{brand}}' }];
      await account.client.account.update({ brand: 'Acme', replies });
      expect((await update({ brand: null })).body).toMatchObject({
        errors: [{ pointer: '/brand', code: 'required' }],
      });
      expect((await update({ brand: null, replies: [] })).status).toBe(200);
    });

    it('change only with an admin key, and only for one account', async () => {
      const other = harness().account();
      const before = await other.client.account.get({});
      const headers = authorization(account.keys.send);
      expect((await account.json('PATCH', '/account', { name: 'Mine' }, headers)).status).toBe(403);
      await account.client.account.update({ name: 'Mine', opt_out_scope: 'number' });
      expect(await other.client.account.get({})).toEqual(before);
    });

    it('stay whole when several requests change them at the same time', async () => {
      const replies = [{ language: 'en', stop: 'Bye from {{brand}}' }];
      for (let round = 0; round < 5; round++) {
        await update({ brand: 'Acme', replies: [] });
        const statuses = await Promise.all(
          [{ brand: null }, { replies }, { brand: null }, { replies }].map(
            async (settings) => (await update(settings)).status,
          ),
        );
        expect(new Set(statuses)).toEqual(new Set([200, 422]));
        const { brand, replies: stored } = await account.client.account.get({});
        expect(brand === null ? stored : []).toEqual([]);
      }
    });
  });

  describe('the reply to a keyword', () => {
    let account: Account;
    beforeAll(async () => {
      account = harness().account();
      await account.client.account.update({
        brand: 'Acme',
        support_contact: 'help@example.com',
        replies: [{ language: 'es', stop: 'Hasta pronto, {{ brand }}.' }],
        keywords: { stop: ['NO MORE DEALS'], start: [], help: ['who is this'] },
      });
    });
    let used = 0;
    const replyTo = async (text: string) => {
      const phone = handset(used++, area);
      await account.textFrom(phone, text);
      const [, reply] = await until('the reply arrives', async () => {
        const texts = await account.textsOn(phone);
        return texts.length > 1 && texts;
      });
      return reply!.text;
    };

    it.each([
      ['STOP', /^Acme: You have opted out/],
      ['HELP', /^Acme: For help, contact help@example.com/],
      ['No more deals!', /^Acme: You have opted out/],
      ['Who is this?', /^Acme: For help/],
      ['ARRET', /^Acme: Vous ne recevrez plus/],
      ['Baja', /^Hasta pronto, Acme\.$/],
      ['Hilfe', /^Acme: Hilfe erhalten Sie unter help@example\.com/],
    ])('%s is in its language, with the brand and the own words', async (text, reply) => {
      expect(await replyTo(text)).toMatch(reply);
    });

    it('is in the language of the account if the keyword shows none', async () => {
      await account.client.account.update({ language: 'nl' });
      expect(await replyTo('STOP')).toMatch(/^Acme: U bent afgemeld/);
      expect(await replyTo('ARRET')).toMatch(/^Acme: Vous/);
    });
  });

  describe('own quiet hours', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    afterEach(() => harness().setAhead(0));
    const today = DateTime.now().setZone('America/New_York').startOf('day');
    const at = (hour: number, minute = 0, days = 2) => today.plus({ days }).set({ hour, minute });
    const setClock = (time: DateTime) => harness().setAhead(time.toMillis() - Date.now());
    const iso = (time: DateTime) => time.toUTC().toISO()!;
    const send = (to: string, more: object = {}) =>
      account.client.message.send({ to, text: 'Sale', purpose: 'marketing', ...more });

    it('hold marketing until their end, even in the middle of a day', async () => {
      setClock(at(13, 29));
      await account.client.account.update({ quiet_hours: { start: '13:30', end: '15:45' } });
      expect(await send(handset(0, 212))).toMatchObject({ status: 'queued', held_reason: null });
      setClock(at(13, 30));
      const held = { status: 'scheduled', held_reason: 'quiet_hours', send_at: iso(at(15, 45)) };
      expect(await send(handset(0, 212))).toMatchObject(held);
      const preview = { to: handset(0, 212), text: 'Sale', purpose: 'marketing' as const };
      expect(await account.client.message.preview(preview)).toMatchObject(held);
      setClock(at(23));
      expect(await send(handset(0, 212))).toMatchObject({ status: 'queued', held_reason: null });
    });

    it('also hold messages that waited when the account changed them', async () => {
      setClock(at(12));
      await account.client.account.update({ quiet_hours: { start: '21:00', end: '08:00' } });
      const { id } = await send(handset(1, 212), { send_at: iso(at(20)) });
      await account.client.account.update({ quiet_hours: { start: '19:30', end: '09:30' } });
      setClock(at(20));
      const held = await until('the message is held', async () => {
        const message = await account.client.message.get({ id });
        return message.held_reason && message;
      });
      expect(held.send_at).toBe(iso(at(9, 30, 3)));
      setClock(at(9, 30, 3));
      expect((await account.reaches(id)).status).toBe('delivered');
    });
  });
}
