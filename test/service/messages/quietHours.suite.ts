import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Input, contract } from '@textloom/shared/contract';
import { DateTime } from 'luxon';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

type NewMessage = Input<(typeof contract)['message']['send']>;

const newYork = 'America/New_York';
/** Area codes of New York, Los Angeles, both zones of Florida, and toll-free numbers. */
const [eastern, pacific, both, tollFree] = [212, 213, 850, 800];

/** Tests that marketing waits until the recipient is awake. */
export function describeQuietHours(harness: () => Harness): void {
  describe('quiet hours', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    afterEach(() => harness().setAhead(0));

    const today = DateTime.now().setZone(newYork).startOf('day');
    /** Returns this hour in New York, some days from today. */
    const at = (hour: number, minute = 0, days = 2) => today.plus({ days }).set({ hour, minute });
    const setClock = (time: DateTime) => harness().setAhead(time.toMillis() - Date.now());
    const iso = (time: DateTime) => time.toUTC().toISO()!;
    const send = (change: Partial<NewMessage> = {}) =>
      account.client.message.send({
        to: handset(1, eastern),
        text: 'Sale',
        purpose: 'marketing',
        ...change,
      });
    const shownOn = async (phone: string) =>
      (await account.textsOn(phone)).filter(({ direction }) => direction === 'to_handset');

    it('hold marketing until 8 in the morning, and then send it once', async () => {
      const to = handset(2, eastern);
      setClock(at(22));
      const held = await send({ to });
      expect(held).toMatchObject({
        status: 'scheduled',
        send_at: iso(at(8, 0, 3)),
        held_reason: 'quiet_hours',
        sequence: 0,
      });
      // The time to live starts at the requested send time.
      expect(Date.parse(held.expires_at!) - Date.parse(held.created_at)).toBe(86_400_000);
      setClock(at(7, 59, 3));
      // Later messages that are not held go first.
      const passing = await send({ to, purpose: 'notification', text: 'Shipped' });
      await account.reaches(passing.id);
      expect(await account.client.message.get({ id: held.id })).toEqual(held);
      setClock(at(8, 0, 3));
      expect(await account.reaches(held.id)).toMatchObject({
        status: 'delivered',
        send_at: held.send_at,
        held_reason: 'quiet_hours',
      });
      expect((await shownOn(to)).map(({ text }) => text)).toEqual(['Shipped', 'Sale']);
      expect((await account.eventsOf(held.id)).map(({ type }) => type)).toEqual([
        'message.sent',
        'message.delivered',
      ]);
    });

    it('let marketing through during the day, and hold it from 21 on', async () => {
      setClock(at(8));
      expect(await send()).toMatchObject({ status: 'queued', send_at: null, held_reason: null });
      setClock(at(20, 59));
      expect(await send()).toMatchObject({ status: 'queued', held_reason: null });
      setClock(at(21));
      expect(await send()).toMatchObject({
        status: 'scheduled',
        send_at: iso(at(8, 0, 3)),
        held_reason: 'quiet_hours',
      });
    });

    it.each(['otp', 'alert', 'notification'] as const)(
      'do not apply to the purpose %s',
      async (purpose) => {
        setClock(at(3));
        expect(await send({ purpose })).toMatchObject({
          status: 'queued',
          send_at: null,
          held_reason: null,
        });
        const send_at = iso(at(4));
        expect(await send({ purpose, send_at })).toMatchObject({ send_at, held_reason: null });
      },
    );

    it('follow the area of the number', async () => {
      setClock(at(22));
      expect((await send({ to: handset(1, pacific) })).status).toBe('queued');
      setClock(at(9));
      expect(await send({ to: handset(1, pacific) })).toMatchObject({
        status: 'scheduled',
        send_at: iso(at(11)),
      });
    });

    it('end when they have ended in both zones of an area', async () => {
      setClock(at(8, 30));
      expect(await send({ to: handset(1, both) })).toMatchObject({
        status: 'scheduled',
        send_at: iso(at(9)),
      });
      setClock(at(9));
      expect((await send({ to: handset(1, both) })).status).toBe('queued');
      setClock(at(21));
      expect(await send({ to: handset(1, both) })).toMatchObject({
        status: 'scheduled',
        send_at: iso(at(9, 0, 3)),
      });
    });

    it('follow the account if the number belongs to no area', async () => {
      setClock(at(7));
      expect(await send({ to: handset(1, tollFree) })).toMatchObject({
        status: 'scheduled',
        send_at: iso(at(8)),
      });
      setClock(at(20, 30));
      expect((await send({ to: handset(1, tollFree) })).status).toBe('queued');
    });

    it('follow the contact, whatever the number says', async () => {
      const phone = handset(5, eastern);
      const { id } = await account.client.contact.upsert({
        phone,
        time_zone: 'America/Los_Angeles',
      });
      setClock(at(22));
      expect((await send({ to: phone })).status).toBe('queued');
      setClock(at(9));
      for (const recipient of [{ to: phone }, { to: undefined, contact_id: id }])
        expect(await send(recipient)).toMatchObject({
          to: phone,
          status: 'scheduled',
          send_at: iso(at(11)),
        });
    });

    it('hold messages that are scheduled into them', async () => {
      setClock(at(12));
      const night = await send({ send_at: iso(at(23)), ttl: 43_200 });
      expect(night).toMatchObject({
        status: 'scheduled',
        send_at: iso(at(8, 0, 3)),
        held_reason: 'quiet_hours',
        expires_at: iso(at(23).plus({ seconds: 43_200 })),
      });
      const noon = iso(at(13, 30, 3));
      expect(await send({ send_at: noon })).toMatchObject({ send_at: noon, held_reason: null });
    });

    it('refuse messages that would expire before they end', async () => {
      setClock(at(22));
      const tooShort = { pointer: '/ttl', code: 'out_of_range' };
      await expect(send({ ttl: 3_600 })).rejects.toMatchObject({
        code: 'validation_failed',
        fieldErrors: [tooShort],
      });
      setClock(at(12));
      const send_at = iso(at(22));
      const ttl = at(8, 0, 3).diff(at(22)).as('seconds');
      await expect(send({ send_at, ttl })).rejects.toMatchObject({
        fieldErrors: [tooShort],
      });
      expect(await send({ send_at, ttl: ttl + 1 })).toMatchObject({ held_reason: 'quiet_hours' });
      expect((await send({ ttl: 5 })).status).toBe('queued');
    });

    it('let held messages be canceled', async () => {
      setClock(at(22));
      const to = handset(6, eastern);
      const { id } = await send({ to });
      expect(await account.client.message.cancel({ id })).toMatchObject({ status: 'canceled' });
      setClock(at(8, 0, 3));
      const next = await send({ to, text: 'Next' });
      await account.reaches(next.id);
      expect((await shownOn(to)).map(({ text }) => text)).toEqual(['Next']);
    });

    it('apply to each row of a batch by its recipient', async () => {
      setClock(at(22));
      const text = 'Sale';
      const { results } = await account.client.message.sendBatch({
        messages: [
          { to: handset(7, eastern), text, purpose: 'marketing' },
          { to: handset(7, pacific), text, purpose: 'marketing' },
          { to: handset(7, eastern), text, purpose: 'alert' },
          { to: handset(7, eastern), text, purpose: 'marketing', ttl: 60 },
        ],
      });
      expect(results.map(({ message }) => message?.status)).toEqual([
        'scheduled',
        'queued',
        'queued',
        undefined,
      ]);
      expect(results[3]!.problem!.errors[0]!.pointer).toBe('/ttl');
    });

    it.each([
      // The message is due a minute before quiet hours, but the service looks only after they
      // begin.
      ['scheduled', { to: handset(8, eastern), send_at: iso(at(20, 59)) }, at(20)],
      // The carrier is full at first.
      ['queued', { to: handset(60, eastern) }, at(20, 58)],
    ] as const)('hold a %s message whose turn comes in them', async (status, change, clock) => {
      setClock(clock);
      const message = await send(change);
      expect(message).toMatchObject({ status, held_reason: null });
      setClock(at(22));
      const held = await until('the message is held', async () => {
        const now = await account.client.message.get({ id: message.id });
        return now.held_reason !== null && now;
      });
      expect(held).toEqual({
        ...message,
        send_at: iso(at(8, 0, 3)),
        held_reason: 'quiet_hours',
      });
      setClock(at(7, 59, 3));
      const passing = await send({ to: change.to, purpose: 'notification', text: 'Shipped' });
      await account.reaches(passing.id);
      expect(await account.client.message.get({ id: message.id })).toEqual(held);
      setClock(at(8, 0, 3));
      expect(await account.reaches(message.id)).toMatchObject({ status: 'delivered' });
      expect((await shownOn(change.to)).filter(({ text }) => text === 'Sale')).toHaveLength(1);
    });

    it('follow the contact at the time of sending', async () => {
      const phone = handset(2, pacific);
      const move = (time_zone: string) => account.client.contact.upsert({ phone, time_zone });
      await move('America/Los_Angeles');
      setClock(at(12));
      const message = await send({ to: phone, send_at: iso(at(23)) });
      expect(message).toMatchObject({ send_at: iso(at(23)), held_reason: null });
      await move(newYork);
      setClock(at(23));
      const held = await until('the message is held', async () => {
        const now = await account.client.message.get({ id: message.id });
        return (now.held_reason !== null || now.sent_at !== null) && now;
      });
      expect(held).toEqual({
        ...message,
        send_at: iso(at(8, 0, 3)),
        held_reason: 'quiet_hours',
      });
      setClock(at(8, 0, 3));
      expect(await account.reaches(message.id)).toMatchObject({ status: 'delivered' });
    });

    it('hold nothing if the contact has left them meanwhile', async () => {
      const phone = handset(3, tollFree);
      setClock(at(12));
      const { id } = await send({ to: phone, send_at: iso(at(20, 59)) });
      await account.client.contact.upsert({ phone, time_zone: 'America/Los_Angeles' });
      setClock(at(21, 30));
      expect(await account.reaches(id)).toMatchObject({
        send_at: iso(at(20, 59)),
        held_reason: null,
        final_at: expect.stringContaining(iso(at(21, 30)).slice(0, 13)),
      });
    });

    it('immediately end messages that would expire before they do', async () => {
      setClock(at(20, 58));
      const send_at = iso(at(20, 59));
      const ttl = at(8, 0, 3).diff(at(20, 59)).as('seconds');
      const to = handset(9, eastern);
      const [late, inTime] = await Promise.all([
        send({ to, send_at, ttl }),
        send({ to, send_at, ttl: ttl + 1 }),
      ]);
      setClock(at(22));
      expect(await account.reaches(late.id)).toMatchObject({
        status: 'expired',
        error: { code: 'ttl_expired' },
        sent_at: null,
        held_reason: null,
      });
      await until(
        'the other message is held',
        async () => (await account.client.message.get({ id: inTime.id })).held_reason,
      );
    });
  });
}
