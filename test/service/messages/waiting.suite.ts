import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { paginate } from '@textloom/shared/client';
import type { Event, Input, Message, contract } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import type { Hook } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

type NewWebhook = Input<(typeof contract)['webhook']['create']>;

/** Tests webhooks that wait for the events of one message and its reply, and that expire. */
export function describeWaiting(harness: () => Harness): void {
  describe('a webhook of one message', () => {
    let account: Account;
    const made: string[] = [];
    beforeAll(() => {
      account = harness().account();
    });
    afterEach(async () => {
      harness().setAhead(0);
      for (const id of made.splice(0))
        await account.client.webhook.delete({ id }).catch(() => undefined);
    });

    const wait = async (
      messageIds: readonly string[],
      change: Partial<NewWebhook> = {},
      hook = harness().receiver.hook(),
    ): Promise<Hook & { readonly id: string }> => {
      const { id } = await account.client.webhook.create({
        url: hook.url,
        events: ['message.*'],
        filter: { message_id: [...messageIds] },
        ...change,
      });
      made.push(id);
      return Object.assign(hook, { id });
    };
    const send = (to: string) => account.client.message.send({ to, text: 'Can you come?' });
    const has = (hook: Hook, count: number) =>
      until(`${count} deliveries have arrived`, () => hook.deliveries.length >= count);
    const seen = ({ deliveries }: Hook) =>
      deliveries.map(({ event }) => {
        const { type, data } = event as Event<'message.received'>;
        return [type, data.text];
      });

    it('gets the events of its message and the replies to it, and nothing of any other', async () => {
      const [asked, other] = [
        await account.client.message.send({
          to: handset(1, 708),
          text: 'Can you come?',
          send_at: new Date(Date.now() + 1_500).toISOString(),
        }),
        await send(handset(2, 708)),
      ];
      const hook = await wait([asked.id]);
      await account.reaches(other.id);
      await account.reaches(asked.id);
      await account.textFrom(handset(2, 708), 'No');
      await account.textFrom(handset(1, 708), 'Yes');
      await has(hook, 3);
      // Several workers deliver the events of a webhook, so a later event can arrive first.
      expect(seen(hook).sort()).toEqual([
        ['message.delivered', 'Can you come?'],
        ['message.received', 'Yes'],
        ['message.sent', 'Can you come?'],
      ]);
    });

    it('gets earlier events once, even if they happen while it is created', async () => {
      const messages = await Promise.all([3, 4, 5, 6, 7, 8].map((at) => send(handset(at, 708))));
      const early = messages[0]!;
      await account.reaches(early.id);
      await account.textFrom(handset(3, 708), 'Yes');
      await until(
        'the reply has arrived',
        async () =>
          (await account.client.message.list({ direction: 'inbound', from: handset(3, 708) })).data
            .length === 1,
      );
      // A text counts as a reply only to a message that has left.
      await until('all messages are sent', async () => {
        const read = messages.map(({ id }) => account.client.message.get({ id }));
        return (await Promise.all(read)).every(({ sent_at }) => sent_at !== null);
      });
      const hooks = await Promise.all(
        messages.map(async ({ id }, at) => {
          const text = account.textFrom(handset(at + 3, 708), 'Now');
          const hook = await wait([id]);
          await text;
          return hook;
        }),
      );
      for (const [at, hook] of hooks.entries()) {
        await has(hook, at === 0 ? 4 : 3);
        expect(
          seen(hook)
            .map(([type, text]) => `${type} ${text}`)
            .sort(),
        ).toEqual([
          'message.delivered Can you come?',
          'message.received Now',
          ...(at === 0 ? ['message.received Yes'] : []),
          'message.sent Can you come?',
        ]);
      }
    });

    it.each([
      ['replaced', (hook: Hook, ids: string[]) => wait(ids, {}, hook)],
      [
        'changed',
        ({ id }: Hook & { readonly id: string }, ids: string[]) =>
          account.client.webhook.update({ id, filter: { message_id: ids } }),
      ],
    ])('gets the earlier events of a message that is added when it is %s', async (_, change) => {
      const [first, second] = [await send(handset(17, 708)), await send(handset(18, 708))];
      for (const { id } of [first, second]) await account.reaches(id);
      const hook = await wait([first.id]);
      await has(hook, 2);
      await change(hook, [first.id, second.id]);
      await has(hook, 4);
      await account.textFrom(handset(18, 708), 'Yes');
      await has(hook, 5);
      const about = hook.deliveries.map(({ event }) => (event as Event<'message.sent'>).data.id);
      expect(about.slice(0, 4)).toEqual([first.id, first.id, second.id, second.id]);
      expect(hook.deliveries).toHaveLength(5);
    });

    it('can be read later: the events of messages and the replies to them, and no others', async () => {
      const [first, second, other] = [
        await send(handset(13, 708)),
        await send(handset(14, 708)),
        await send(handset(15, 708)),
      ];
      for (const { id } of [first, second, other]) await account.reaches(id);
      for (const at of [13, 15]) await account.textFrom(handset(at, 708), 'Yes');
      const read = async (whose: Account, change: object = {}) => {
        const page = { related_to: [first.id, second.id], limit: 2, ...change };
        const events: Event[] = [];
        for await (const event of paginate(whose.client.event.list, page)) events.push(event);
        return events.map(({ type, data }) => `${type} ${(data as Message).in_reply_to}`);
      };
      const type: ['message.received'] = ['message.received'];
      const replies = { type, related_to: [first.id, other.id] };
      await until(
        'the replies are events',
        async () => (await read(account, replies)).length === 2,
      );
      expect(await read(account)).toEqual([
        `message.received ${first.id}`,
        ...Array<unknown>(4).fill(expect.stringMatching(/^message\.(sent|delivered) null$/)),
      ]);
      expect(await read(account, { type, related_to: [second.id, other.id] })).toEqual([
        `message.received ${other.id}`,
      ]);
      expect(await read(harness().account())).toEqual([]);
    });

    it('can be read later: the events from the start of a period to before its end', async () => {
      const first = await send(handset(16, 708));
      await account.reaches(first.id);
      harness().setAhead(40 * 86_400_000);
      const second = await send(handset(17, 708));
      await account.reaches(second.id);
      const readIds = async (period: object) =>
        new Set(
          (await account.client.event.list({ limit: 100, ...period })).data.map(
            ({ data }) => (data as Message).id,
          ),
        );
      const [oldest] = (await account.client.event.list({ message_id: second.id })).data.slice(-1);
      const at = oldest!.timestamp;
      expect(await readIds({ created_after: at })).toEqual(new Set([second.id]));
      const earlier = await readIds({ created_before: at });
      expect([earlier.has(first.id), earlier.has(second.id)]).toEqual([true, false]);
      const both = { related_to: [first.id, second.id] };
      expect(await readIds({ ...both, created_after: at })).toEqual(new Set([second.id]));
      expect(await readIds({ ...both, created_before: at })).toEqual(new Set([first.id]));
      await expect(
        account.client.event.list({ created_after: '2026-02-30T00:00:00Z' }),
      ).rejects.toMatchObject({ code: 'validation_failed', field: 'created_after' });
    });

    it('sends no earlier events to other webhooks again', async () => {
      const { id } = await send(handset(12, 708));
      await account.reaches(id);
      const first = await wait([id]);
      await has(first, 2);
      const second = await wait([id]);
      await has(second, 2);
      await account.textFrom(handset(12, 708), 'Yes');
      await has(first, 3);
      await has(second, 3);
      const had = ['message.delivered', 'message.received', 'message.sent'];
      for (const hook of [first, second])
        expect(
          seen(hook)
            .map(([type]) => type)
            .sort(),
        ).toEqual(had);
    });

    it('gets only the earlier events that it asks for', async () => {
      const { id } = await send(handset(9, 708));
      await account.reaches(id);
      const hook = await wait([id], { events: ['message.delivered'] });
      await has(hook, 1);
      expect(seen(hook)).toEqual([['message.delivered', 'Can you come?']]);
    });

    it('gets nothing of the messages of another account', async () => {
      const stranger = harness().account();
      const theirs = await stranger.client.message.send({ to: handset(10, 708), text: 'Theirs' });
      await stranger.reaches(theirs.id);
      const hook = await wait([theirs.id]);
      const own = await send(handset(11, 708));
      const all = await wait([own.id, theirs.id]);
      await stranger.textFrom(handset(10, 708), 'For them');
      await has(all, 2);
      expect([...seen(hook), ...seen(all)].sort()).toEqual([
        ['message.delivered', 'Can you come?'],
        ['message.sent', 'Can you come?'],
      ]);
    });

    it('gets nothing if another account redelivers the events of its message', async () => {
      const stranger = harness().account();
      const theirs = await stranger.client.message.send({ to: handset(14, 708), text: 'Theirs' });
      await stranger.reaches(theirs.id);
      const hook = await wait([theirs.id]);
      const theirHook = harness().receiver.hook();
      await stranger.client.webhook.create({ url: theirHook.url, events: ['message.*'] });
      for (const { id } of await stranger.eventsOf(theirs.id))
        expect(await stranger.client.event.redeliver({ id })).toEqual({ deliveries: 1 });
      await has(theirHook, 2);
      expect(hook.deliveries).toEqual([]);
    });

    it('gets nothing after it expires, and is deleted', async () => {
      const { id } = await send(handset(12, 708));
      await account.reaches(id);
      const hook = await wait([id], {
        events: ['message.received'],
        expires_at: new Date(Date.now() + 60_000).toISOString(),
      });
      harness().setAhead(61_000);
      const all = await wait([id], { events: ['message.received'] });
      await account.textFrom(handset(12, 708), 'Too late');
      await has(all, 1);
      await until(
        'the webhook is gone',
        async () => (await account.json('GET', `/webhooks/${hook.id}`)).status === 404,
      );
      expect(hook.deliveries).toEqual([]);
    });

    it('gets an event when it expires if it asks for that, and nothing after it', async () => {
      const { id } = await send(handset(13, 708));
      await account.reaches(id);
      const hook = await wait([id], {
        events: ['message.received', 'webhook.expired'],
        expires_at: new Date(Date.now() + 60_000).toISOString(),
      });
      harness().setAhead(61_000);
      await has(hook, 1);
      await account.textFrom(handset(13, 708), 'Too late');
      const all = await wait([id], { events: ['message.received'] });
      await has(all, 1);
      expect(hook.deliveries.map(({ event }) => [event.type, event.data])).toEqual([
        ['webhook.expired', { webhook_id: hook.id }],
      ]);
      // It stays for a day, so that a receiver that is unavailable for a while still gets the
      // event.
      const inTwentyHours = new Date(Date.now() + 72_000_000).toISOString();
      const other = await wait([id], { events: ['message.sent'], expires_at: inTwentyHours });
      harness().setAhead(73_000_000);
      await until(
        'the other webhook is gone',
        async () => (await account.json('GET', `/webhooks/${other.id}`)).status === 404,
      );
      expect(await account.json('GET', `/webhooks/${hook.id}`)).toMatchObject({ status: 200 });
      harness().setAhead(90_000_000);
      await until(
        'the webhook is gone',
        async () => (await account.json('GET', `/webhooks/${hook.id}`)).status === 404,
      );
      expect(hook.deliveries).toHaveLength(1);
    });

    it('gets an event when it expires even if it asks for nothing else', async () => {
      const hook = await wait(['msg_any'], {
        events: ['webhook.expired'],
        expires_at: new Date(Date.now() + 60_000).toISOString(),
      });
      harness().setAhead(61_000);
      await has(hook, 1);
      expect(await account.json('GET', `/webhooks/${hook.id}`)).toMatchObject({
        body: { events: ['webhook.expired'] },
      });
      // Otherwise, it would stay without getting anything.
      const change = (expires_at: string | null) =>
        account.json('PATCH', `/webhooks/${hook.id}`, { expires_at });
      const inTwoDays = new Date(Date.now() + 172_800_000).toISOString();
      for (const time of [null, inTwoDays])
        expect(await change(time)).toMatchObject({
          body: { code: 'validation_failed', errors: [{ pointer: '/events', code: 'required' }] },
        });
      // The receiver can let the webhook go sooner.
      expect(await change(new Date(Date.now() + 90_000).toISOString())).toMatchObject({
        status: 200,
      });
      harness().setAhead(90_000_000);
      await until(
        'the webhook is gone',
        async () => (await account.json('GET', `/webhooks/${hook.id}`)).status === 404,
      );
      expect(hook.deliveries).toHaveLength(1);
    });

    it('works again after it has expired if it gets events and another time', async () => {
      const { id } = await send(handset(13, 709));
      await account.reaches(id);
      const hook = await wait([id], {
        events: ['webhook.expired'],
        expires_at: new Date(Date.now() + 60_000).toISOString(),
      });
      harness().setAhead(61_000);
      await has(hook, 1);
      const change = { events: ['message.received'], expires_at: null };
      await account.json('PATCH', `/webhooks/${hook.id}`, change);
      await account.textFrom(handset(13, 709), 'In time');
      await has(hook, 2);
    });

    it('shows when it expires, and can be extended or made permanent', async () => {
      const soon = new Date(Date.now() + 60_000).toISOString();
      const { id } = await wait(['msg_any'], { expires_at: soon });
      const { webhook } = account.client;
      expect((await webhook.get({ id })).expires_at).toBe(soon);
      const later = new Date(Date.now() + 120_000).toISOString();
      expect((await webhook.update({ id, expires_at: later })).expires_at).toBe(later);
      expect((await webhook.update({ id, events: ['*'] })).expires_at).toBe(later);
      expect((await webhook.update({ id, expires_at: null })).expires_at).toBeNull();
      await expect(
        webhook.update({ id, expires_at: new Date(Date.now() - 1_000).toISOString() }),
      ).rejects.toMatchObject({ field: 'expires_at' });
    });
  });
}
