import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { Event, Input, contract } from '@textloom/shared/contract';
import { deriveWebhookSecret } from '@textloom/shared/webhooks';
import { handset, type Account, type Harness } from './harness.ts';
import { verified, type Hook } from './receiver.ts';
import { until } from './until.ts';

type NewWebhook = Input<(typeof contract)['webhook']['create']>;

/** Tests deliveries to receivers that respond correctly, late, wrongly or not at all. */
export function describeWebhooks(harness: () => Harness): void {
  describe('a webhook', () => {
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

    const secret = deriveWebhookSecret('key', 'url');
    const subscribe = async (hook: Hook, change: Partial<NewWebhook> = {}) => {
      const webhook = await account.client.webhook.create({
        url: hook.url,
        events: ['*'],
        ...change,
      });
      made.push(webhook.id);
      return webhook;
    };
    const send = (to = handset(1, 707), purpose: 'notification' | 'otp' = 'notification') =>
      account.client.message.send({ to, text: 'Hi', purpose });
    const delivered = (hook: Hook, count: number, seconds = 20) =>
      until(`${count} deliveries have arrived`, () => hook.deliveries.length >= count, seconds);
    const typesOf = (hook: Hook) => hook.deliveries.map(({ event }) => event.type);
    /**
     * Returns the types of everything that a webhook has received. Waits for `count` events, and
     * for a test event that only this webhook gets, after all others have happened.
     */
    const typesInTheEnd = async (id: string, hook: Hook, count: number) => {
      const { event_id } = await account.client.webhook.test({ id });
      await until('the test event has arrived', () =>
        hook.deliveries.some(({ event }) => event.id === event_id),
      );
      await delivered(hook, count + 1);
      return hook.deliveries
        .filter(({ event }) => event.id !== event_id)
        .map(({ event }) => event.type)
        .sort();
    };
    const deliveriesOf = async (id: string) =>
      (await account.client.webhook.deliveries({ id, limit: 100 })).data;

    it('is created once per address: 201, then 200 with the same ID', async () => {
      const { url } = harness().receiver.hook();
      const first = await account.json('POST', '/webhooks', { url, events: ['*'] });
      const again = await account.json('POST', '/webhooks', { url, events: ['message.received'] });
      expect([first.status, again.status]).toEqual([201, 200]);
      const { id } = first.body as { id: string };
      made.push(id);
      expect(again.body).toMatchObject({ id, events: ['message.received'], secret: null });
      expect((await account.client.webhook.list({ url })).data).toHaveLength(1);
      const many = await Promise.all(
        Array.from({ length: 8 }, () =>
          account.json('POST', '/webhooks', { url: `${url}-many`, events: ['*'] }),
        ),
      );
      made.push(...many.map(({ body }) => (body as { id: string }).id));
      expect(many.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
      expect(new Set(many.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    });

    it('is refused if the account has the maximum number, until one is deleted', async () => {
      const own = harness().account();
      const { url } = harness().receiver.hook();
      const create = (name: string, message?: string) =>
        own.json('POST', '/webhooks', {
          url: `${url}-${name}`,
          events: ['message.*'],
          ...(message && { filter: { message_id: [message] } }),
        });
      const many = (prefix: string, message?: string) =>
        Promise.all(Array.from({ length: 110 }, (_, at) => create(`${prefix}${at}`, message)));
      const tally = (responses: readonly { readonly status: number }[]) =>
        [201, 409].map((status) => responses.filter((one) => one.status === status).length);
      const refused = { status: 409, body: { code: 'limit_reached' } };

      const general = await many('general');
      expect(tally(general)).toEqual([100, 10]);
      const first = general.find(({ status }) => status === 201)!.body as {
        id: string;
        url: string;
      };
      expect(await own.json('POST', '/webhooks', { url: first.url, events: ['*'] })).toMatchObject({
        status: 200,
      });

      // Webhooks for one message have a separate limit, and cannot become general ones.
      expect(tally(await many('reply', 'msg_1'))).toEqual([100, 10]);
      const other = await create('other', 'msg_2');
      expect(other.status).toBe(201);
      expect(await create('other')).toMatchObject(refused);
      const path = `/webhooks/${(other.body as { id: string }).id}`;
      expect(await own.json('PATCH', path, { filter: null })).toMatchObject(refused);
      expect(await own.json('PATCH', path, { filter: { message_id: ['msg_1'] } })).toMatchObject(
        refused,
      );
      expect(await own.json('PATCH', path, { events: ['*'] })).toMatchObject({ status: 200 });

      await own.client.webhook.delete({ id: first.id });
      expect(await create('other')).toMatchObject({ status: 200 });
      expect(await create('one-more')).toMatchObject(refused);
    });

    it('gets a secret that is shown once, or keeps the provided one', async () => {
      const own = await subscribe(harness().receiver.hook());
      expect(own.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(await account.client.webhook.get({ id: own.id })).not.toHaveProperty('secret');
      expect((await subscribe(harness().receiver.hook(), { secret })).secret).toBeNull();
    });

    it.each([
      'whsec_',
      'whsec_c2hvcnQ=',
      `whsec_${'A'.repeat(33)}`,
      `whsec_${'A'.repeat(92)}`,
      'A'.repeat(32),
    ])('is refused with the secret %s', async (bad) => {
      await expect(subscribe(harness().receiver.hook(), { secret: bad })).rejects.toMatchObject({
        field: 'secret',
      });
    });

    it('gets signed events that both verifiers accept', async () => {
      const hook = harness().receiver.hook();
      await subscribe(hook, { secret });
      const { id } = await send();
      await delivered(hook, 2);
      expect(typesOf(hook)).toEqual(['message.sent', 'message.delivered']);
      const events = await account.eventsOf(id);
      for (const [at, one] of hook.deliveries.entries()) {
        expect(verified(one, secret)).toEqual(events[at]);
        expect(() => verified(one, deriveWebhookSecret('other', 'url'))).toThrow('does not match');
        const headers = one.headers as Record<string, string>;
        expect(new StandardWebhook(secret).verify(one.body, headers)).toEqual(JSON.parse(one.body));
        expect(headers).toMatchObject({
          'content-type': 'application/json',
          'webhook-id': one.event.id,
          'user-agent': expect.stringMatching(/^Textloom/),
          'content-length': String(Buffer.byteLength(one.body)),
        });
      }
    });

    it('gets the events that it asks for, including wildcards', async () => {
      const expected = [
        ['message.delivered', ['message.delivered']],
        ['message.*', ['message.delivered', 'message.sent']],
        ['contact.*', ['contact.created']],
        ['*', ['contact.created', 'message.delivered', 'message.sent']],
      ] as const;
      const hooks = expected.map(() => harness().receiver.hook());
      const ids: string[] = [];
      for (const [at, [pattern]] of expected.entries())
        ids.push((await subscribe(hooks[at]!, { events: [pattern] })).id);
      const message = await send();
      await account.reaches(message.id);
      await account.client.contact.upsert({ phone: handset(2, 707) });
      for (const [at, [, types]] of expected.entries())
        expect(await typesInTheEnd(ids[at]!, hooks[at]!, types.length)).toEqual(types);
    });

    it('gets only messages that its filter lets through', async () => {
      const { hook } = harness().receiver;
      const [byTo, byPurpose, byStatus, byFrom, none] = [hook(), hook(), hook(), hook(), hook()];
      await subscribe(byTo, { filter: { to: ['(707) 555-0103'] } });
      await subscribe(byPurpose, { filter: { purpose: ['otp'] } });
      await subscribe(byStatus, { filter: { status: ['delivered'], to: [handset(3, 707)] } });
      await subscribe(byFrom, { filter: { from: [account.number] } });
      const { id } = await subscribe(none, { filter: { from: ['ACME'] } });
      for (const [to, purpose] of [
        [handset(3, 707), 'notification'],
        [handset(4, 707), 'otp'],
      ] as const)
        await account.reaches((await send(to, purpose)).id);
      await delivered(byFrom, 4);
      await delivered(byPurpose, 2);
      await delivered(byTo, 2);
      const seen = ({ deliveries }: Hook) =>
        deliveries
          .map(({ event }) => event as Event<'message.sent'>)
          .map(({ type, data }) => `${type} ${data.to.slice(-2)}`)
          .sort();
      expect(seen(byTo)).toEqual(['message.delivered 03', 'message.sent 03']);
      expect(seen(byPurpose)).toEqual(['message.delivered 04', 'message.sent 04']);
      expect(seen(byStatus)).toEqual(['message.delivered 03']);
      expect(await typesInTheEnd(id, none, 0)).toEqual([]);
    });

    it('retries after about 5 seconds with the same ID and body, and a new signature', async () => {
      const hook = harness().receiver.hook();
      hook.response = (response, count) => response.writeHead(count === 1 ? 500 : 204).end();
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      await account.client.contact.upsert({ phone: handset(5, 707) });
      await delivered(hook, 2);
      const [first, second] = hook.deliveries;
      expect(second!.at - first!.at).toBeGreaterThan(3_900);
      expect(second!.at - first!.at).toBeLessThan(8_000);
      expect(second!.body).toBe(first!.body);
      expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
      expect(second!.headers['webhook-timestamp']).not.toBe(first!.headers['webhook-timestamp']);
      expect(verified(second!, secret)).toEqual(first!.event);
      const log = await until('both deliveries are logged', async () => {
        const deliveries = await deliveriesOf(id);
        return deliveries.length === 2 && deliveries;
      });
      expect(log).toMatchObject([
        { attempt: 2, status: 'succeeded', status_code: 204, next_attempt_at: null },
        { attempt: 1, status: 'failed', status_code: 500, event_id: first!.event.id },
      ]);
      const wait = Date.parse(log[1]!.next_attempt_at!) - Date.parse(log[1]!.started_at);
      expect(wait).toBeGreaterThanOrEqual(4_000);
      expect(wait).toBeLessThan(6_500);
    });

    describe('whose receiver acknowledges an event', () => {
      const failing = (hook: Hook, before: (event: Event) => Promise<void> = async () => {}) => {
        hook.response = (response) =>
          void before(hook.deliveries.at(-1)!.event).then(() => response.writeHead(503).end());
      };
      const logged = (id: string, eventId: string) =>
        until('the attempt is logged', async () => {
          const found = (await deliveriesOf(id)).filter(({ event_id }) => event_id === eventId);
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
        await attempt(4 * day);
        await account.client.webhook.acknowledge({ id, event_ids: [second] });
        await attempt(9.4 * day);
        expect((await get(id)).status).toBe('enabled');
        failing(hook, (event) => account.client.webhook.acknowledge({ id, event_ids: [event.id] }));
        await attempt(13 * day);
        failing(hook);
        await attempt(14.6 * day);
        expect((await get(id)).status).toBe('enabled');
        expect((await logged(id, first)).map(({ status }) => status)).toEqual(['succeeded']);
      });

      it('between two attempts gets no second one, while other webhooks and events do', async () => {
        const [hook, other] = [harness().receiver.hook(), harness().receiver.hook()];
        failing(hook);
        failing(other);
        const events = ['contact.created'];
        const { id } = await subscribe(hook, { events });
        await subscribe(other, { events });
        await account.client.contact.upsert({ phone: handset(6, 711) });
        await account.client.contact.upsert({ phone: handset(7, 711) });
        await delivered(hook, 2);
        const [first, second] = hook.deliveries.map(({ event }) => event.id);
        await logged(id, first!);
        await account.client.webhook.acknowledge({ id, event_ids: [first!, 'evt_unknown'] });
        await delivered(hook, 3);
        await delivered(other, 4);
        expect(hook.deliveries.map(({ event }) => event.id)).toEqual([first, second, second]);
      });

      it('gets it again when the account redelivers it', async () => {
        const hook = harness().receiver.hook();
        const { id } = await subscribe(hook, { events: ['webhook.*'] });
        failing(hook);
        const { event_id } = await account.client.webhook.test({ id });
        await logged(id, event_id);
        await account.client.webhook.acknowledge({ id, event_ids: [event_id] });
        hook.response = (response) => response.end();
        await account.client.event.redeliver({ id: event_id });
        await delivered(hook, 2);
        const log = await until('both attempts are logged', async () => {
          const found = await logged(id, event_id);
          return found.length === 2 && found;
        });
        expect(log.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
        expect(hook.deliveries.map(({ event }) => event.id)).toEqual([event_id, event_id]);
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
        const fails = (ahead: number) => {
          harness().setAhead(ahead);
          return tried(theirs.id, stranger);
        };
        await fails(0);
        await fails(4 * day);
        await stranger.client.webhook.acknowledge({ id: theirs.id, event_ids: [event_id] });
        await fails(5.1 * day);
        expect(await stranger.client.webhook.get({ id: theirs.id })).toMatchObject({
          status: 'disabled',
        });
        harness().setAhead(0);
        await until('the service tries again', async () => {
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
        await until('the attempt is logged', async () => (await deliveriesOf(id)).length > 0);
        return { id, event_id };
      };

      it('gets the number of the attempt', async () => {
        const hook = harness().receiver.hook();
        hook.response = (response) =>
          response.writeHead(hook.deliveries.length === 1 ? 503 : 204).end();
        await attempted(hook);
        await delivered(hook, 2);
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
        await until('the attempt is logged', async () => (await deliveriesOf(id)).length > 0);
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

    it('whose receiver is back gets what waits, in order and before the next attempt is due', async () => {
      const hook = responding(503);
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      const phones = [4, 2, 3, 1].map((last) => handset(last, 727));
      for (const phone of phones) await account.client.contact.upsert({ phone });
      await delivered(hook, 2 * phones.length);
      await until('the attempts are logged', async () => (await deliveriesOf(id)).length === 8);
      hook.deliveries.length = 0;
      hook.response = (response) => response.end();
      await account.client.contact.upsert({ phone: handset(5, 727) });
      await delivered(hook, 1 + phones.length, 10);
      const [first, ...waiting] = hook.deliveries.map(
        ({ event }) => (event as Event<'contact.created'>).data.phone,
      );
      expect([first, ...waiting]).toEqual([handset(5, 727), ...phones]);
    });

    it('whose receiver is back twice gets what waits both times, at first a hundred events', async () => {
      const hook = harness().receiver.hook();
      const phoneOf = (at: number) => `+1726555${String(at).padStart(4, '0')}`;
      const isPhone = (at: number, body: string) => body.includes(phoneOf(at));
      let accepts = (body: string): boolean => body === '';
      hook.response = (response) => {
        const { body } = hook.deliveries.at(-1)!;
        response.writeHead(accepts(body) ? 204 : 503).end();
      };
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      const create = (at: number) => account.client.contact.upsert({ phone: phoneOf(at) });
      // Retries that are due in an hour.
      harness().setAhead(3_600_000);
      const count = 130;
      for (let at = 0; at < count; at += 13)
        await Promise.all(Array.from({ length: 13 }, (_, more) => create(at + more)));
      await delivered(hook, count);
      await sleep(500);
      harness().setAhead(0);

      accepts = (body) => isPhone(count, body);
      await create(count);
      await delivered(hook, count + 1 + 100);
      await sleep(3_000);
      expect(hook.deliveries).toHaveLength(count + 1 + 100);
      const early = (await deliveriesOf(id)).filter(({ attempt }) => attempt === 2);
      for (const { next_attempt_at } of early)
        expect(Date.parse(next_attempt_at!) - Date.now()).toBeGreaterThan(3_500_000);

      hook.deliveries.length = 0;
      harness().setAhead(61_000);
      accepts = () => true;
      await create(count + 1);
      await delivered(hook, count + 1);
      const all = Array.from({ length: count }, (_, at) => at);
      for (const at of [...all, count + 1])
        expect(hook.deliveries.filter(({ body }) => isPhone(at, body))).toHaveLength(1);
    });

    it('that is created or enabled again gets what waits', async () => {
      const hook = responding(503);
      const { id } = await subscribe(hook, { secret, events: ['contact.created'] });
      await account.client.contact.upsert({ phone: handset(1, 728) });
      await delivered(hook, 2);
      await account.client.webhook.create({ url: hook.url, events: ['contact.created'] });
      await delivered(hook, 3, 10);
      await until('the attempts are logged', async () => (await deliveriesOf(id)).length === 3);
      await account.client.webhook.update({ id, status: 'enabled' });
      expect(await typesInTheEnd(id, hook, 3)).toEqual(Array(3).fill('contact.created'));
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
        await until('all attempts are logged', async () => {
          return (await deliveriesOf(id)).length >= least;
        });
        harness().setAhead(0);
      }
      await typesInTheEnd(id, hook, 2 + attempts);
      await sleep(3_000);
      const seen = hook.deliveries.filter(({ body }) => body.includes(refused));
      expect(seen).toHaveLength(attempts);
    });

    it('gets the waiting events when it is enabled, even if its URL changed before', async () => {
      const { id } = await subscribe(responding(503), { secret, events: ['contact.created'] });
      harness().setAhead(3_600_000);
      await account.client.contact.upsert({ phone: handset(1, 732) });
      await until('the failure is logged', async () => (await deliveriesOf(id)).length > 0);
      harness().setAhead(0);
      await account.client.webhook.update({ id, status: 'disabled' });
      const hook = harness().receiver.hook();
      await account.client.webhook.update({ id, url: hook.url });
      await sleep(4_000);
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
      await until('the refusal is logged', async () => (await deliveriesOf(id)).length > 0);
      harness().setAhead(0);
      await account.client.contact.upsert({ phone: handset(2, 731) });
      await until('the event has arrived', () => attempts() === 3);
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
          const deliveries = await deliveriesOf(id);
          return deliveries.length > 0 && deliveries;
        });
        expect(log).toMatchObject({ status: 'failed', status_code: status, attempt: 1 });
        const wait = Date.parse(log!.next_attempt_at!) - Date.parse(log!.started_at);
        if (status === 429) expect(wait).toBeGreaterThanOrEqual(59_000);
        else expect(wait).toBeLessThan(7_000);
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
        const deliveries = await deliveriesOf(id);
        return deliveries.length > 0 && deliveries;
      });
      expect(log).toMatchObject({
        status_code: null,
        response_body: null,
        error: 'The connection was refused',
      });
    });

    it('that responds with 410 is disabled until it is enabled again', async () => {
      const hook = harness().receiver.hook();
      hook.response = (response) => response.writeHead(410).end();
      const { id } = await subscribe(hook);
      await account.client.webhook.test({ id });
      const disabled = await until('the webhook is disabled', async () => {
        const webhook = await account.client.webhook.get({ id });
        return webhook.status === 'disabled' && webhook;
      });
      expect(disabled.disabled_reason).toContain('410');
      await account.reaches((await send()).id);
      hook.response = (response) => response.end();
      const enabled = await account.client.webhook.update({ id, status: 'enabled' });
      expect(enabled).toMatchObject({ status: 'enabled', disabled_reason: null });
      await account.client.webhook.test({ id });
      await delivered(hook, 2);
      expect(typesOf(hook)).toEqual(['webhook.test', 'webhook.test']);
    });

    const day = 86_400_000;
    /** Requests a test delivery, and waits until its first attempt is logged. */
    const tried = async (id: string, { client } = account) => {
      const { event_id } = await client.webhook.test({ id });
      await until('the attempt is logged', async () =>
        (await client.webhook.deliveries({ id, limit: 100 })).data.some(
          (delivery) => delivery.event_id === event_id,
        ),
      );
      return event_id;
    };
    const responding = (status: number) => {
      const hook = harness().receiver.hook();
      hook.response = (response) => response.writeHead(status).end();
      return hook;
    };
    const get = (id: string) => account.client.webhook.get({ id });

    it('that accepts nothing for 5 days is disabled at the next failure, and says why', async () => {
      const hook = responding(503);
      const { id } = await subscribe(hook, { events: ['webhook.*'] });
      await tried(id);
      harness().setAhead(4.9 * day);
      await tried(id);
      expect(await get(id)).toMatchObject({ status: 'enabled', disabled_reason: null });
      harness().setAhead(5.1 * day);
      await tried(id);
      expect(await get(id)).toMatchObject({
        status: 'disabled',
        disabled_reason: 'The receiver accepted no delivery for 5 days. The last response was 503',
      });
      expect((await deliveriesOf(id)).map(({ next_attempt_at }) => next_attempt_at)).toEqual([
        null,
        expect.any(String),
        expect.any(String),
      ]);
    });

    it('without a reachable receiver is disabled after 5 days, with the cause of the failure', async () => {
      const { id } = await subscribe({ ...responding(500), url: 'http://127.0.0.1:9/silent' });
      await tried(id);
      harness().setAhead(6 * day);
      await tried(id);
      expect((await get(id)).disabled_reason).toBe(
        'The receiver accepted no delivery for 5 days. The last one failed: The connection was refused',
      );
    });

    it('that accepts a delivery now and then stays enabled', async () => {
      const hook = responding(500);
      const { id } = await subscribe(hook, { events: ['webhook.*'] });
      for (const [status, ahead] of [
        [500, 0],
        [204, 3 * day],
        [500, 6 * day],
        [500, 10 * day],
      ] as const) {
        harness().setAhead(ahead);
        hook.response = (response) => response.writeHead(status).end();
        await tried(id);
      }
      expect(await get(id)).toMatchObject({ status: 'enabled' });
      harness().setAhead(11.1 * day);
      await tried(id);
      expect(await get(id)).toMatchObject({ status: 'disabled' });
    });

    it.each([
      ['enabled', (id: string) => account.client.webhook.update({ id, status: 'enabled' })],
      [
        'subscribed again',
        async (id: string) =>
          account.client.webhook.create({ url: (await get(id)).url, events: ['webhook.*'] }),
      ],
    ])('that was disabled for failures starts over after it is %s', async (_, enable) => {
      const hook = responding(500);
      const { id } = await subscribe(hook, { events: ['webhook.*'] });
      await tried(id);
      harness().setAhead(6 * day);
      await tried(id);
      expect(await get(id)).toMatchObject({ status: 'disabled' });
      expect(await enable(id)).toMatchObject({ status: 'enabled', disabled_reason: null });
      await tried(id);
      harness().setAhead(10 * day);
      await tried(id);
      expect(await get(id)).toMatchObject({ status: 'enabled', disabled_reason: null });
    });

    it('with another address starts over there', async () => {
      const { id } = await subscribe(responding(500), { events: ['webhook.*'] });
      await tried(id);
      harness().setAhead(6 * day);
      await account.client.webhook.update({ id, url: responding(500).url });
      await tried(id);
      expect(await get(id)).toMatchObject({ status: 'enabled' });
    });

    it('gets no redelivery while it is disabled, and the same event after it is enabled', async () => {
      const hook = harness().receiver.hook();
      const { id } = await subscribe(hook, { secret, events: ['message.delivered'] });
      await send();
      await delivered(hook, 1);
      const [first] = hook.deliveries;
      const again = () => account.client.event.redeliver({ id: first!.event.id });
      await account.client.webhook.update({ id, status: 'disabled' });
      expect(await again()).toEqual({ deliveries: 0 });
      await account.client.webhook.update({ id, status: 'enabled' });
      expect(await again()).toEqual({ deliveries: 1 });
      await delivered(hook, 2);
      expect(hook.deliveries).toHaveLength(2);
      expect(hook.deliveries[1]!.body).toBe(first!.body);
      expect(verified(hook.deliveries[1]!, secret)).toEqual(first!.event);
      const log = await until('both deliveries are logged', async () => {
        const deliveries = await deliveriesOf(id);
        return deliveries.length === 2 && deliveries;
      });
      expect(log.map(({ event_id, attempt }) => [event_id, attempt])).toEqual([
        [first!.event.id, 1],
        [first!.event.id, 1],
      ]);
    });

    /**
     * Returns the secrets that npm's standardwebhooks used to make the signatures of a delivery.
     */
    const signersOf = ({ headers, body }: Hook['deliveries'][number], ...secrets: string[]) => {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const signed = headers['webhook-signature']!.split(' ');
      return signed.map((signature) =>
        secrets.find(
          (one) => new StandardWebhook(one).sign(headers['webhook-id']!, at, body) === signature,
        ),
      );
    };
    const nextOf = async (hook: Hook, id: string) => {
      const count = hook.deliveries.length;
      await tried(id);
      return hook.deliveries[count]!;
    };

    it('gets a new secret, and for 24 hours also signs with the old one', async () => {
      const hook = harness().receiver.hook();
      const { id } = await subscribe(hook, { secret, events: ['webhook.*'] });
      const before = Date.now();
      const rotated = await account.client.webhook.rotateSecret({ id });
      const fresh = rotated.secret!;
      expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const expires = Date.parse(rotated.previous_secret_expires_at);
      expect(expires - before).toBeGreaterThanOrEqual(day);
      expect(expires - Date.now()).toBeLessThanOrEqual(day);
      expect(await get(id)).not.toHaveProperty('secret');
      const both = await nextOf(hook, id);
      for (const one of [fresh, secret]) {
        const headers = both.headers as Record<string, string>;
        expect(new StandardWebhook(one).verify(both.body, headers)).toEqual(both.event);
        expect(verified(both, one)).toEqual(both.event);
      }
      expect(signersOf(both, fresh, secret)).toEqual([fresh, secret]);
      harness().setAhead(day - 60_000);
      expect(signersOf(await nextOf(hook, id), fresh, secret)).toEqual([fresh, secret]);
      harness().setAhead(day + 1_000);
      expect(signersOf(await nextOf(hook, id), fresh, secret)).toEqual([fresh]);
    });

    it('keeps only the latest old secret, even if the change is requested twice', async () => {
      const hook = harness().receiver.hook();
      const [second, third] = [deriveWebhookSecret('2', 'url'), deriveWebhookSecret('3', 'url')];
      const { id } = await subscribe(hook, { secret, events: ['webhook.*'] });
      const rotate = (to: string) => account.client.webhook.rotateSecret({ id, secret: to });
      expect(await rotate(second)).toMatchObject({ id, secret: null });
      const signers = async () => signersOf(await nextOf(hook, id), secret, second, third);
      expect(await signers()).toEqual([second, secret]);
      const once = await rotate(third);
      expect(await signers()).toEqual([third, second]);
      const twice = await rotate(third);
      expect(twice.previous_secret_expires_at).toBe(once.previous_secret_expires_at);
      expect(await signers()).toEqual([third, second]);
      // A subscription with the current secret changes nothing. With another secret, only that one
      // counts.
      await subscribe(hook, { secret: third, events: ['webhook.*'] });
      expect(await signers()).toEqual([third, second]);
      await account.client.webhook.update({ id, secret });
      expect(await signers()).toEqual([secret]);
    });

    it('gets the same new secret if the request is repeated with its key', async () => {
      const { id } = await subscribe(harness().receiver.hook());
      const rotate = () =>
        account.json('POST', `/webhooks/${id}/rotate_secret`, {}, { 'idempotency-key': `r-${id}` });
      const [first, second] = [await rotate(), await rotate()];
      expect(first.status).toBe(200);
      expect(second.body).toEqual(first.body);
      const other = harness().account();
      await expect(other.client.webhook.rotateSecret({ id })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('can be changed, but not to the address of another webhook', async () => {
      const [one, two] = [harness().receiver.hook(), harness().receiver.hook()];
      const { id } = await subscribe(one, { filter: { to: [handset(1)] } });
      await subscribe(two);
      await expect(account.client.webhook.update({ id, url: two.url })).rejects.toMatchObject({
        field: 'url',
        status: 422,
      });
      const changed = await account.client.webhook.update({
        id,
        url: `${one.url}?a=b`,
        events: ['webhook.*'],
      });
      expect(changed).toMatchObject({
        url: `${one.url}?a=b`,
        events: ['webhook.*'],
        filter: { to: [handset(1)] },
      });
      expect(await account.client.webhook.update({ id, status: 'disabled' })).toMatchObject({
        status: 'disabled',
        disabled_reason: expect.any(String),
      });
    });

    it('loses its filter when that is set to null', async () => {
      const { id } = await subscribe(harness().receiver.hook(), { filter: { to: [handset(1)] } });
      expect((await account.client.webhook.update({ id, filter: null })).filter).toBeNull();
      expect((await account.client.webhook.get({ id })).filter).toBeNull();
    });

    it('cannot be tested while it is disabled', async () => {
      const hook = harness().receiver.hook();
      const { id } = await subscribe(hook);
      await account.client.webhook.update({ id, status: 'disabled' });
      await expect(account.client.webhook.test({ id })).rejects.toMatchObject({
        code: 'webhook_disabled',
        status: 409,
      });
      await account.client.webhook.update({ id, status: 'enabled' });
      const { event_id } = await account.client.webhook.test({ id });
      await delivered(hook, 1);
      expect(hook.deliveries.map(({ event }) => event.id)).toEqual([event_id]);
    });

    it('that is created, changed and deleted at the same moment either exists or does not', async () => {
      const { url } = harness().receiver.hook();
      const create = () => account.json('POST', '/webhooks', { url, events: ['webhook.*'] });
      const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
      const rounds = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const path = `/webhooks/${idOf(await create())}`;
          const [changed, tested, deleted, created] = await Promise.all([
            account.json('PATCH', path, { events: ['*'], filter: { to: [handset(1)] } }),
            account.json('POST', `${path}/test`),
            account.json('DELETE', path),
            create(),
          ]);
          made.push(idOf(created));
          return { changed, tested, deleted, created };
        }),
      );
      const statuses = (which: keyof (typeof rounds)[number]) => [
        ...new Set(rounds.map((round) => round[which].status)),
      ];
      expect([200, 404]).toEqual(expect.arrayContaining(statuses('changed')));
      expect([202, 404]).toEqual(expect.arrayContaining(statuses('tested')));
      expect([204, 404]).toEqual(expect.arrayContaining(statuses('deleted')));
      expect([200, 201]).toEqual(expect.arrayContaining(statuses('created')));
    });

    it('gets an address that several webhooks request at the same moment, or an error that it is in use', async () => {
      const { hook } = harness().receiver;
      const { url } = hook();
      const webhooks = await Promise.all(Array.from({ length: 6 }, () => subscribe(hook())));
      const responses = await Promise.all(
        webhooks.map(({ id }) => account.json('PATCH', `/webhooks/${id}`, { url })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
      expect((await account.client.webhook.list({ url })).data).toHaveLength(1);
    });

    it('that was deleted gets nothing more', async () => {
      const [gone, stays] = [harness().receiver.hook(), harness().receiver.hook()];
      const { id } = await subscribe(gone);
      const { id: other } = await subscribe(stays);
      await account.reaches((await send()).id);
      await delivered(gone, 2);
      await account.client.webhook.delete({ id });
      await account.reaches((await send()).id);
      const twice = ['message.delivered', 'message.delivered', 'message.sent', 'message.sent'];
      expect(await typesInTheEnd(other, stays, 4)).toEqual(twice);
      expect(gone.deliveries).toHaveLength(2);
    });

    it('redelivers an event byte for byte', async () => {
      const hook = harness().receiver.hook();
      await subscribe(hook, { secret, events: ['message.delivered'] });
      await account.client.message.send({ to: handset(6, 707), text: 'Ünïcödé 😀 {{x}}' });
      await delivered(hook, 1);
      const [first] = hook.deliveries;
      expect(await account.client.event.redeliver({ id: first!.event.id })).toEqual({
        deliveries: 1,
      });
      await delivered(hook, 2);
      expect(hook.deliveries[1]!.body).toBe(first!.body);
      expect(verified(hook.deliveries[1]!, secret)).toEqual(first!.event);
    });

    it('is tested with an event that no other webhook gets, even on redelivery', async () => {
      const [tested, other] = [harness().receiver.hook(), harness().receiver.hook()];
      const { id } = await subscribe(tested, { events: ['contact.*'] });
      await subscribe(other);
      const { event_id } = await account.client.webhook.test({ id });
      expect(await account.client.event.redeliver({ id: event_id })).toEqual({ deliveries: 1 });
      await send();
      await delivered(tested, 2);
      await delivered(other, 2);
      expect(typesOf(tested)).toEqual(['webhook.test', 'webhook.test']);
      expect(typesOf(other)).toEqual(['message.sent', 'message.delivered']);
    });

    it('with a hung receiver delays no other webhook', async () => {
      const [slow, fast] = [harness().receiver.hook(), harness().receiver.hook()];
      const held: (() => void)[] = [];
      slow.response = (response) => held.push(() => response.end());
      const { id } = await subscribe(slow);
      await subscribe(fast);
      await account.json('POST', '/messages/batch', {
        messages: Array.from({ length: 40 }, (_, at) => ({ to: handset(at, 717), text: 'Hi' })),
      });
      await delivered(fast, 80, 12);
      expect(slow.deliveries.length).toBeLessThanOrEqual(32);
      const log = await until('the delivery has timed out', async () => {
        const deliveries = await deliveriesOf(id);
        return deliveries.length > 0 && deliveries;
      });
      expect(log[0]).toMatchObject({ status: 'failed', error: 'No response within 15 seconds' });
      expect(log[0]!.duration_ms).toBeGreaterThanOrEqual(14_900);
      await account.client.webhook.delete({ id });
      slow.response = (response) => response.end();
      for (const release of held) release();
    });

    it.each([
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:169.254.169.254]/',
      'http://[fd00:ec2::254]/',
      'http://2852039166/',
      'http://0xa9fea9fe/',
      'http://100.100.100.200/',
      'https://[fe80::1]/',
      'https://user:password@example.com/',
      'ftp://example.com/',
      'javascript:alert(1)',
    ])('at %s is refused', async (url) => {
      await expect(account.client.webhook.create({ url, events: ['*'] })).rejects.toMatchObject({
        field: 'url',
      });
    });
  });
}
