import { beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import type { Event, Input, MessageEventData, contract } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { verified, type Delivered, type Hook } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

type NewWebhook = Input<(typeof contract)['webhook']['create']>;
type Received = Event & { readonly data: MessageEventData };

const anna = handset(0, 918);
const ben = handset(1, 918);
const secret = `whsec_${Buffer.from('a secret of 24 bytes ...').toString('base64')}`;

/** Tests webhooks that join the texts which a person sends in quick succession. */
export function describeBursts(harness: () => Harness): void {
  describe('a webhook with a burst window', () => {
    let account: Account;
    let ahead = 0;
    beforeEach(() => {
      account = harness().account();
    });
    afterEach(() => harness().setAhead((ahead = 0)));

    const pass = (seconds: number) => harness().setAhead((ahead += seconds * 1_000));
    const subscribe = async (
      change: Partial<NewWebhook> = {},
      hook = harness().receiver.hook(),
    ) => {
      const webhook = await account.client.webhook.create({
        url: hook.url,
        events: ['message.received'],
        burst_seconds: 60,
        secret,
        ...change,
      });
      return Object.assign(hook, { id: webhook.id });
    };
    /** Types a text and waits until the service has received it. */
    const text = async (from: string, words: string) => {
      await account.textFrom(from, words);
      return until('the text has arrived', async () => {
        const { data } = await account.client.message.list({ direction: 'inbound', from });
        return data.find((one) => one.text === words);
      });
    };
    const has = (hook: Hook, count: number, seconds?: number) =>
      until(`${count} deliveries have arrived`, () => hook.deliveries.length >= count, seconds);
    const listTexts = ({ deliveries }: Hook) =>
      deliveries.map(({ event }) => (event as Received).data.text);
    /** Waits until the webhook has had the time to deliver what is due. */
    const settle = async ({ id, deliveries }: Hook & { readonly id: string }) => {
      const { event_id } = await account.client.webhook.test({ id });
      await until('the test event has arrived', () =>
        deliveries.some(({ event }) => event.id === event_id),
      );
      const at = deliveries.findIndex(({ event }) => event.id === event_id);
      deliveries.splice(at, 1);
    };

    it('shows the window, and changes and removes it', async () => {
      const { webhook } = account.client;
      const { id } = await subscribe({ burst_seconds: 5 });
      const seconds = async () => (await webhook.get({ id })).burst_seconds;
      expect(await seconds()).toBe(5);
      expect(await webhook.update({ id, events: ['*'] })).toMatchObject({ burst_seconds: 5 });
      expect(await webhook.update({ id, burst_seconds: 7 })).toMatchObject({ burst_seconds: 7 });
      expect(await webhook.update({ id, burst_seconds: null })).toMatchObject({
        burst_seconds: null,
      });
      for (const burst_seconds of [0, 61, 1.5])
        await expect(webhook.update({ id, burst_seconds })).rejects.toMatchObject({
          field: 'burst_seconds',
        });
    });

    it('gets quick texts as one signed event, while others get each text immediately', async () => {
      await account.client.contact.upsert({ phone: anna, first_name: 'Anna' });
      const [joined, single] = [await subscribe(), await subscribe({ burst_seconds: null })];
      const sent = [await text(anna, 'hi'), await text(anna, 'are you'), await text(anna, 'open?')];
      await has(single, 3);
      await settle(joined);
      expect(joined.deliveries).toEqual([]);
      pass(60);
      await has(joined, 1);
      const [delivered] = joined.deliveries as [Delivered];
      const event = verified(delivered, secret) as Received;
      expect(event.type).toBe('message.received');
      const newest = (await account.eventsOf(sent[2]!.id))[0]!;
      expect(event.data).toEqual({
        ...newest.data,
        text: 'hi\nare you\nopen?',
        burst: sent.map(({ id, text, media, keyword, created_at }) => ({
          message_id: id,
          text,
          media,
          keyword,
          created_at,
        })),
      });
      expect(event.data.contact).toMatchObject({ first_name: 'Anna' });
      expect(delivered.headers['webhook-id']).toBe(event.id);
      expect(listTexts(single)).toEqual(['hi', 'are you', 'open?']);
      await settle(joined);
      expect(joined.deliveries).toHaveLength(1);
    });

    it('leaves the joined event to its webhook when another one gets the earlier events', async () => {
      const joined = await subscribe();
      const { id } = await account.client.message.send({ to: anna, text: 'Open today' });
      await account.reaches(id);
      await text(anna, 'hi');
      await text(anna, 'there');
      pass(60);
      await has(joined, 1);
      const [conversation] = (await account.client.conversation.list({})).data;
      await account.client.conversation.update({ id: conversation!.id, status: 'closed' });
      const late = await subscribe({
        ...{ burst_seconds: null, events: ['*'], filter: { message_id: [id] } },
      });
      await has(late, 4);
      await settle(late);
      expect(late.deliveries.map(({ event }) => event.type).sort()).toEqual(
        ['message.delivered', 'message.received', 'message.received', 'message.sent'].sort(),
      );
      expect(listTexts(late).sort()).toEqual(['Open today', 'Open today', 'hi', 'there'].sort());
    });

    it('leaves the single events in the list, and the joined one out', async () => {
      const hook = await subscribe();
      const [first] = [await text(anna, 'hi'), await text(anna, 'there')];
      pass(60);
      await has(hook, 1);
      const { data } = await account.client.event.list({ type: ['message.received'] });
      expect(data.map(({ data }) => (data as MessageEventData).text)).toEqual(['there', 'hi']);
      expect(data.every(({ data }) => (data as MessageEventData).burst === null)).toBe(true);
      expect(await account.eventsOf(first.id)).toHaveLength(1);
    });

    it('gets the joined event again byte for byte when it is redelivered, and nobody else does', async () => {
      const [hook, other] = [await subscribe(), await subscribe({ burst_seconds: null })];
      await text(anna, 'hi');
      await text(anna, 'there');
      pass(60);
      await has(hook, 1);
      const { id } = hook.deliveries[0]!.event;
      expect(await account.client.event.redeliver({ id })).toEqual({ deliveries: 1 });
      await has(hook, 2);
      expect(hook.deliveries[1]!.body).toBe(hook.deliveries[0]!.body);
      expect(hook.deliveries[1]!.headers['webhook-id']).toBe(id);
      await until(
        'both deliveries are logged',
        async () => (await account.client.event.deliveries({ id })).data.length === 2,
      );
      expect(listTexts(other)).toEqual(['hi', 'there']);
      await expect(harness().account().client.event.redeliver({ id })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('keeps people and webhooks apart, and gets other events immediately', async () => {
      const [all, some] = [
        await subscribe({ events: ['message.*'] }),
        await subscribe({ filter: { from: [ben] } }),
      ];
      for (const [from, words] of [
        [anna, 'a1'],
        [ben, 'b1'],
        [anna, 'a2'],
        [ben, 'b2'],
      ] as const)
        await text(from, words);
      const { id } = await account.client.message.send({ to: anna, text: 'Hello' });
      await account.reaches(id);
      await has(all, 2);
      expect(all.deliveries.map(({ event }) => event.type)).toEqual([
        'message.sent',
        'message.delivered',
      ]);
      pass(60);
      await has(all, 4);
      await has(some, 1);
      expect(listTexts(all).slice(2).sort()).toEqual(['a1\na2', 'b1\nb2']);
      expect(listTexts(some)).toEqual(['b1\nb2']);
      const ids = [...all.deliveries, ...some.deliveries].map(({ event }) => event.id);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('gets a STOP immediately, together with the texts before it', async () => {
      const hook = await subscribe();
      await text(anna, 'I do not want this');
      await text(anna, 'STOP');
      // The burst would last 60 seconds.
      await has(hook, 1, 30);
      expect(hook.deliveries[0]!.event.data).toMatchObject({
        text: 'I do not want this\nSTOP',
        keyword: 'stop',
      });
      await text(anna, 'START');
      await text(anna, 'Sorry');
      pass(60);
      await has(hook, 2);
      expect(hook.deliveries[1]!.event.data).toMatchObject({
        text: 'START\nSorry',
        keyword: 'start',
      });
    });

    it('gets what waits as soon as it has no window anymore, or a shorter one', async () => {
      const hook = await subscribe();
      const { webhook } = account.client;
      await text(anna, 'hi');
      await webhook.update({ id: hook.id, burst_seconds: null });
      await has(hook, 1);
      await text(anna, 'there');
      await has(hook, 2);
      await webhook.update({ id: hook.id, burst_seconds: 60 });
      await text(anna, 'how');
      await text(anna, 'are you');
      await webhook.update({ id: hook.id, burst_seconds: 2 });
      pass(3);
      await has(hook, 3);
      await subscribe({ burst_seconds: 60 }, hook);
      await text(anna, 'bye');
      await subscribe({ burst_seconds: null }, hook);
      await has(hook, 4);
      expect(listTexts(hook)).toEqual(['hi', 'there', 'how\nare you', 'bye']);
    });

    it('gets nothing while it is disabled, and leaves nothing behind when it is deleted', async () => {
      const [disabled, deleted, other] = [await subscribe(), await subscribe(), await subscribe()];
      const { webhook } = account.client;
      await text(anna, 'hi');
      await webhook.update({ id: disabled.id, status: 'disabled' });
      await webhook.delete({ id: deleted.id });
      pass(60);
      await has(other, 1);
      await webhook.update({ id: disabled.id, status: 'enabled' });
      await text(anna, 'there');
      pass(60);
      await has(disabled, 1);
      await has(other, 2);
      expect(listTexts(disabled)).toEqual(['there']);
      expect(deleted.deliveries).toEqual([]);
    });

    it('gets texts before it expires, even if its window is longer', async () => {
      const hook = await subscribe({
        expires_at: new Date(Date.now() + 30_000).toISOString(),
      });
      await text(anna, 'hi');
      await has(hook, 1);
      expect(listTexts(hook)).toEqual(['hi']);
    });

    it('gets what waits shortly before it expires, even if it expires earlier than planned', async () => {
      const hook = await subscribe();
      const inSeconds = (seconds: number) =>
        new Date(Date.now() + ahead + seconds * 1_000).toISOString();
      await text(anna, 'hi');
      await account.client.webhook.update({ id: hook.id, expires_at: inSeconds(4) });
      await has(hook, 1);
      await subscribe({ expires_at: inSeconds(90) }, hook);
      await text(anna, 'are you');
      await subscribe({ expires_at: inSeconds(40) }, hook);
      await settle(hook);
      expect(listTexts(hook)).toEqual(['hi']);
      pass(36);
      await has(hook, 2);
      expect(listTexts(hook)).toEqual(['hi', 'are you']);
    });

    it('of one message joins earlier replies with later ones', async () => {
      const asked = await account.client.message.send({ to: anna, text: 'Can you come?' });
      await account.reaches(asked.id);
      await text(anna, 'Yes');
      const hook = await subscribe({ filter: { message_id: [asked.id] } });
      await text(anna, 'at six');
      pass(60);
      await has(hook, 1);
      expect(listTexts(hook)).toEqual(['Yes\nat six']);
    });
  });
}
