import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { verified, type Hook } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { day, secret, setWebhookStage } from './webhookStage.ts';

/** Tests deliveries that fail, and receivers that acknowledge or claim them. */
export function describeRetries(harness: () => Harness): void {
  describe('a webhook', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    const { subscribe, delivered, retried, typesInTheEnd, readDeliveries, tried, responding, get } =
      setWebhookStage(harness, () => account);

    it('retries after about 5 seconds with the same ID and body, and a new signature', async () => {
      const hook = harness().receiver.hook();
      hook.response = (response, count) => response.writeHead(count === 1 ? 500 : 204).end();
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      await account.client.contact.upsert({ phone: handset(5, 707) });
      await delivered(hook, 2);
      const [first, second] = hook.deliveries;
      expect(second!.at - first!.at).toBeGreaterThan(3_900);
      expect(second!.at - first!.at).toBeLessThan(60_000);
      expect(second!.body).toBe(first!.body);
      expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
      expect(second!.headers['webhook-timestamp']).not.toBe(first!.headers['webhook-timestamp']);
      expect(verified(second!, secret)).toEqual(first!.event);
      const log = await until('both deliveries are logged', async () => {
        const deliveries = await readDeliveries(id);
        return deliveries.length === 2 && deliveries;
      });
      expect(log).toMatchObject([
        { attempt: 2, status: 'succeeded', status_code: 204, next_attempt_at: null },
        { attempt: 1, status: 'failed', status_code: 500, event_id: first!.event.id },
      ]);
      const wait = Date.parse(log[1]!.next_attempt_at!) - Date.parse(log[1]!.started_at);
      expect(wait).toBeGreaterThanOrEqual(4_000);
      // The attempt after that would start five minutes later.
      expect(wait).toBeLessThan(30_000);
    });

    describe('whose receiver acknowledges an event', () => {
      const failing = (hook: Hook, before: (event: Event) => Promise<void> = async () => {}) => {
        hook.response = (response) =>
          void before(hook.deliveries.at(-1)!.event).then(() => response.writeHead(503).end());
      };
      const logged = (id: string, eventId: string) =>
        until('the attempt is logged', async () => {
          const found = (await readDeliveries(id)).filter(({ event_id }) => event_id === eventId);
          return found.length > 0 && found;
        });

      it('gets no further attempt, even if its response was lost', async () => {
        const hook = harness().receiver.hook();
        const { id } = await subscribe(hook, { events: ['webhook.*'] });
        failing(hook, (event) => account.client.webhook.acknowledge({ id, event_ids: [event.id] }));
        const { event_id } = await account.client.webhook.test({ id });
        expect(await logged(id, event_id)).toMatchObject([
          { status: 'succeeded', status_code: 503, next_attempt_at: null },
        ]);
      });

      it('has a log and a state as if it had accepted the attempts', async () => {
        const hook = harness().receiver.hook();
        failing(hook);
        const { id } = await subscribe(hook, { events: ['webhook.*'] });
        const attempt = async (ahead: number) => {
          harness().setAhead(ahead);
          const { event_id } = await account.client.webhook.test({ id });
          await logged(id, event_id);
          return event_id;
        };
        const [first, second] = [await attempt(0), await attempt(0)];
        await account.client.webhook.acknowledge({ id, event_ids: [first] });
        const [own] = await logged(id, first);
        expect(own).toMatchObject({ status: 'succeeded', status_code: 503, next_attempt_at: null });
        expect((await account.client.event.deliveries({ id: first })).data[0]).toEqual(own);
        for (const one of await logged(id, second))
          expect(one).toMatchObject({ status: 'failed', next_attempt_at: expect.any(String) });
        const { data } = await account.client.webhook.deliveries({ id, status: 'failed' });
        expect([...new Set(data.map(({ event_id }) => event_id))]).toEqual([second]);
        await attempt(4 * day);
        expect((await get(id)).failing_since).toEqual(expect.any(String));
        await account.client.webhook.acknowledge({ id, event_ids: [second] });
        expect((await get(id)).failing_since).toBeNull();
        await attempt(9.4 * day);
        expect((await get(id)).status).toBe('enabled');
        failing(hook, (event) => account.client.webhook.acknowledge({ id, event_ids: [event.id] }));
        await attempt(13 * day);
        expect((await get(id)).failing_since).toBeNull();
        failing(hook);
        await attempt(14.6 * day);
        expect((await get(id)).status).toBe('enabled');
        expect((await logged(id, first)).map(({ status }) => status)).toEqual(['succeeded']);
      });

      it.each([
        ['between two attempts', {}, 711],
        ['before the time that it asked for', { 'retry-after': '1' }, 712],
      ])('%s gets no second one, while other webhooks and events do', async (_, headers, area) => {
        const [hook, other] = [harness().receiver.hook(), harness().receiver.hook()];
        hook.response = (response) => response.writeHead(503, headers).end();
        failing(other);
        const events = ['contact.created'];
        const { id } = await subscribe(hook, { events });
        await subscribe(other, { events });
        await account.client.contact.upsert({ phone: handset(6, area) });
        await account.client.contact.upsert({ phone: handset(7, area) });
        await delivered(hook, 2);
        const [first, second] = hook.deliveries.map(({ event }) => event.id);
        const [attempt] = await logged(id, first!);
        await account.client.webhook.acknowledge({ id, event_ids: [first!, 'evt_unknown'] });
        await delivered(hook, 3);
        await delivered(other, 4);
        const planned = Date.parse(attempt!.next_attempt_at!);
        await until('a second attempt would be due', () => Date.now() > planned);
        await typesInTheEnd(id, hook, 3);
        const contacts = hook.deliveries.filter(({ event }) => event.type === 'contact.created');
        expect(contacts.map(({ event }) => event.id)).toEqual([first, second, second]);
      });

      it('does not get it again when the account redelivers it, while other webhooks do', async () => {
        const [hook, other] = [harness().receiver.hook(), harness().receiver.hook()];
        const { id } = await subscribe(hook, { events: ['contact.created'] });
        await subscribe(other, { events: ['contact.created'] });
        await account.client.contact.upsert({ phone: handset(6, 713) });
        await delivered(hook, 1);
        await delivered(other, 1);
        const event = hook.deliveries[0]!.event.id;
        await account.client.webhook.acknowledge({ id, event_ids: [event] });
        expect(await account.client.event.redeliver({ id: event })).toEqual({ deliveries: 1 });
        await delivered(other, 2);
        expect(other.deliveries.map((one) => one.event.id)).toEqual([event, event]);
        expect(hook.deliveries).toHaveLength(1);
      });

      it('cannot acknowledge for another account', async () => {
        const hook = harness().receiver.hook();
        failing(hook);
        const { id } = await subscribe(hook, { events: ['webhook.*'] });
        const { event_id } = await account.client.webhook.test({ id });
        await logged(id, event_id);
        const stranger = harness().account();
        await expect(
          stranger.client.webhook.acknowledge({ id, event_ids: [event_id] }),
        ).rejects.toMatchObject({ code: 'not_found' });
        const theirs = await stranger.client.webhook.create({ url: hook.url, events: ['*'] });
        await tried(theirs.id, stranger);
        await stranger.client.webhook.acknowledge({ id: theirs.id, event_ids: [event_id] });
        const { failing_since } = await stranger.client.webhook.get({ id: theirs.id });
        expect(failing_since).not.toBeNull();
        await until('the service tries again', async () => {
          await harness().makeDue('deliver');
          return (await logged(id, event_id)).length === 2;
        });
      });
    });

    describe('whose receiver has several processes', () => {
      const claim = (id: string, event_id: string, claimant: string) =>
        account.client.webhook.claim({ id, event_id, claimant }).then(({ status }) => status);
      /** Delivers an event, and resolves after the attempt is in the log. */
      const attempted = async (hook: Hook) => {
        const { id } = await subscribe(hook, { events: ['webhook.*'] });
        const { event_id } = await account.client.webhook.test({ id });
        await until('the attempt is logged', async () => (await readDeliveries(id)).length > 0);
        return { id, event_id };
      };

      it('gets the number of the attempt', async () => {
        const hook = harness().receiver.hook();
        hook.response = (response) =>
          response.writeHead(hook.deliveries.length === 1 ? 503 : 204).end();
        const { id } = await attempted(hook);
        await retried(id, 2);
        expect(hook.deliveries.map(({ headers }) => headers['webhook-attempt'])).toEqual([
          '1',
          '2',
        ]);
      });

      it('lets one of them claim an event, and tells the others when it is handled', async () => {
        const { id, event_id } = await attempted(responding(503));
        const all = ['one', 'two', 'three'];
        const statuses = await Promise.all(all.map((one) => claim(id, event_id, one)));
        expect(statuses.toSorted()).toEqual(['busy', 'busy', 'granted']);
        const owner = all[statuses.indexOf('granted')]!;
        expect(await claim(id, event_id, owner)).toBe('granted');
        harness().setAhead(21_000);
        expect(await claim(id, event_id, 'four')).toBe('granted');
        await account.client.webhook.acknowledge({ id, event_ids: [event_id] });
        for (const one of all) expect(await claim(id, event_id, one)).toBe('handled');
      });

      it('gets the current state if a claim or acknowledgement is repeated with its key', async () => {
        const { id, event_id } = await attempted(responding(503));
        const request = async (path: string, body: object) => {
          const key = { 'idempotency-key': `${path}-${event_id}` };
          const response = await account.json('POST', `/webhooks/${id}/${path}`, body, key);
          expect(response.headers).not.toHaveProperty('idempotent-replayed');
          return response;
        };
        const repeat = async () => (await request('claim', { event_id, claimant: 'one' })).body;
        expect(await repeat()).toEqual({ status: 'granted' });
        harness().setAhead(21_000);
        expect(await claim(id, event_id, 'two')).toBe('granted');
        expect(await repeat()).toEqual({ status: 'busy' });
        for (const attempt of [1, 2]) {
          const { status } = await request('acknowledge', { event_ids: [event_id] });
          expect([attempt, status]).toEqual([attempt, 204]);
        }
        expect(await repeat()).toEqual({ status: 'handled' });
      });

      it('refuses every claim of an event directly after an attempt without a response', async () => {
        const hook = harness().receiver.hook();
        hook.response = (response) => response.destroy();
        const { id, event_id } = await attempted(hook);
        expect(await claim(id, event_id, 'one')).toBe('busy');
        await account.client.webhook.acknowledge({ id, event_ids: [event_id] });
        expect(await claim(id, event_id, 'one')).toBe('handled');
      });

      it('lets a process claim an event after an attempt that reached nobody', async () => {
        const { id } = await account.client.webhook.create({
          url: 'http://127.0.0.1:9/',
          events: ['webhook.*'],
        });
        const { event_id } = await account.client.webhook.test({ id });
        await until('the attempt is logged', async () => (await readDeliveries(id)).length > 0);
        expect(await claim(id, event_id, 'one')).toBe('granted');
      });

      it('cannot claim an event for another account', async () => {
        const { id, event_id } = await attempted(responding(503));
        const stranger = harness().account();
        const input = { event_id, claimant: 'one' };
        const refused = { code: 'not_found' };
        await expect(stranger.client.webhook.claim({ ...input, id })).rejects.toMatchObject(
          refused,
        );
        const url = harness().receiver.hook().url;
        const theirs = await stranger.client.webhook.create({ url, events: ['*'] });
        await expect(
          stranger.client.webhook.claim({ ...input, id: theirs.id }),
        ).rejects.toMatchObject(refused);
      });
    });

    it.each([
      [301, { location: '/elsewhere' }],
      [307, { location: '/elsewhere' }],
      [304, {}],
      [404, {}],
      [429, { 'retry-after': '60' }],
    ] as const)(
      'fails if it responds with %i, and is not followed elsewhere',
      async (status, headers) => {
        const hook = harness().receiver.hook();
        hook.response = (response) => response.writeHead(status, headers).end('no');
        const { id } = await subscribe(hook);
        await account.client.webhook.test({ id });
        await delivered(hook, 1);
        const [log] = await until('the delivery is logged', async () => {
          const deliveries = await readDeliveries(id);
          return deliveries.length > 0 && deliveries;
        });
        expect(log).toMatchObject({ status: 'failed', status_code: status, attempt: 1 });
        const wait = Date.parse(log!.next_attempt_at!) - Date.parse(log!.started_at);
        if (status === 429) expect(wait).toBeGreaterThanOrEqual(59_000);
        else expect(wait).toBeLessThan(30_000);
      },
    );

    it('without a reachable receiver says why in its log', async () => {
      const { id } = await subscribe({
        url: 'http://127.0.0.1:9/hook',
        deliveries: [],
        response: () => undefined,
      });
      await account.client.webhook.test({ id });
      const [log] = await until('the delivery is logged', async () => {
        const deliveries = await readDeliveries(id);
        return deliveries.length > 0 && deliveries;
      });
      expect(log).toMatchObject({
        status_code: null,
        response_body: null,
        error: 'The connection was refused',
      });
    });
  });
}
