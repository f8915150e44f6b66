import { beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { Event } from '@textloom/shared/contract';
import { deriveWebhookSecret } from '@textloom/shared/webhooks';
import { delays } from '../../../service/webhooks/delivery/schedule.ts';
import { goneReason } from '../../../service/webhooks/health/updateWebhookHealth.ts';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { verified, type Hook } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { day, secret, setWebhookStage } from './webhookStage.ts';

const minute = 60_000;

/** Tests webhooks, what they receive, and when they are disabled. */
export function describeWebhooks(harness: () => Harness): void {
  describe('a webhook', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    const {
      made,
      subscribe,
      send,
      delivered,
      listTypes,
      typesInTheEnd,
      readDeliveries,
      tried,
      triedAgain,
      responding,
      get,
    } = setWebhookStage(harness, () => account);
    /** Fails at the first attempt, and again shortly before five days have passed. */
    const failingFor5Days = async (id: string) => {
      await tried(id);
      harness().setAhead(5 * day - minute);
      await triedAgain(id);
      harness().setAhead(5 * day + minute);
    };

    it('is created once per URL: 201, then 200 with the same ID', async () => {
      const { url } = harness().receiver.hook();
      const none = { filter: null, burst_seconds: null, expires_at: null };
      const first = await account.json('POST', '/webhooks', { url, events: ['*'], ...none });
      expect(first.body).toMatchObject(none);
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
      /** Creates 111 webhooks. Three of them compete for the last place. */
      const many = async (prefix: string, message?: string) => {
        const responses: Awaited<ReturnType<typeof create>>[] = [];
        for (let at = 0; at < 111; at += 3) {
          const together = Array.from({ length: 3 }, (_, more) => `${prefix}${at + more}`);
          responses.push(...(await Promise.all(together.map((name) => create(name, message)))));
        }
        return responses;
      };
      const tally = (responses: readonly { readonly status: number }[]) =>
        [201, 409].map((status) => responses.filter((one) => one.status === status).length);
      const refused = { status: 409, body: { code: 'limit_reached' } };

      const general = await many('general');
      expect(tally(general)).toEqual([100, 11]);
      const first = general.find(({ status }) => status === 201)!.body as {
        id: string;
        url: string;
      };
      expect(await own.json('POST', '/webhooks', { url: first.url, events: ['*'] })).toMatchObject({
        status: 200,
      });

      // Webhooks for one message have a separate limit, and cannot become general ones.
      expect(tally(await many('reply', 'msg_1'))).toEqual([100, 11]);
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

    it('takes the place of one whose receiver responded with 410 if the account has the maximum number', async () => {
      const own = harness().account();
      const { url } = harness().receiver.hook();
      const create = (name: string) =>
        own.client.webhook.create({ url: `${url}-${name}`, events: ['message.failed'] });
      const [off, gone] = [(await create('0')).id, (await create('1')).id];
      for (let at = 2; at < 100; at += 2)
        await Promise.all([create(String(at)), create(String(at + 1))]);
      await own.client.webhook.update({ id: off, status: 'disabled' });
      await expect(create('new')).rejects.toMatchObject({ code: 'limit_reached' });

      await harness().query(
        `update webhook set status = 'disabled', disabled_reason = '${goneReason}' where id = '${gone}'`,
      );
      await create('new');
      await expect(own.client.webhook.get({ id: gone })).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await own.client.webhook.get({ id: off })).toMatchObject({ status: 'disabled' });
      await expect(create('newer')).rejects.toMatchObject({ code: 'limit_reached' });
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
      expect(listTypes(hook).sort()).toEqual(['message.delivered', 'message.sent']);
      const events = await account.eventsOf(id);
      for (const one of hook.deliveries) {
        expect(verified(one, secret)).toEqual(events.find(({ id }) => id === one.event.id));
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
      await delivered(byStatus, 1);
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

    it('gets no texts with keywords that its filter leaves out, but what becomes of a message', async () => {
      const hook = harness().receiver.hook();
      const to = handset(16, 707);
      const { id: message } = await send(to);
      await account.reaches(message);
      const { id } = await subscribe(hook, {
        filter: { message_id: [message], keyword: ['none', 'stop'] },
      });
      for (const text of ['HELP', 'Who is this?', 'STOP']) await account.textFrom(to, text);
      expect(await typesInTheEnd(id, hook, 4)).toEqual([
        'message.delivered',
        'message.received',
        'message.received',
        'message.sent',
      ]);
      const keywords = hook.deliveries.map(
        ({ event }) => (event as Event<'message.sent'>).data.keyword,
      );
      expect(keywords).not.toContain('help');
      expect(keywords).toContain('stop');
    });

    it('gets the messages of a name that its filter spells with other capitals', async () => {
      const from = 'Filter Shop';
      await account.client.number.provision({ number: from });
      const hook = harness().receiver.hook();
      await subscribe(hook, { filter: { from: ['FILTER shop'] } });
      await account.client.message.send({ to: handset(5, 707), from, text: 'Hi' });
      await delivered(hook, 2);
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
      expect(listTypes(hook)).toEqual(['webhook.test', 'webhook.test']);
    });

    it('that the service disables is reported to others, but not to itself, and not if it is for one message', async () => {
      const other = harness().receiver.hook();
      const { id: otherId } = await subscribe(other, { events: ['webhook.disabled'] });
      const isDisabled = (id: string) =>
        until('the webhook is disabled', async () => (await get(id)).status === 'disabled');
      const { id: ofMessage } = await subscribe(responding(410), {
        filter: { message_id: [(await send()).id] },
      });
      await isDisabled(ofMessage);
      const { id: paused } = await subscribe(responding(204));
      await account.client.webhook.update({ id: paused, status: 'disabled' });
      const hook = responding(410);
      const { id, url } = await subscribe(hook, { events: ['webhook.*'] });
      await account.client.webhook.test({ id });
      await isDisabled(id);
      expect(await typesInTheEnd(otherId, other, 1)).toEqual(['webhook.disabled']);
      const events = await account.client.event.list({ type: ['webhook.disabled'] });
      const data = { webhook_id: id, url, disabled_reason: expect.stringContaining('410') };
      expect(events.data[0]).toMatchObject({ data });
      expect(other.deliveries.map(({ event }) => event)).toContainEqual(events.data[0]);
      hook.response = (response) => response.end();
      await account.client.webhook.update({ id, status: 'enabled' });
      expect(await typesInTheEnd(id, hook, 1)).toEqual(['webhook.test']);
    });

    it('that accepts nothing for 5 days is disabled at the next failure, and says why', async () => {
      const hook = responding(503);
      const { id } = await subscribe(hook, { events: ['webhook.*'] });
      await tried(id);
      harness().setAhead(4.9 * day);
      await triedAgain(id);
      expect(await get(id)).toMatchObject({ status: 'enabled', disabled_reason: null });
      harness().setAhead(5.1 * day);
      await triedAgain(id);
      expect(await get(id)).toMatchObject({
        status: 'disabled',
        disabled_reason: 'The receiver accepted no delivery for 5 days. The last response was 503',
      });
      expect((await readDeliveries(id)).map(({ next_attempt_at }) => next_attempt_at)).toEqual([
        null,
        expect.any(String),
        expect.any(String),
      ]);
    });

    it('that accepts nothing for 5 days is disabled at the first attempt of another event, too', async () => {
      const { id } = await subscribe(responding(503), { events: ['webhook.*'] });
      await failingFor5Days(id);
      await tried(id);
      expect(await get(id)).toMatchObject({ status: 'disabled' });
    });

    it('that had no attempt planned for days starts over, and gets the next event', async () => {
      const hook = responding(503);
      const { id } = await subscribe(hook, { events: ['webhook.*'] });
      await tried(id);
      for (let count = 0; count < delays.length; count++) await triedAgain(id);
      expect((await readDeliveries(id))[0]).toMatchObject({ next_attempt_at: null });
      harness().setAhead(20 * day);
      const eventId = await tried(id);
      const { status, failing_since } = await get(id);
      expect(status).toBe('enabled');
      expect(Date.parse(failing_since!) - Date.now()).toBeGreaterThan(19 * day);
      hook.response = (response) => response.writeHead(204).end();
      await triedAgain(id);
      expect((await readDeliveries(id))[0]).toMatchObject({
        ...{ event_id: eventId, attempt: 2, status: 'succeeded' },
      });
      expect(await get(id)).toMatchObject({ status: 'enabled', failing_since: null });
    });

    it('without a reachable receiver is disabled after 5 days, with the cause of the failure', async () => {
      const { id } = await subscribe({ ...responding(500), url: 'http://127.0.0.1:9/silent' });
      await tried(id);
      harness().setAhead(6 * day);
      await triedAgain(id);
      expect((await get(id)).disabled_reason).toBe(
        'The receiver accepted no delivery for 5 days. The last one failed: The connection was refused',
      );
    });

    it('that accepts a delivery now and then stays enabled', async () => {
      const hook = responding(500);
      const respond = (status: number) =>
        (hook.response = (response) => response.writeHead(status).end());
      const { id } = await subscribe(hook, { events: ['webhook.*'] });
      await tried(id);
      harness().setAhead(3 * day);
      await triedAgain(id);
      respond(204);
      await tried(id);
      respond(500);
      await tried(id);
      harness().setAhead(7 * day);
      await triedAgain(id);
      expect(await get(id)).toMatchObject({ status: 'enabled' });
      harness().setAhead(8.1 * day);
      await triedAgain(id);
      await until('it is disabled', async () => (await get(id)).status === 'disabled');
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
      await failingFor5Days(id);
      await triedAgain(id);
      expect(await get(id)).toMatchObject({ status: 'disabled' });
      expect(await enable(id)).toMatchObject({ status: 'enabled', disabled_reason: null });
      await tried(id);
      harness().setAhead(9 * day);
      await triedAgain(id);
      expect(await get(id)).toMatchObject({ status: 'enabled', disabled_reason: null });
    });

    it('with another URL starts over there', async () => {
      const { id } = await subscribe(responding(500), { events: ['webhook.*'] });
      await failingFor5Days(id);
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
        const deliveries = await readDeliveries(id);
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
    const listSigners = ({ headers, body }: Hook['deliveries'][number], ...secrets: string[]) => {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const signed = headers['webhook-signature']!.split(' ');
      return signed.map((signature) =>
        secrets.find(
          (one) => new StandardWebhook(one).sign(headers['webhook-id']!, at, body) === signature,
        ),
      );
    };
    const readNext = async (hook: Hook, id: string) => {
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
      const both = await readNext(hook, id);
      for (const one of [fresh, secret]) {
        const headers = both.headers as Record<string, string>;
        expect(new StandardWebhook(one).verify(both.body, headers)).toEqual(both.event);
        expect(verified(both, one)).toEqual(both.event);
      }
      expect(listSigners(both, fresh, secret)).toEqual([fresh, secret]);
      harness().setAhead(day - 60_000);
      expect(listSigners(await readNext(hook, id), fresh, secret)).toEqual([fresh, secret]);
      harness().setAhead(day + 1_000);
      expect(listSigners(await readNext(hook, id), fresh, secret)).toEqual([fresh]);
    });

    it('keeps only the latest old secret, even if the change is requested twice', async () => {
      const hook = harness().receiver.hook();
      const [second, third] = [deriveWebhookSecret('2', 'url'), deriveWebhookSecret('3', 'url')];
      const { id } = await subscribe(hook, { secret, events: ['webhook.*'] });
      const rotate = (to: string) => account.client.webhook.rotateSecret({ id, secret: to });
      expect(await rotate(second)).toMatchObject({ id, secret: null });
      const signers = async () => listSigners(await readNext(hook, id), secret, second, third);
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

    it('can be changed, but not to the URL of another webhook', async () => {
      const [one, two] = [harness().receiver.hook(), harness().receiver.hook()];
      const { id } = await subscribe(one, { filter: { to: [handset(1)] } });
      await subscribe(two);
      const refused = await account.json('PATCH', `/webhooks/${id}`, { url: two.url });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ errors: [{ pointer: '/url', code: 'taken' }] });
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
      const getId = ({ body }: { body: unknown }) => (body as { id: string }).id;
      const rounds = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const path = `/webhooks/${getId(await create())}`;
          const [changed, tested, deleted, created] = await Promise.all([
            account.json('PATCH', path, { events: ['*'], filter: { to: [handset(1)] } }),
            account.json('POST', `${path}/test`),
            account.json('DELETE', path),
            create(),
          ]);
          made.push(getId(created));
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

    it('gets a URL that several webhooks request at the same moment, or an error that it is in use', async () => {
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
      await account.client.message.send({ to: handset(6, 707), text: 'Ünïcödé 😀 {x}' });
      await delivered(hook, 1);
      const [first] = hook.deliveries;
      expect(await account.client.event.redeliver({ id: first!.event.id })).toEqual({
        deliveries: 1,
      });
      await delivered(hook, 2);
      expect(hook.deliveries[1]!.body).toBe(first!.body);
      expect(verified(hook.deliveries[1]!, secret)).toEqual(first!.event);
    });

    it('gets the event that the API returns, and that no other account can get', async () => {
      const hook = harness().receiver.hook();
      await subscribe(hook, { secret, events: ['message.delivered'] });
      await send();
      await delivered(hook, 1);
      const { event } = hook.deliveries[0]!;
      expect(await account.client.event.get({ id: event.id })).toEqual(event);
      const { id: tested } = await subscribe(harness().receiver.hook());
      const { event_id } = await account.client.webhook.test({ id: tested });
      expect(await account.client.event.get({ id: event_id })).toMatchObject({
        type: 'webhook.test',
      });
      const missing = await account.json('GET', '/events/evt_none');
      expect([missing.status, missing.body]).toMatchObject([404, { code: 'not_found' }]);
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
      expect(listTypes(tested)).toEqual(['webhook.test', 'webhook.test']);
      expect(listTypes(other)).toEqual(['message.sent', 'message.delivered']);
    });

    it('with a hung receiver delays no other webhook', async () => {
      const [slow, fast] = [harness().receiver.hook(), harness().receiver.hook()];
      const held: (() => void)[] = [];
      slow.response = (response) => held.push(() => response.end());
      await subscribe(fast);
      const send = () =>
        account.json('POST', '/messages/batch', {
          messages: Array.from({ length: 40 }, (_, at) => ({ to: handset(at, 717), text: 'Hi' })),
        });
      const start = performance.now();
      await send();
      await delivered(fast, 80, 150);
      const usual = (performance.now() - start) / 1000;
      const { id } = await subscribe(slow);
      await send();
      // The service waits 15 seconds for a response.
      await delivered(fast, 160, Math.max(12, 4 * usual));
      const ended = await readDeliveries(id);
      expect(slow.deliveries.length - ended.length).toBeLessThanOrEqual(32);
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
