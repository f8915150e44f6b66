import { beforeAll, describe, expect, it } from '@jest/globals';
import { contract, headers as names, type Message, type Output } from '@textloom/shared/contract';
import { handset, type Account, type Harness } from '../harness/harness.ts';

const { path } = contract.message.send;
const replayed = names.idempotentReplayed.toLowerCase();
const withKey = (key: string) => ({ [names.idempotencyKey.toLowerCase()]: key });

/** Tests repeated idempotency keys. */
export function describeIdempotency(harness: () => Harness): void {
  describe('an idempotency key', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    const to = handset(0, 404);
    const stored = async () => (await account.client.message.list({ limit: 100 })).data.length;

    it('makes a repeated request get the first response again', async () => {
      const first = await account.json('POST', path, { to, text: 'Once' }, withKey('a'));
      const second = await account.json('POST', path, { text: 'Once', to }, withKey('a'));
      expect(first.headers[replayed]).toBeUndefined();
      expect(second.headers[replayed]).toBe('true');
      expect(second.status).toBe(first.status);
      expect(second.body).toEqual(first.body);
      const quoted = await account.json('POST', path, { to, text: 'Once' }, withKey('"a"'));
      expect(quoted.body).toEqual(first.body);
      await account.reaches((first.body as Message).id);
      const third = await account.json('POST', path, { to, text: 'Once' }, withKey('a'));
      expect(third.body).toEqual(first.body);
      expect(await account.textsOn(to)).toHaveLength(1);
    });

    it('tells a value that equals the default from an absent one', async () => {
      const { ttl } = contract.message.send.input.properties;
      const absent = { to, text: 'Default' };
      const given = { ...absent, ttl: ttl.default };
      const first = await account.json('POST', path, absent, withKey('default'));
      const other = await account.json('POST', path, given, withKey('default'));
      expect(other.body).toMatchObject({ code: 'idempotency_key_reused' });
      const messages = [absent, given].map((one) => ({ ...one, idempotency_key: 'default' }));
      const { results } = await account.client.message.sendBatch({ messages });
      expect(results).toMatchObject([
        { status: 202, message: first.body },
        { status: 422, problem: { code: 'idempotency_key_reused' } },
      ]);
    });

    it('makes the same instant in another offset count as the same request', async () => {
      const at = Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000;
      const inUtc = new Date(at).toISOString();
      const inBerlin = new Date(at + 3_600_000).toISOString().replace('.000Z', '+01:00');
      const scheduled = { to, text: 'Later', send_at: inUtc };
      const first = await account.json('POST', path, scheduled, withKey('offset'));
      const spelled = { ...scheduled, send_at: inBerlin };
      const second = await account.json('POST', path, spelled, withKey('offset'));
      expect([first.status, second.body]).toEqual([202, first.body]);
      const messages = [{ ...spelled, idempotency_key: 'offset' }];
      const { results } = await account.client.message.sendBatch({ messages });
      expect(results).toMatchObject([{ status: 202, message: first.body }]);
      const { id } = first.body as Message;
      await account.client.message.cancel({ id });
      const other = { ...scheduled, send_at: new Date(at + 1_000).toISOString() };
      const third = await account.json('POST', path, other, withKey('offset'));
      expect(third.body).toMatchObject({ code: 'idempotency_key_reused' });
      const text = { ...scheduled, text: inUtc };
      await account.json('POST', path, text, withKey('text'));
      const fourth = await account.json('POST', path, { ...text, text: inBerlin }, withKey('text'));
      expect(fourth.body).toMatchObject({ code: 'idempotency_key_reused' });
    });

    it('is refused for a different request', async () => {
      const first = await account.json('POST', path, { to, text: 'This' }, withKey('one'));
      expect(first.status).toBe(202);
      const { status, body } = await account.json(
        'POST',
        path,
        { to, text: 'Else' },
        withKey('one'),
      );
      expect([status, body]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
    });

    it('turns 20 simultaneous requests into one message', async () => {
      const before = await stored();
      const responses = await Promise.all(
        Array.from({ length: 20 }, () =>
          account.json('POST', path, { to, text: 'Twenty' }, withKey('b')),
        ),
      );
      const accepted = responses.filter(({ status }) => status === 202);
      expect(responses.every(({ status }) => status === 202 || status === 409)).toBe(true);
      expect(new Set(accepted.map(({ body }) => (body as Message).id)).size).toBe(1);
      expect(accepted.filter(({ headers }) => !headers[replayed])).toHaveLength(1);
      for (const { status, body, headers } of responses)
        if (status === 409) {
          expect(body).toMatchObject({ code: 'idempotency_in_progress' });
          expect(headers[names.retryAfter.toLowerCase()]).toBe('1');
        }
      expect(await stored()).toBe(before + 1);
    });

    it('belongs to one account, even if several use it at the same moment', async () => {
      const accounts = Array.from({ length: 4 }, () => harness().account());
      const keys = Array.from({ length: 10 }, (_, at) => `order-${at}`);
      // Known keys need no lookup, so the requests overlap.
      await Promise.all(accounts.map((one) => one.client.account.get({})));
      const responses = await Promise.all(
        keys.flatMap((key) =>
          accounts.map(async (one) => {
            const text = `${one.id} ${key}`;
            const { status, body, headers } = await one.json(
              'POST',
              path,
              { to, text },
              withKey(key),
            );
            return [status, (body as Message).text === text, headers[replayed]];
          }),
        ),
      );
      for (const response of responses) expect(response).toEqual([202, true, undefined]);
      for (const one of accounts) {
        const { data } = await one.client.message.list({ limit: 100 });
        expect(data.map(({ from, text }) => `${from} ${text}`).sort()).toEqual(
          keys.map((key) => `${one.number} ${one.id} ${key}`).sort(),
        );
      }
    });

    it('returns to each account its own response if two use the same key', async () => {
      const accounts = [harness().account(), harness().account()];
      const ask = (one: Account) =>
        one.json('POST', path, { to, text: `From ${one.id}` }, withKey('shared'));
      for (const one of accounts) expect((await ask(one)).status).toBe(202);
      for (const one of accounts) {
        const { status, body, headers } = await ask(one);
        expect([status, (body as Message).text, headers[replayed]]).toEqual([
          202,
          `From ${one.id}`,
          'true',
        ]);
      }
    });

    it('is kept when a request of another account with the same key is rejected', async () => {
      const other = harness().account();
      const ask = () => account.json('POST', path, { to, text: 'Mine' }, withKey('both'));
      const first = await ask();
      const elsewhere = { to: '+442079460000', text: 'No route' };
      expect((await other.json('POST', path, elsewhere, withKey('both'))).status).toBe(422);
      const again = await ask();
      expect([again.body, again.headers[replayed]]).toEqual([first.body, 'true']);
    });

    it('can be reused after a refused request', async () => {
      for (const body of [{ text: 'No one' }, { to: '+442079460000', text: 'No route' }]) {
        const refused = await account.json('POST', path, body, withKey('c'));
        expect(refused.status).toBe(422);
      }
      const { status, headers } = await account.json(
        'POST',
        path,
        { to, text: 'Now' },
        withKey('c'),
      );
      expect([status, headers[replayed]]).toEqual([202, undefined]);
    });

    it('applies to one kind of request, one object and one account', async () => {
      const other = harness().account();
      const here = await account.json('POST', path, { to, text: 'Here' }, withKey('shared'));
      expect(here.status).toBe(202);
      const elsewhere = await other.json('POST', path, { to, text: 'Other' }, withKey('shared'));
      expect([elsewhere.status, elsewhere.headers[replayed]]).toEqual([202, undefined]);
      const contact = await account.json('POST', '/contacts', { phone: to }, withKey('shared'));
      expect([contact.status, contact.headers[replayed]]).toEqual([201, undefined]);
      const again = await account.json('POST', '/contacts', { phone: to }, withKey('shared'));
      expect([again.status, again.headers[replayed]]).toEqual([201, 'true']);
      const send_at = new Date(Date.now() + 3_600_000).toISOString();
      for (const text of ['One', 'Two']) {
        const { id } = await account.client.message.send({ to, text, send_at });
        const canceled = await account.json(
          'POST',
          `/messages/${id}/cancel`,
          {},
          withKey('cancel'),
        );
        if (text === 'One') expect(canceled.body).toMatchObject({ id, status: 'canceled' });
        else expect(canceled.body).toMatchObject({ code: 'idempotency_key_reused' });
      }
    });

    describe('of a batch', () => {
      const phone = handset(0, 405);
      const sale = { to: phone, text: 'Sale', purpose: 'marketing' };
      const setStatus = (status: 'pending' | 'subscribed') =>
        account.client.contact.upsert({ phone, status });
      const batch = async (key: string, messages: readonly unknown[]) => {
        const { status, headers, body } = await account.json(
          'POST',
          contract.message.sendBatch.path,
          { messages },
          withKey(key),
        );
        const { results = [] } = body as Partial<Output<typeof contract.message.sendBatch>>;
        return { status, body, results, isReplay: headers[replayed] === 'true' };
      };
      const statuses = ({ results }: Awaited<ReturnType<typeof batch>>) =>
        results.map(({ status }) => status);

      it('tries only the refused messages of a repeated batch again', async () => {
        await setStatus('pending');
        const messages = [
          { to, text: 'Before' },
          sale,
          { text: 'To nobody' },
          { ...sale, idempotency_key: 'own' },
          { to, text: 'After' },
        ];
        const before = await stored();
        const first = await batch('refused', messages);
        expect([statuses(first), first.isReplay]).toEqual([[202, 422, 422, 422, 202], false]);
        const second = await batch('refused', messages);
        expect([statuses(second), second.isReplay]).toEqual([[202, 422, 422, 422, 202], true]);
        await setStatus('subscribed');
        const third = await batch('refused', messages);
        expect([statuses(third), third.isReplay]).toEqual([[202, 202, 422, 202, 202], false]);
        const fourth = await batch('refused', messages);
        for (const index of [0, 4])
          expect(third.results[index]).toEqual({ ...first.results[index], replayed: true });
        for (const index of [0, 1, 3, 4])
          expect(fourth.results[index]).toEqual({ ...third.results[index], replayed: true });
        const areReplayed = [first, second, third].map(({ results }) =>
          results.map((result) => result.replayed),
        );
        expect(areReplayed).toEqual([
          [false, false, false, false, false],
          [true, false, false, false, true],
          [true, false, false, false, true],
        ]);
        expect(fourth.isReplay).toBe(true);
        expect(await stored()).toBe(before + 4);
        const single = await account.json('POST', path, sale, withKey('own'));
        expect(single.body).toEqual(third.results[3]!.message);
      });

      it('says which messages an earlier request has sent', async () => {
        const sent = { to, text: 'Sent before' };
        const single = await account.json('POST', path, sent, withKey('earlier'));
        const messages = [
          { ...sent, idempotency_key: 'earlier' },
          { to, text: 'New', idempotency_key: 'new' },
          { to, text: 'New', idempotency_key: 'new' },
          { to: 'nobody', text: 'Refused' },
        ];
        const { results } = await account.client.message.sendBatch({ messages });
        expect(results[0]!.message).toEqual(single.body);
        expect(results.map(({ replayed }) => replayed)).toEqual([true, false, true, false]);
      });

      it('gets the first response again if the service accepted each message', async () => {
        const messages = [
          { to, text: 'First' },
          { to, text: 'Second' },
        ];
        const first = await batch('accepted', messages);
        const second = await batch('accepted', messages);
        expect([first.isReplay, second.isReplay]).toEqual([false, true]);
        expect(second.body).toEqual(first.body);
      });

      it.each([
        ['another order', [sale, { to, text: 'Hi' }]],
        [
          'a corrected message',
          [
            { to, text: 'Hi' },
            { ...sale, purpose: 'notification' },
          ],
        ],
        ['one message more', [{ to, text: 'Hi' }, sale, { to, text: 'Hi' }]],
        ['one message less', [sale]],
      ])('is refused for %s, although the service refused a message', async (name, messages) => {
        await setStatus('pending');
        const first = await batch(name, [{ to, text: 'Hi' }, sale]);
        expect(statuses(first)).toEqual([202, 422]);
        const before = await stored();
        const changed = await batch(name, messages);
        expect([changed.status, changed.body]).toMatchObject([
          422,
          {
            code: 'idempotency_key_reused',
            detail: expect.stringContaining('send only the rejected messages, corrected'),
          },
        ]);
        expect(await stored()).toBe(before);
      });

      it('is kept for a day after the last message that it sent', async () => {
        await setStatus('pending');
        const messages = [{ to, text: 'Daily' }, sale];
        await batch('kept', messages);
        await setStatus('subscribed');
        harness().setAhead(23 * 3_600_000);
        const second = await batch('kept', messages);
        harness().setAhead(46 * 3_600_000);
        const third = await batch('kept', messages);
        harness().setAhead(0);
        expect([statuses(second), third.isReplay]).toEqual([[202, 202], true]);
        expect(third.results).toEqual(second.results);
      });
    });

    it('is kept for a day', async () => {
      const send = (text: string) => account.json('POST', path, { to, text }, withKey('day'));
      expect((await send('Today')).status).toBe(202);
      harness().setAhead(23.9 * 3_600_000);
      const kept = await send('Today');
      expect(kept.headers[replayed]).toBe('true');
      harness().setAhead(24.1 * 3_600_000);
      const fresh = await send('New day');
      harness().setAhead(0);
      expect([fresh.status, fresh.headers[replayed]]).toEqual([202, undefined]);
    });
  });
}
