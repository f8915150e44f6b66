import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenDatabase } from '../harness/database.ts';
import { handset, openHarness, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

const hour = 3_600_000;

/** Tests what an account may send, and what its recipients can make it send. */
export function describeSpending(harness: () => Harness, open: OpenDatabase): void {
  describe('an account without its own limits', () => {
    it.each([
      '+19005550123',
      '+870773111632',
      '+878101234567890',
      '+881612345678',
      '+88213123456',
      '+883510012345678',
      '+979123456789',
      '+449098790123',
      '+529001234567',
      '+5219001234567',
    ])('may not text %s, which is a premium-rate or satellite number', async (to) => {
      const account = harness().account();
      const message = { to, text: 'Hi' };
      await expect(account.client.message.send(message)).rejects.toMatchObject({
        code: 'recipient_not_allowed',
      });
      expect(await account.client.message.preview(message)).toMatchObject({
        would_send: false,
        problem: { code: 'recipient_not_allowed' },
      });
      const { results } = await account.client.message.sendBatch({ messages: [message] });
      expect(results).toMatchObject([{ status: 422, problem: { code: 'recipient_not_allowed' } }]);
      const send_at = new Date(Date.now() + hour).toISOString();
      await expect(account.client.message.send({ ...message, send_at })).rejects.toMatchObject({
        code: 'recipient_not_allowed',
      });
    });

    it('may not text the number that sends the message', async () => {
      const account = harness().account();
      const { from } = await account.client.message.preview({ to: handset(1), text: 'Hi' });
      const message = { to: from!, text: 'Hi' };
      await expect(account.client.message.send(message)).rejects.toMatchObject({
        code: 'recipient_not_allowed',
        message: expect.stringContaining('the number that sends it'),
      });
      expect(await account.client.message.preview(message)).toMatchObject({ would_send: false });
    });

    it('may text every other number that a carrier accepts', async () => {
      const account = harness().account();
      for (const to of ['+442079460000', '+4915112345678', '+819012345678', '+5215512345678'])
        await expect(account.client.message.send({ to, text: 'Hi' })).rejects.toMatchObject({
          code: 'no_route',
        });
      expect(await account.client.message.send({ to: handset(0, 604), text: 'Hi' })).toMatchObject({
        status: 'queued',
      });
    });
  });

  describe('a keyword', () => {
    afterEach(() => harness().setAhead(0));

    /** Types a text, and waits until it arrives. */
    const type = async (account: Account, phone: string, text: string) => {
      const inbound = async () =>
        (await account.client.message.list({ direction: 'inbound', from: phone, limit: 100 })).data;
      const before = (await inbound()).length;
      await account.textFrom(phone, text);
      await until('the text has arrived', async () => (await inbound()).length > before);
    };
    const responsesTo = async (account: Account, phone: string) =>
      (await account.client.message.list({ direction: 'outbound', to: phone, limit: 100 })).data;

    it('gets a reply at most once a day for each recipient and keyword', async () => {
      const account = harness().account();
      const [one, two] = [handset(0, 605), handset(1, 605)];
      for (let times = 0; times < 4; times++) await type(account, one, 'HELP');
      await type(account, two, 'HELP');
      expect(await responsesTo(account, one)).toHaveLength(1);
      expect(await responsesTo(account, two)).toHaveLength(1);
      for (const text of ['STOP', 'START', 'HELP', 'STOP', 'START', 'STOP'])
        await type(account, one, text);
      expect(await responsesTo(account, one)).toHaveLength(3);
      await expect(account.client.message.send({ to: one, text: 'Hi' })).rejects.toMatchObject({
        code: 'recipient_opted_out',
      });
      harness().setAhead(25 * hour);
      await type(account, one, 'HELP');
      expect(await responsesTo(account, one)).toHaveLength(4);
    });
  });

  describe('an account with a daily limit and countries', () => {
    let limited: Harness;
    beforeAll(async () => {
      limited = await openHarness(open, {}, { daily_segments: 5, countries: ['CA', 'US'] });
    });
    afterAll(() => limited.close());
    afterEach(() => {
      limited.setAhead(0);
      expect(limited.faults.splice(0)).toEqual([]);
    });
    const spent = { code: 'daily_limit_reached', status: 422 };
    const long = 'x'.repeat(300);

    it('sends as many segments per day as its limit, and continues the next day', async () => {
      const { client } = limited.account();
      const send = (text = 'Hi') => client.message.send({ to: handset(0, 606), text });
      expect(await send(long)).toMatchObject({ segments: 2 });
      await send(long);
      await expect(send(long)).rejects.toMatchObject(spent);
      expect(await client.message.preview({ to: handset(0, 606), text: long })).toMatchObject({
        would_send: false,
        problem: {
          code: 'daily_limit_reached',
          detail: expect.stringContaining(
            'midnight in the time zone of the account, America/New_York',
          ),
        },
      });
      await send();
      await expect(send()).rejects.toMatchObject(spent);
      limited.setAhead(25 * hour);
      await send(long);
    });

    it('gets its limit for a day even if the clock was wrong before', async () => {
      const { client } = limited.account();
      const send = () => client.message.send({ to: handset(3, 606), text: long });
      limited.setAhead(96 * hour);
      await send();
      await send();
      limited.setAhead(0);
      await send();
      await send();
      await expect(send()).rejects.toMatchObject(spent);
    });

    it('gets no second limit for a day when it changes its time zone', async () => {
      const { client } = limited.account();
      const send = () => client.message.send({ to: handset(2, 606), text: long });
      // These zones never have the same date.
      await client.account.update({ time_zone: 'Pacific/Kiritimati' });
      await send();
      await client.account.update({ time_zone: 'Pacific/Pago_Pago' });
      await send();
      await expect(send()).rejects.toMatchObject(spent);
      await client.account.update({ time_zone: 'Pacific/Kiritimati' });
      await expect(send()).rejects.toMatchObject(spent);
    });

    it('sends as much of a batch, and of simultaneous batches, as its limit allows', async () => {
      const { client, number } = limited.account();
      const messages = ['One', long, 'Two', long, 'Three'].map((text) => ({
        to: handset(1, 606),
        text,
      }));
      const { results } = await client.message.sendBatch({ messages });
      expect(results.map(({ status }) => status)).toEqual([202, 202, 202, 422, 202]);
      expect(number).toBeDefined();
      const other = limited.account();
      const batches = await Promise.all(
        Array.from({ length: 8 }, () =>
          other.client.message.sendBatch({ messages: [{ to: handset(2, 606), text: 'Hi' }] }),
        ),
      );
      const accepted = batches
        .flatMap((batch) => batch.results)
        .filter(({ status }) => status === 202);
      expect(accepted).toHaveLength(5);
    });

    it('counts a scheduled message on the day of its acceptance', async () => {
      const { client } = limited.account();
      const send_at = new Date(Date.now() + 30 * hour).toISOString();
      const messages = Array.from({ length: 5 }, () => ({
        to: handset(3, 606),
        text: 'Hi',
        send_at,
      }));
      await client.message.sendBatch({ messages });
      await expect(client.message.send({ to: handset(3, 606), text: 'Hi' })).rejects.toMatchObject(
        spent,
      );
    });

    it('accepts keywords after its limit is reached, and no longer replies to them', async () => {
      const account = limited.account();
      const [first, ...others] = [0, 1, 2, 3, 4, 5].map((at) => handset(at, 607));
      const stop = async (phone: string) => {
        await account.textFrom(phone, 'STOP');
        await until('the recipient has opted out', async () => {
          const { would_send, problem } = await account.client.message.preview({
            to: phone,
            text: 'Hi',
          });
          return !would_send && problem!.code === 'recipient_opted_out';
        });
      };
      const messages = Array.from({ length: 4 }, () => ({ to: handset(9, 607), text: 'Hi' }));
      await account.client.message.sendBatch({ messages });
      await stop(first!);
      for (const phone of others) await stop(phone);
      const { data } = await account.client.message.list({ direction: 'outbound', limit: 100 });
      expect(data.filter(({ to }) => to !== handset(9, 607)).map(({ to }) => to)).toEqual([first]);
    });

    it('sends a broadcast until its limit is reached, and the rest the next day', async () => {
      const account = limited.account();
      const { client } = account;
      const phones = Array.from({ length: 7 }, (_, at) => handset(at, 608));
      for (const phone of phones) await client.contact.upsert({ phone });
      const audience = { all_contacts: true };
      const { id } = await client.broadcast.create({
        name: 'News',
        text: 'Hi',
        purpose: 'notification',
        audience,
      });
      const reaches = (status: string) =>
        until(`the broadcast is ${status}`, async () => {
          const broadcast = await client.broadcast.get({ id });
          return broadcast.status === status && broadcast;
        });
      expect(await reaches('stopped')).toMatchObject({
        stopped_reason: 'daily_limit_reached',
        counts: { recipients: 7, pending: 2, skipped: 0 },
      });
      limited.setAhead(24 * hour);
      await client.broadcast.resume({ id });
      expect((await reaches('completed')).counts).toMatchObject({ delivered: 7 });
      for (const phone of phones) expect(await account.textsOn(phone)).toHaveLength(1);
    });

    it('spends nothing of the limit of another account', async () => {
      const messages = Array.from({ length: 5 }, () => ({ to: handset(4, 606), text: 'Hi' }));
      await limited.account().client.message.sendBatch({ messages });
      const { results } = await limited.account().client.message.sendBatch({ messages });
      expect(results.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    });

    it('texts its countries and no others', async () => {
      const { client } = limited.account();
      await client.message.send({ to: handset(0, 416), text: 'Hi, Toronto' });
      for (const to of ['+442079460000', '+4915112345678'])
        await expect(client.message.send({ to, text: 'Hi' })).rejects.toMatchObject({
          code: 'recipient_not_allowed',
        });
    });
  });

  describe('an account that may text premium-rate numbers', () => {
    let allowed: Harness;
    beforeAll(async () => {
      allowed = await openHarness(open, {}, { allows_premium: true });
    });
    afterAll(() => allowed.close());

    it('texts them if a carrier has a route', async () => {
      const { client } = allowed.account();
      const sent = await client.message.send({ to: '+19005550123', text: 'Hi' });
      expect(sent).toMatchObject({ status: 'queued' });
      await expect(client.message.send({ to: '+449098790123', text: 'Hi' })).rejects.toMatchObject({
        code: 'no_route',
      });
    });
  });
}
