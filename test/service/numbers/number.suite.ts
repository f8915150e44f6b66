import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { AvailableNumber, Message, PhoneNumber } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { handset, passQuarantine, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

/** Tests which numbers exist, who owns them, and what happens to their messages. */
export function describeNumbers(harness: () => Harness): void {
  describe('a number', () => {
    let account: Account;
    let other: Account;
    beforeAll(() => {
      account = harness().account();
      other = harness().account();
    });
    afterEach(() => harness().setAhead(0));

    const search = async (criteria: object): Promise<AvailableNumber[]> =>
      (await account.client.number.available({ limit: 100, ...criteria })).data;
    const readNumbers = async (whose: Account): Promise<PhoneNumber[]> => {
      const all: PhoneNumber[] = [];
      for await (const one of paginate(whose.client.number.list, { limit: 2 })) all.push(one);
      return all;
    };
    const readDefaults = async (whose: Account) =>
      (await readNumbers(whose)).filter((one) => one.default);
    /** Returns the response, whatever it is. */
    const provision = async (whose: Account, body: object) => {
      const { status, body: response } = await whose.json('POST', '/numbers', body);
      return { answered: status, ...(response as PhoneNumber) };
    };
    const releaseAll = async (whose: Account) => {
      for (const { id } of await readNumbers(whose)) await whose.client.number.release({ id });
    };
    const later = () => new Date(Date.now() + 3_600_000).toISOString();

    it('has an ID, which the error names to those who use the phone number instead', async () => {
      const { number, id } = await account.client.number.provision({ number: '+12125550187' });
      for (const path of [number, number.slice(1), encodeURIComponent(number)])
        expect(
          (await account.json('PATCH', `/numbers/${path}`, { default: true })).body,
        ).toMatchObject({
          code: 'not_found',
          detail: expect.stringContaining('Use the ID of the number'),
        });
      await account.client.number.release({ id });
    });

    describe('in a search', () => {
      it('is known to simulated handsets, and is the same every time', async () => {
        const found = await search({});
        expect(found).toHaveLength(100);
        for (const one of found) {
          expect(one).toMatchObject({ country: 'US', type: 'local', capabilities: ['sms'] });
          expect(one.number).toMatch(/^\+1[2-9]\d\d55501\d\d$/);
        }
        expect(await search({})).toEqual(found);
        expect(await search({ limit: 3 })).toEqual(found.slice(0, 3));
      });

      it.each([
        [{ area_code: '415' }, /^\+141555501\d\d$/, 'US', 'local'],
        [{ country: 'CA', area_code: '416' }, /^\+141655501\d\d$/, 'CA', 'local'],
        [{ type: 'toll_free' }, /^\+18\d\d55501\d\d$/, 'US', 'toll_free'],
        [{ type: 'toll_free', area_code: '877' }, /^\+187755501\d\d$/, 'US', 'toll_free'],
        [{ contains: '50142' }, /^\+1\d{3}5550142$/, 'US', 'local'],
      ] as const)('by %j matches the criteria', async (criteria, pattern, country, type) => {
        const found = await search(criteria);
        expect(found.length).toBeGreaterThan(50);
        for (const one of found) {
          expect(one.number).toMatch(pattern);
          expect(one).toMatchObject({ country, type });
        }
        expect(new Set(found.map(({ number }) => number)).size).toBe(found.length);
      });

      it.each([
        { area_code: '911' },
        { area_code: '416' },
        { country: 'FR' },
        { type: 'mobile' },
        { contains: '7777' },
      ])('by %j is not found', async (criteria) => {
        expect(await search(criteria)).toEqual([]);
      });

      it('is left out while another account holds it, and a day after its release', async () => {
        const [first] = await search({ area_code: '312' });
        const { id } = await other.client.number.provision({ number: first!.number });
        expect(await search({ area_code: '312' })).not.toContainEqual(first);
        await other.client.number.release({ id });
        expect(await search({ area_code: '312' })).not.toContainEqual(first);
        passQuarantine(harness());
        expect((await search({ area_code: '312' }))[0]).toEqual(first);
      });
    });

    describe('that is provisioned', () => {
      it('is found, listed by its type, and used as a sender', async () => {
        const made = await provision(account, {
          number: '(415) 555-0100',
          messages_per_second: 50,
        });
        expect(made).toMatchObject({
          answered: 201,
          status: 'active',
          number: '+14155550100',
          country: 'US',
          type: 'local',
          capabilities: ['sms'],
          default: false,
          messages_per_second: 50,
          campaign_id: null,
        });
        const { answered: _, ...shown } = made;
        expect(await account.client.number.get({ id: made.id })).toEqual(shown);
        const { data } = await account.client.number.list({ type: 'local' });
        expect(data[0]).toEqual(shown);
        const sent = await account.client.message.send({
          to: handset(0, 910),
          from: '4155550100',
          text: 'Hi',
        });
        expect(sent.from).toBe(made.number);
        expect(await account.reaches(sent.id)).toMatchObject({ status: 'delivered' });
      });

      it.each([
        ['1-800-555-0123', '+18005550123', 'toll_free', 'US'],
        ['+1 416 555 0123', '+14165550123', 'local', 'CA'],
        ['246', '246', 'short_code', 'US'],
        ['24680', '24680', 'short_code', 'US'],
        ['246810', '246810', 'short_code', 'US'],
        [' Acme 24 ', 'Acme 24', 'alphanumeric', 'US'],
        ['1800ACME', '1800ACME', 'alphanumeric', 'US'],
      ])('as %s becomes %s', async (written, number, type, country) => {
        const made = await provision(account, { number: written });
        expect(made).toMatchObject({ number, type, country });
        const sent = await account.client.message.send({
          to: handset(1, 910),
          from: number,
          text: 'Hi',
        });
        expect(await account.reaches(sent.id)).toMatchObject({ status: 'delivered', from: number });
      });

      it('as a name is the same sender in any case and with spaces, for its account only', async () => {
        const { number } = await account.client.number.provision({ number: 'Bistro 7' });
        const written = { to: handset(3, 910), from: ' bistro 7 ', text: 'Hi' };
        const { id, from } = await account.client.message.send(written);
        expect(from).toBe(number);
        await account.reaches(id);
        expect((await account.client.message.list({ from: 'BISTRO 7' })).data).toMatchObject([
          { id },
        ]);
        expect((await account.client.report.get({ from: 'bistro 7' })).totals.messages).toBe(1);
        for (const one of [account, other])
          expect(await provision(one, { number: 'BISTRO 7' })).toMatchObject({
            answered: 409,
            code: 'number_in_use',
          });
        await expect(other.client.message.send(written)).rejects.toMatchObject({
          code: 'sender_not_owned',
        });
      });

      it('as a short code sends and receives, even if its country has landline numbers as short', async () => {
        const german = harness().account();
        const { client } = german;
        await client.account.update({ default_country: 'DE' });
        const made = await provision(german, { number: '82022' });
        expect(made).toMatchObject({ number: '82022', type: 'short_code' });
        const { id } = await client.message.send({
          to: handset(2, 910),
          from: '82022',
          text: 'Hi',
        });
        expect(await german.reaches(id)).toMatchObject({ status: 'delivered', from: '82022' });
        await german.textFrom(handset(2, 910), 'Hello', '82022');
        const received = async () => (await client.message.list({ to: '82022' })).data;
        await until('the text arrives', async () => (await received()).length === 1);
        expect(
          (await client.message.list({ phone: '82022' })).data.map(({ text }) => text),
        ).toEqual(['Hello', 'Hi']);
      });

      it.each([
        ['+12025552000', 'not_found'],
        ['+19115550100', 'not_found'],
        ['+18765550100', 'not_found'],
        ['+33612345678', 'not_found'],
        ['1234567', 'invalid_phone_number'],
      ])('as %s is refused', async (number, code) => {
        expect(await provision(account, { number })).toMatchObject({
          answered: 422,
          code: 'validation_failed',
          errors: [{ pointer: '/number', code }],
        });
      });

      it('goes to one of ten simultaneous requests', async () => {
        const wanted = { number: '+16175550100' };
        const responses = await Promise.all(
          Array.from({ length: 10 }, (_, at) => provision(at % 2 ? account : other, wanted)),
        );
        expect(responses.map(({ answered }) => answered).sort()).toEqual([
          201,
          ...Array<number>(9).fill(409),
        ]);
        expect(responses.filter(({ answered }) => answered === 409)[0]).toMatchObject({
          code: 'number_in_use',
        });
        const held = [...(await readNumbers(account)), ...(await readNumbers(other))];
        expect(held.filter(({ number }) => number === wanted.number)).toHaveLength(1);
      });

      it('keeps its rate and its campaign if an update omits them, and loses them for null', async () => {
        const { id } = await account.client.number.provision({
          number: '+16175550101',
          messages_per_second: 7,
        });
        expect(await account.client.number.update({ id })).toMatchObject({
          messages_per_second: 7,
        });
        const change = { id, messages_per_second: null, campaign_id: null };
        expect(await account.client.number.update(change)).toMatchObject({
          messages_per_second: null,
          campaign_id: null,
        });
      });

      it('is invisible to another account', async () => {
        const { id } = (await readNumbers(account))[0]!;
        for (const act of [
          () => other.client.number.get({ id }),
          () => other.client.number.update({ id, default: true }),
          () => other.client.number.release({ id }),
        ])
          await expect(act()).rejects.toMatchObject({ status: 404, code: 'not_found' });
      });
    });

    describe('that is the default', () => {
      let own: Account;
      beforeAll(() => {
        own = harness().account();
      });

      it('is the only default, until another one replaces it', async () => {
        const made = await own.client.number.provision({ number: '+13035550100', default: true });
        expect(await readDefaults(own)).toEqual([made]);
        const second = await own.client.number.provision({ number: '+13035550101' });
        expect(second.default).toBe(false);
        await own.client.number.update({ id: second.id, default: true });
        expect((await readDefaults(own)).map(({ id }) => id)).toEqual([second.id]);
        const { from } = await own.client.message.send({ to: handset(2, 910), text: 'Hi' });
        expect(from).toBe(second.number);
      });

      it('is the only default after three simultaneous changes, in every round', async () => {
        const numbers = await readNumbers(own);
        expect(numbers).toHaveLength(3);
        for (let round = 0; round < 5; round++) {
          await Promise.all(
            numbers.map(({ id }) => own.client.number.update({ id, default: true })),
          );
          expect(await readDefaults(own)).toHaveLength(1);
        }
      });

      it('may stop being the default, and then a message must name its sender', async () => {
        const [id] = (await readDefaults(own)).map((one) => one.id);
        expect(await own.client.number.update({ id: id!, default: false })).toMatchObject({
          default: false,
        });
        await expect(
          own.client.message.send({ to: handset(2, 910), text: 'Hi' }),
        ).rejects.toMatchObject({ code: 'sender_not_owned', status: 422 });
        await own.client.number.update({ id: id!, default: true });
      });

      it('leaves no default when it is released, and the next number of the account becomes the default', async () => {
        const [{ id } = { id: '' }] = await readDefaults(own);
        await own.client.number.release({ id });
        expect(await readDefaults(own)).toEqual([]);
        await expect(
          own.client.message.send({ to: handset(2, 910), text: 'Hi' }),
        ).rejects.toMatchObject({ code: 'sender_not_owned' });
        expect(await readNumbers(own)).not.toEqual([]);
        const next = await own.client.number.provision({ number: '+13035550109' });
        expect(await readDefaults(own)).toEqual([next]);
        await releaseAll(own);
        expect(await readNumbers(own)).toEqual([]);
        const made = await Promise.all(
          ['+13035550110', '+13035550111', '+13035550112'].map((number) =>
            own.client.number.provision({ number }),
          ),
        );
        expect(made.filter((one) => one.default)).toHaveLength(1);
        expect(await readDefaults(own)).toHaveLength(1);
      });
    });

    describe('that is released', () => {
      let own: Account;
      beforeAll(() => {
        own = harness().account();
      });
      const released = { status: 'failed', error: { code: 'sender_released', retryable: false } };

      it('fails its waiting messages with one event each, and no others', async () => {
        const { id, number: from } = await own.client.number.provision({ number: '+15035550100' });
        const send = (message: object) =>
          own.client.message.send({
            to: handset(3, 910),
            text: 'Later',
            send_at: later(),
            ...message,
          });
        const waiting = await Promise.all(Array.from({ length: 5 }, () => send({ from })));
        const kept = await send({});
        await own.client.number.release({ id });
        for (const message of waiting) {
          expect(await own.client.message.get({ id: message.id })).toMatchObject(released);
          const events = await own.eventsOf(message.id);
          expect(events.map(({ type }) => type)).toEqual(['message.failed']);
          expect(events[0]!.data).toMatchObject({ ...released, previous_status: 'scheduled' });
        }
        expect(await own.client.message.get({ id: kept.id })).toMatchObject({
          status: 'scheduled',
        });
        await expect(send({ from })).rejects.toMatchObject({ code: 'sender_not_owned' });
        await expect(own.client.number.get({ id })).rejects.toMatchObject({ status: 404 });
        await expect(own.client.number.release({ id })).rejects.toMatchObject({ status: 404 });
      });

      it('lets messages that the carrier has accepted finish', async () => {
        const { id, number: from } = await own.client.number.provision({ number: '+15035550101' });
        const { id: sent } = await own.client.message.send({
          to: handset(4, 910),
          from,
          text: 'Hi',
        });
        await until('the carrier has the message', async () => {
          const { sent_at } = await own.client.message.get({ id: sent });
          return sent_at !== null;
        });
        await own.client.number.release({ id });
        expect(await own.reaches(sent)).toMatchObject({ status: 'delivered', from });
      });

      it('fails messages that a full carrier postponed', async () => {
        const { id, number: from } = await own.client.number.provision({ number: '+15035550102' });
        const { id: sent } = await own.client.message.send({
          to: handset(60, 910),
          from,
          text: 'Hi',
        });
        await own.client.number.release({ id });
        expect(await own.reaches(sent)).toMatchObject(released);
      });

      it('ends every message that is sent at the same moment', async () => {
        const { id, number: from } = await own.client.number.provision({ number: '+15035550103' });
        const sends = Array.from({ length: 60 }, (_, at) =>
          own.client.message
            .send({ to: handset(5 + (at % 20), 910), from, text: 'Hi' })
            .catch((error: unknown) => {
              expect(error).toMatchObject({ code: 'sender_not_owned' });
              return undefined;
            }),
        );
        const [, ...sent] = await Promise.all([own.client.number.release({ id }), ...sends]);
        const messages = await until('all are final', async () => {
          const ids = sent.flatMap((one) => one?.id ?? []);
          const found: Message[] = await Promise.all(
            ids.map((message) => own.client.message.get({ id: message })),
          );
          return found.every(({ final_at }) => final_at !== null) && found;
        });
        for (const { status, error } of messages)
          expect(status === 'delivered' || error?.code === 'sender_released').toBe(true);
      });

      it('fails more than a thousand messages, even if the account provisions it again immediately', async () => {
        const number = '+15035550104';
        const { id } = await own.client.number.provision({ number });
        const message = { to: handset(6, 910), from: number, text: 'Later', send_at: later() };
        const messages = Array<typeof message>(400).fill(message);
        for (let batch = 0; batch < 3; batch++) await own.client.message.sendBatch({ messages });
        const waiting = async () =>
          (await own.client.message.list({ from: number, status: 'scheduled', limit: 1 })).data;
        await own.client.number.release({ id });
        await until('no message waits', async () => (await waiting()).length === 0);

        const again = await own.client.number.provision({ number });
        for (let batch = 0; batch < 3; batch++) await own.client.message.sendBatch({ messages });
        await own.client.number.release({ id: again.id });
        await own.client.number.provision({ number });
        expect(await waiting()).toEqual([]);
      });

      it('is free for another account a day later, which gets no messages of the first', async () => {
        const number = '+15035550105';
        const { id } = await own.client.number.provision({ number });
        const { id: waiting } = await own.client.message.send({
          to: handset(7, 910),
          from: number,
          text: 'Mine',
          send_at: later(),
        });
        await own.client.number.release({ id });
        await expect(other.client.number.provision({ number })).rejects.toMatchObject({
          code: 'number_in_use',
          message:
            'The number is in quarantine: another account released it less than 24 hours ago. Search the available numbers and choose another one, or try again later.',
        });
        passQuarantine(harness());
        await other.client.number.provision({ number });
        expect(await own.client.message.get({ id: waiting })).toMatchObject(released);
        const sent = await other.client.message.send({
          to: handset(7, 910),
          from: number,
          text: 'Theirs',
        });
        expect(await other.reaches(sent.id)).toMatchObject({ status: 'delivered' });
        await expect(own.client.number.provision({ number })).rejects.toMatchObject({
          code: 'number_in_use',
          status: 409,
        });
      });
    });
  });
}
