import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Message } from '@textloom/shared/contract';
import { standardReplies } from '../../../service/replies/standardReplies.ts';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

const consent = { source: 'Checkout form', at: '2026-01-31T09:30:00.000Z' };
const consentNow = () => ({ source: 'Checkout form', at: new Date().toISOString() });

/** Tests texts from recipients, and how recipients opt out. */
export function describeOptOut(harness: () => Harness): void {
  describe('a text from a handset', () => {
    let account: Account;
    beforeEach(() => {
      account = harness().account();
    });

    /** Types a text and waits for the resulting message. */
    const received = async (from: string, text: string): Promise<Message> => {
      const list = () => account.client.message.list({ direction: 'inbound', from, limit: 100 });
      const before = (await list()).data.length;
      await account.textFrom(from, text);
      return until('the text has arrived', async () => {
        const { data } = await list();
        return data.length > before && data[0];
      });
    };
    const repliesOn = async (phone: string) =>
      (await account.textsOn(phone)).filter(({ direction }) => direction === 'to_handset');
    const eventTypes = async () =>
      (await account.client.event.list({ limit: 100 })).data.map(({ type }) => type);
    const subscribe = (phone: string) => account.client.contact.upsert({ phone });

    it('becomes a received message that replies to the latest sent message', async () => {
      const phone = handset(0, 505);
      const out = await account.client.message.send({ to: phone, text: 'How are you?' });
      await account.reaches(out.id);
      const message = await received(phone, 'Fine 😀');
      expect(message).toMatchObject({
        direction: 'inbound',
        status: 'received',
        from: phone,
        to: account.number,
        text: 'Fine 😀',
        encoding: 'ucs2',
        in_reply_to: out.id,
        sequence: 1,
      });
      const [event] = await account.eventsOf(message.id);
      expect(event).toMatchObject({
        type: 'message.received',
        data: { id: message.id, previous_status: null, keyword: null, contact: null },
      });
    });

    it('tells who sent it: the contact of the account as it is at that moment, or nobody', async () => {
      const phone = handset(2, 505);
      const other = harness().account();
      await other.client.contact.upsert({ phone, first_name: 'Somebody else' });
      const contactIn = async ({ id }: { readonly id: string }) =>
        (await account.eventsOf(id)).map(({ data }) => data.contact);
      expect(await contactIn(await received(phone, 'Who am I?'))).toEqual([null]);
      const out = await account.client.message.send({ to: phone, text: 'Who are you?' });
      await account.reaches(out.id);
      expect(await contactIn(out)).toEqual([null, null]);
      const list = await account.client.list.create({ name: 'Guests' });
      const ada = await account.client.contact.upsert({
        phone,
        first_name: 'Ada',
        attributes: { plan: 'pro' },
        lists: [list.id],
      });
      const sent = await account.client.message.send({ to: phone, text: 'Hi Ada' });
      await account.reaches(sent.id);
      expect(await contactIn(sent)).toEqual([ada, ada]);
      const text = await received(phone, 'I am Augusta');
      expect(await contactIn(text)).toEqual([ada]);
      await account.client.contact.update({ id: ada.id, first_name: 'Augusta' });
      expect(await contactIn(text)).toEqual([ada]);
      const later = await received(phone, 'Better');
      expect(await contactIn(later)).toMatchObject([{ id: ada.id, first_name: 'Augusta' }]);
      await account.client.contact.delete({ id: ada.id });
      expect(await contactIn(await received(phone, 'Gone'))).toEqual([null]);
    });

    it('from an echo handset repeats the message word for word', async () => {
      const phone = handset(59, 505);
      await account.client.message.send({ to: phone, text: 'Echo {me}' });
      const { data } = await until('the echo arrives', async () => {
        const page = await account.client.message.list({ direction: 'inbound', from: phone });
        return page.data.length > 0 && page;
      });
      expect(data.map(({ text }) => text)).toEqual(['Echo {me}']);
    });

    it('with STOP ends all messages and gets one confirmation', async () => {
      const phone = handset(1, 505);
      const contact = await subscribe(phone);
      const waiting = await account.client.message.send({
        to: phone,
        text: 'Later',
        send_at: new Date(Date.now() + 3_600_000).toISOString(),
      });
      const stop = await received(phone, ' stop! ');
      expect((await account.eventsOf(stop.id))[0]!.data.keyword).toBe('stop');
      expect(await account.reaches(waiting.id)).toMatchObject({
        status: 'failed',
        error: { code: 'recipient_opted_out' },
      });
      expect(await account.client.contact.get({ id: contact.id })).toMatchObject({
        status: 'opted_out',
      });
      expect((await account.eventsOf(waiting.id))[0]!.data.contact?.status).toBe('opted_out');
      const opted = (await account.client.event.list({ type: ['contact.opted_out'] })).data[0];
      expect(opted!.data).toMatchObject({
        id: contact.id,
        status: 'opted_out',
        previous_status: 'subscribed',
      });
      await until('the confirmation arrives', async () => (await repliesOn(phone)).length === 1);
      await expect(account.client.message.send({ to: phone, text: 'Hi' })).rejects.toMatchObject({
        code: 'recipient_opted_out',
        status: 422,
      });
      await received(phone, 'STOP');
      // The same applies the next day, when keywords get replies again.
      harness().setAhead(25 * 3_600_000);
      await received(phone, 'STOP');
      await received(phone, 'HELP');
      harness().setAhead(0);
      const replies = await until('HELP gets a reply', async () => {
        const all = await repliesOn(phone);
        return all.length > 1 && all;
      });
      expect(replies.map(({ text }) => text).sort()).toEqual([
        expect.stringContaining('Reply STOP to get no more'),
        expect.stringContaining('You have opted out'),
      ]);
      expect((await account.client.event.list({ type: ['contact.opted_out'] })).data).toHaveLength(
        1,
      );
      const { data } = await account.client.message.list({ to: phone });
      expect(data.map(({ text, automatic }) => [text === 'Later', automatic])).toEqual([
        [false, true],
        [false, true],
        [true, false],
      ]);
      for (const { id } of data) await account.reaches(id);
      const told = await account.client.event.list({ type: ['message.sent'] });
      expect(told.data.map((event) => event.data)).toMatchObject([
        { to: phone, automatic: true },
        { to: phone, automatic: true },
      ]);
    });

    it('gets a reply although the last one is from a clock that was ahead', async () => {
      const phone = handset(0, 346);
      harness().setAhead(30 * 24 * 3_600_000);
      await received(phone, 'HELP');
      harness().setAhead(0);
      await received(phone, 'HELP');
      await until('both get replies', async () => (await repliesOn(phone)).length === 2);
      await received(phone, 'HELP');
      expect((await account.client.message.list({ to: phone })).data).toHaveLength(2);
    });

    it('with START lets messages through again, and counts as consent', async () => {
      const phone = handset(1, 505);
      await subscribe(phone);
      await received(phone, 'STOP');
      const { created_at } = await received(phone, 'Start');
      const contact = await account.client.contact.get({ id: phone });
      expect(contact).toMatchObject({ status: 'subscribed', consent: { source: 'Reply START' } });
      expect(Date.parse(contact.consent!.at)).toBeGreaterThanOrEqual(Date.parse(created_at));
      const { data } = await account.client.event.list({ type: ['contact.opted_in'] });
      expect(data.map((event) => event.data)).toEqual([
        { ...contact, previous_status: 'opted_out' },
      ]);
      expect((await eventTypes()).filter((type) => type === 'contact.opted_in')).toHaveLength(1);
      const { id } = await account.client.message.send({ to: phone, text: 'Welcome back' });
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    });

    it.each(['START', ' unstop! ', 'Unstop'])('with %s lifts STOP', async (text) => {
      const phone = handset(12, 505);
      await subscribe(phone);
      await received(phone, 'STOP');
      const { id } = await received(phone, text);
      expect((await account.eventsOf(id))[0]!.data.keyword).toBe('start');
      expect(await account.client.contact.get({ id: phone })).toMatchObject({
        status: 'subscribed',
      });
    });

    it('with START from a subscriber changes nothing and is not reported as an opt-in', async () => {
      const phone = handset(13, 505);
      const before = await subscribe(phone);
      await received(phone, 'START');
      expect(await account.client.contact.get({ id: phone })).toEqual(before);
      expect(await eventTypes()).not.toContain('contact.opted_in');
      expect(await repliesOn(phone)).toEqual([]);
    });

    it('with a keyword gets a reply once a day, so STOP is confirmed even after HELP', async () => {
      const phone = handset(2, 505);
      const replyCount = (count: number) =>
        until(`${count} replies arrive`, async () => {
          const replies = await repliesOn(phone);
          return replies.length >= count && replies;
        });
      for (const text of ['HELP', 'Stop', 'INFO', 'START', 'STOP']) await received(phone, text);
      // A reply that still waits when the clock jumps expires.
      await replyCount(3);
      harness().setAhead(25 * 3_600_000);
      await received(phone, 'INFO');
      const replies = await replyCount(4);
      harness().setAhead(0);
      const { help, stop, start } = standardReplies.en;
      expect(replies.map(({ text }) => text)).toEqual([help, stop, start, help]);
    });

    it('with STOP from a stranger creates an opted-out contact', async () => {
      const phone = handset(58, 505);
      const { id } = await account.client.message.send({ to: phone, text: 'Hello?' });
      await account.reaches(id);
      const contact = await until('the contact exists', async () => {
        const { data } = await account.client.contact.list({ phone });
        return data[0];
      });
      expect(contact).toMatchObject({ phone, status: 'opted_out' });
      await until('the confirmation arrives', async () => (await repliesOn(phone)).length === 2);
    });

    it.each([
      'STOPALL',
      'unsubscribe',
      'Cancel.',
      'END',
      '"quit"',
      'revoke',
      'OptOut',
      'opt out',
      'STOP texting me',
      'Unsubscribe me, please',
      'Take me off your list',
      'Bitte keine SMS mehr',
      'ＳＴＯＰ',
    ])('with %s counts as STOP', async (text) => {
      const { id } = await received(handset(3, 505), text);
      expect((await account.eventsOf(id))[0]!.data.keyword).toBe('stop');
    });

    it.each([
      "Please don't stop",
      'stop by at 5?',
      'wrong number',
      'cancel my order',
      ''.padEnd(3, '?'),
    ])('with %s does not count as a keyword', async (text) => {
      const { id } = await received(handset(4, 505), text);
      expect((await account.eventsOf(id))[0]!.data.keyword).toBeNull();
    });

    it('with STOP still applies after the contact is deleted and created again', async () => {
      const phone = handset(5, 505);
      const { id } = await subscribe(phone);
      await received(phone, 'STOP');
      await account.client.contact.delete({ id });
      await expect(account.client.message.send({ to: phone, text: 'Hi' })).rejects.toMatchObject({
        code: 'recipient_opted_out',
      });
      for (const status of ['subscribed', 'pending'] as const)
        await expect(account.client.contact.upsert({ phone, status })).rejects.toMatchObject({
          code: 'opt_in_required',
        });
      expect(await subscribe(phone)).toMatchObject({ status: 'opted_out' });
      await expect(account.client.message.send({ to: phone, text: 'Hi' })).rejects.toMatchObject({
        code: 'recipient_opted_out',
      });
      for (const status of ['subscribed', 'pending'] as const)
        await expect(account.client.contact.update({ id: phone, status })).rejects.toMatchObject({
          code: 'opt_in_required',
        });
      const given = { status: 'subscribed', consent: consentNow() } as const;
      expect(await account.client.contact.update({ id: phone, ...given })).toMatchObject(given);
      const sent = await account.client.message.send({ to: phone, text: 'Hi' });
      expect(await account.reaches(sent.id)).toMatchObject({ status: 'delivered' });
    });

    it('with STOP keeps the old consent on record, which cannot justify a new subscription', async () => {
      const phone = handset(7, 505);
      await account.client.contact.upsert({ phone, consent });
      await received(phone, 'STOP');
      expect(await account.client.contact.get({ id: phone })).toMatchObject({
        status: 'opted_out',
        consent,
      });
      await expect(
        account.client.contact.update({ id: phone, status: 'subscribed' }),
      ).rejects.toMatchObject({ code: 'opt_in_required' });
    });

    it('with STOP keeps its contact without newer consent until this lifts the opt-out', async () => {
      const { contact } = account.client;
      const [known, fresh] = [handset(96, 408), handset(97, 408)];
      await contact.upsert({ phone: known, consent });
      for (const phone of [known, fresh]) await contact.upsert({ phone, status: 'opted_out' });
      await contact.delete({ id: fresh });
      const newer = { source: 'Form', at: new Date(Date.now() + 1).toISOString() };
      await until('the consent is from the past', () => Date.now() > Date.parse(newer.at) + 1);
      const csv = `phone,consent_source,consent_at\n${known},Form,${newer.at}\n`;
      await contact.import({ csv });
      await contact.import({ csv: `phone\n${known}\n`, consent: newer });
      await contact.upsert({ phone: known, consent: newer });
      await contact.update({ id: known, consent: newer });
      await contact.upsert({ phone: fresh, consent: newer });
      const status = 'opted_out';
      expect(await contact.get({ id: known })).toMatchObject({ status, consent });
      expect(await contact.get({ id: fresh })).toMatchObject({ status, consent: null });
      const lift = { status: 'subscribed', consent: newer } as const;
      expect(await contact.upsert({ phone: known, ...lift })).toMatchObject(lift);
      expect(await contact.update({ id: fresh, ...lift })).toMatchObject(lift);
      for (const phone of [known, fresh])
        expect((await account.client.consent.list({ phone })).data.slice(0, 2)).toMatchObject([
          { action: 'opted_in', source: 'Form' },
          { action: 'opted_out' },
        ]);
    });

    it('with STOP is not undone by an earlier consent', async () => {
      const phone = handset(8, 505);
      const synced = { phone, status: 'subscribed', consent } as const;
      await account.client.contact.upsert(synced);
      await received(phone, 'STOP');
      for (const status of ['subscribed', 'pending']) {
        const { status: code, body } = await account.json('POST', '/contacts', {
          ...synced,
          status,
        });
        expect([code, body]).toMatchObject([422, { code: 'opt_in_required' }]);
        expect((body as { detail: string }).detail).toContain('after');
      }
      expect(await account.client.contact.get({ id: phone })).toMatchObject({
        status: 'opted_out',
        consent,
      });
      await account.client.contact.upsert({ ...synced, consent: consentNow() });
      const { id } = await account.client.message.send({ to: phone, text: 'Hi' });
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    });

    it('with STOP can be followed by an opt-in as pending, which the event reports', async () => {
      const phone = handset(9, 505);
      await received(phone, 'STOP');
      const contact = await account.client.contact.upsert({
        phone,
        status: 'pending',
        consent: consentNow(),
      });
      expect(contact.status).toBe('pending');
      const { data } = await account.client.event.list({ type: ['contact.opted_in'] });
      expect(data[0]!.data).toEqual({ ...contact, previous_status: 'opted_out' });
    });

    it('with STOP or START from a deleted contact creates the contact again, with events', async () => {
      const phone = handset(10, 505);
      await received(phone, 'STOP');
      const newest = async (limit: number) => {
        const type = ['contact.created', 'contact.opted_out', 'contact.opted_in'] as const;
        const { data } = await account.client.event.list({ type: [...type], limit });
        const contact = await account.client.contact.get({ id: phone });
        for (const event of data) expect(event.data).toEqual({ ...contact, previous_status: null });
        return [contact, data.map((event) => event.type)];
      };
      await account.client.contact.delete({ id: phone });
      await received(phone, 'STOP');
      expect(await newest(1)).toMatchObject([{ status: 'opted_out' }, ['contact.created']]);
      await account.client.contact.delete({ id: phone });
      await received(phone, 'START');
      expect(await newest(2)).toMatchObject([
        { status: 'subscribed', consent: { source: 'Reply START' } },
        ['contact.opted_in', 'contact.created'],
      ]);
    });

    it('with STOP can be recorded by the account', async () => {
      const phone = handset(6, 505);
      await account.client.contact.upsert({ phone, status: 'opted_out' });
      await expect(account.client.message.send({ to: phone, text: 'Hi' })).rejects.toMatchObject({
        code: 'recipient_opted_out',
      });
    });

    describe('to one account, from a recipient of two accounts', () => {
      const phone = handset(11, 505);
      let other: Account;
      let later: Message;
      beforeEach(async () => {
        other = harness().account();
        await subscribe(phone);
        await other.client.contact.upsert({ phone, first_name: 'Ada' });
        later = await other.client.message.send({
          to: phone,
          text: 'Later',
          send_at: new Date(Date.now() + 3_600_000).toISOString(),
        });
      });
      const readOptedOut = async (whose: Account) =>
        (await whose.client.event.list({ type: ['contact.opted_out', 'contact.opted_in'] })).data;

      it('with STOP changes nothing for the other account', async () => {
        const before = await other.client.contact.get({ id: phone });
        await received(phone, 'STOP');
        expect(await account.client.contact.get({ id: phone })).toMatchObject({
          status: 'opted_out',
        });
        expect(await other.client.contact.get({ id: phone })).toEqual(before);
        expect(await readOptedOut(other)).toEqual([]);
        expect(await other.client.message.get({ id: later.id })).toEqual(later);
        const { id } = await other.client.message.send({ to: phone, text: 'Hi' });
        expect(await other.reaches(id)).toMatchObject({ status: 'delivered' });
      });

      it('with START lifts no STOP to the other account', async () => {
        await received(phone, 'STOP');
        await other.client.contact.update({ id: phone, status: 'opted_out' });
        await received(phone, 'START');
        expect(await account.client.contact.get({ id: phone })).toMatchObject({
          status: 'subscribed',
        });
        expect(await other.client.contact.get({ id: phone })).toMatchObject({
          status: 'opted_out',
        });
        expect((await readOptedOut(other)).map(({ type }) => type)).toEqual(['contact.opted_out']);
        await expect(other.client.message.send({ to: phone, text: 'Hi' })).rejects.toMatchObject({
          code: 'recipient_opted_out',
        });
      });
    });
  });
}
