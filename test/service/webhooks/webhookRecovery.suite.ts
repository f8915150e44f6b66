import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';
import { secret, setWebhookStage } from './webhookStage.ts';

/** Tests what a webhook gets once its receiver works again. */
export function describeRecovery(harness: () => Harness): void {
  describe('a webhook', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    const {
      subscribe,
      delivered,
      retried,
      logged,
      countSoon,
      typesInTheEnd,
      readDeliveries,
      responding,
    } = setWebhookStage(harness, () => account);

    it('whose receiver is back gets what waits before the next attempt is due', async () => {
      const hook = responding(503);
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      const phones = [1, 2, 3, 4].map((last) => handset(last, 727));
      for (const phone of phones) await account.client.contact.upsert({ phone });
      await logged(id, 4);
      // The second attempt makes the third one due in an hour.
      harness().setAhead(3_600_000);
      await retried(id, 8);
      harness().setAhead(0);
      hook.deliveries.length = 0;
      hook.response = (response) => response.end();
      await account.client.contact.upsert({ phone: handset(5, 727) });
      await delivered(hook, 5);
      const [first, ...waiting] = hook.deliveries.map(
        ({ event }) => (event as Event<'contact.created'>).data.phone,
      );
      expect([first, ...waiting.sort()]).toEqual([handset(5, 727), ...phones]);
    });

    it('gets what waits when the receiver of another one at the same server is back', async () => {
      const stranger = harness().account();
      const events = ['contact.created' as const];
      const [hook, other, foreign] = [responding(503), responding(503), responding(503)];
      const { id } = await subscribe(hook, { secret, events });
      const neighbor = await subscribe(other, { secret, events });
      const { url } = foreign;
      const unrelated = await stranger.client.webhook.create({ url, secret, events });
      harness().setAhead(3_600_000);
      for (const { client } of [stranger, account])
        await client.contact.upsert({ phone: handset(1, 733) });
      for (const one of [id, neighbor.id, unrelated.id]) await logged(one, 1);
      harness().setAhead(0);
      for (const one of [hook, other, foreign]) one.response = (response) => response.end();
      await account.client.webhook.test({ id });
      await Promise.all([delivered(hook, 3), delivered(other, 2)]);
      expect(foreign.deliveries).toHaveLength(1);
      expect(await countSoon(unrelated.id)).toBe(0);
    });

    it('whose receiver is back twice gets what waits both times, at first a hundred events', async () => {
      const hook = harness().receiver.hook();
      const toPhone = (at: number) => `+1726555${String(at).padStart(4, '0')}`;
      const isPhone = (at: number, body: string) => body.includes(toPhone(at));
      let accepts = (body: string): boolean => body === '';
      hook.response = (response) => {
        const { body } = hook.deliveries.at(-1)!;
        response.writeHead(accepts(body) ? 204 : 503).end();
      };
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      const create = (at: number) => account.client.contact.upsert({ phone: toPhone(at) });
      // Retries that are due in an hour.
      harness().setAhead(3_600_000);
      const count = 130;
      for (let at = 0; at < count; at += 13)
        await Promise.all(Array.from({ length: 13 }, (_, more) => create(at + more)));
      await logged(id, count);
      harness().setAhead(0);

      accepts = (body) => isPhone(count, body);
      await create(count);
      await logged(id, count + 1 + 100);
      await until('nothing waits', async () => (await countSoon(id)) === 0);
      // A job can have several deliveries.
      const first = hook.deliveries.length;
      expect(first).toBeGreaterThanOrEqual(count + 1 + 100);
      expect(first).toBeLessThanOrEqual(count + 1 + count);
      const early = (await readDeliveries(id)).filter(({ attempt }) => attempt === 2);
      for (const { next_attempt_at } of early)
        expect(Date.parse(next_attempt_at!) - Date.now()).toBeGreaterThan(3_500_000);

      hook.deliveries.length = 0;
      harness().setAhead(61_000);
      accepts = () => true;
      await create(count + 1);
      await delivered(hook, count + 1, 150);
      const all = Array.from({ length: count }, (_, at) => at);
      for (const at of [...all, count + 1])
        expect(hook.deliveries.filter(({ body }) => isPhone(at, body))).toHaveLength(1);
    });

    it('that is created or enabled again gets what waits', async () => {
      const hook = responding(503);
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      await account.client.contact.upsert({ phone: handset(1, 728) });
      await retried(id, 2);
      await account.client.webhook.create({ url: hook.url, events: ['contact.created'] });
      await delivered(hook, 3, 10);
      await logged(id, 3);
      await account.client.webhook.update({ id, status: 'enabled' });
      expect(await typesInTheEnd(id, hook, 3)).toEqual(Array(3).fill('contact.created'));
    });

    it('gets nothing that waits and that its new filter does not let through', async () => {
      const hook = responding(503);
      const events = ['contact.created' as const, 'message.sent' as const];
      const [old, next] = [handset(1, 734), handset(2, 734)];
      const { id } = await subscribe(hook, { secret, events, filter: { to: [old] } });
      harness().setAhead(3_600_000);
      await account.client.contact.upsert({ phone: old });
      await account.client.message.send({ to: old, text: 'Hi', purpose: 'notification' });
      await logged(id, 2);
      harness().setAhead(0);
      hook.deliveries.length = 0;
      hook.response = (response) => response.end();
      await account.client.webhook.update({ id, status: 'enabled', filter: { to: [next] } });
      expect(await typesInTheEnd(id, hook, 1)).toEqual(['contact.created']);
      await until('nothing waits', async () => (await countSoon(id)) === 0);
      expect(await typesInTheEnd(id, hook, 2)).toEqual(['contact.created', 'webhook.test']);
    });

    it.each([
      ['once, if it is refused again', {}, 2, 729],
      ['not before the time that the receiver asked for', { 'retry-after': '600' }, 1, 730],
    ])('gets an event early %s', async (_, headers, attempts, last) => {
      const hook = harness().receiver.hook();
      const refused = handset(1, last);
      hook.response = (response) => {
        const isRefused = hook.deliveries.at(-1)!.body.includes(refused);
        response.writeHead(isRefused ? 503 : 204, isRefused ? headers : {}).end();
      };
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      // The first attempt makes the second one due in an hour, unless it starts early.
      harness().setAhead(3_600_000);
      for (const [at, phone] of [refused, handset(2, last), handset(3, last)].entries()) {
        await account.client.contact.upsert({ phone });
        const least = 1 + at + (at > 0 ? attempts - 1 : 0);
        await logged(id, least);
        harness().setAhead(0);
      }
      await typesInTheEnd(id, hook, 2 + attempts);
      await logged(id, 2 + attempts + 1);
      expect(await countSoon(id)).toBe(0);
      const seen = hook.deliveries.filter(({ body }) => body.includes(refused));
      expect(seen).toHaveLength(attempts);
    });

    it('gets the waiting events when it is enabled, even if its URL changed before', async () => {
      const { id } = await subscribe(responding(503), { secret, events: ['contact.created'] });
      harness().setAhead(3_600_000);
      await account.client.contact.upsert({ phone: handset(1, 732) });
      await logged(id, 1);
      harness().setAhead(0);
      await account.client.webhook.update({ id, status: 'disabled' });
      const hook = harness().receiver.hook();
      await account.client.webhook.update({ id, url: hook.url });
      // A delivery that starts while the webhook is disabled ends.
      expect(await countSoon(id)).toBe(0);
      await account.client.webhook.update({ id, status: 'enabled' });
      await delivered(hook, 1);
    });

    it('gets an event when it asks for it, after it refused an early attempt', async () => {
      const hook = harness().receiver.hook();
      const refused = handset(1, 731);
      const attempts = () => hook.deliveries.filter(({ body }) => body.includes(refused)).length;
      hook.response = (response) => {
        const isRefused = hook.deliveries.at(-1)!.body.includes(refused) && attempts() < 3;
        const delay = attempts() === 2 ? { 'retry-after': '1' } : {};
        response.writeHead(isRefused ? 503 : 204, isRefused ? delay : {}).end();
      };
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      harness().setAhead(3_600_000);
      await account.client.contact.upsert({ phone: refused });
      await logged(id, 1);
      harness().setAhead(0);
      await account.client.contact.upsert({ phone: handset(2, 731) });
      await until('the event has arrived', async () => {
        await harness().makeDue('deliver');
        return attempts() === 3;
      });
    });
  });
}
