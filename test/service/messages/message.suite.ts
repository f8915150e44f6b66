import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Input, Message, contract } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

type NewMessage = Input<(typeof contract)['message']['send']>;

const long = 'Part of a long text. '.repeat(16);
const hour = 3_600_000;

/** Tests messages from send to receipt, with handsets of every outcome. */
export function describeMessages(harness: () => Harness): void {
  describe('a message', () => {
    let account: Account;
    const sent = new Map<number, Message>();
    beforeAll(async () => {
      account = harness().account();
      const outcomes = [0, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61];
      for (const outcome of outcomes)
        sent.set(
          outcome,
          await account.client.message.send({
            to: handset(outcome),
            text: outcome === 61 ? long : `Outcome ${outcome}`,
          }),
        );
    });

    const send = (change: Partial<NewMessage> = {}) =>
      account.client.message.send({ to: handset(1), text: 'Hi', ...change });

    it.each([
      [0, 'delivered', null, ['sent', 'delivered'], 1],
      [49, 'delivered', null, ['sent', 'delivered'], 1],
      [50, 'undelivered', ['carrier_undeliverable', 'UNDELIV'], ['sent', 'undelivered'], 0],
      [51, 'expired', ['carrier_expired', 'EXPIRED'], ['sent', 'expired'], 0],
      [52, 'failed', ['carrier_rejected', 'ESME_RSUBMITFAIL'], ['failed'], 0],
      [54, 'delivered', null, ['sent', 'delivered'], 1],
      [55, 'delivered', null, ['sent', 'delivered'], 1],
      [56, 'delivered', null, ['sent', 'delivered'], 1],
      [58, 'delivered', null, ['sent', 'delivered'], 1],
      [59, 'delivered', null, ['sent', 'delivered'], 1],
      [60, 'delivered', null, ['sent', 'delivered'], 1],
      [61, 'undelivered', ['carrier_undeliverable', 'UNDELIV'], ['sent', 'undelivered'], 0],
    ] as const)(
      'to a handset number that ends in %i ends as %s with %j',
      async (outcome, status, error, statuses, shown) => {
        const { id, text } = sent.get(outcome)!;
        const message = await account.reaches(id);
        expect(message.status).toBe(status);
        expect(message.error && [message.error.code, message.error.carrier_code]).toEqual(error);
        expect(message.final_at).not.toBeNull();
        expect(message.delivered_at !== null).toBe(status === 'delivered');
        expect(message.sent_at !== null).toBe(status !== 'failed');
        const events = await account.eventsOf(id);
        expect(events.map(({ type }) => type)).toEqual(statuses.map((one) => `message.${one}`));
        expect(events.map(({ data }) => data.status)).toEqual(statuses);
        expect(events.map(({ data }) => data.sequence)).toEqual(statuses.map((_, at) => at + 1));
        expect(events.map(({ data }) => data.previous_status)).toEqual(
          ['queued', ...statuses].slice(0, -1),
        );
        expect(message.sequence).toBe(statuses.length);
        const texts = await account.textsOn(handset(outcome));
        expect(
          texts.filter((one) => one.direction === 'to_handset' && one.text === text),
        ).toHaveLength(shown);
      },
    );

    it('is accepted before anything else happens to it', () => {
      expect(sent.get(0)).toMatchObject({
        direction: 'outbound',
        status: 'queued',
        to: handset(0),
        from: account.number,
        sequence: 0,
        encoding: 'gsm7',
        segments: 1,
        purpose: 'notification',
        metadata: {},
        sent_at: null,
        final_at: null,
      });
      expect(sent.get(61)).toMatchObject({ segments: 3 });
    });

    it('of one segment arrives if only a later segment would fail', async () => {
      const { id } = await send({ to: handset(61), text: 'Short' });
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    });

    it('is sent from the default number, or from the chosen number', async () => {
      expect((await send()).from).toBe(account.number);
      expect((await send({ from: account.number })).from).toBe(account.number);
      const national = account.number.replace(/^\+1(...)(...)/, '($1) $2-');
      expect((await send({ from: national })).from).toBe(account.number);
    });

    it.each(['+12025550199', '12345', 'ACME'])(
      'from %s, which the account does not own, is refused',
      async (from) => {
        await expect(send({ from })).rejects.toMatchObject({
          code: 'sender_not_owned',
          field: 'from',
        });
      },
    );

    it('from a name that ends in the digits of an owned number is refused', async () => {
      await expect(send({ from: `A${account.number.slice(-10)}` })).rejects.toMatchObject({
        code: 'sender_not_owned',
        field: 'from',
      });
    });

    it.each(['+442079460000', '+12125551212', '+12025550200', '+12025550099'])(
      'to %s, which the carrier does not reach, is refused',
      async (to) => {
        const error: unknown = await send({ to }).catch((error: unknown) => error);
        expect(error).toMatchObject({ code: 'no_route' });
        expect(String(error)).toContain('Only simulated handsets, such as +12025550123, get texts');
      },
    );

    it.each(['+12025550100', '+12025550199', '+18005550150'])(
      'to %s, which the carrier reaches, is accepted',
      async (to) => {
        expect(await send({ to })).toMatchObject({ to, status: 'queued' });
      },
    );

    it('to a contact or from a number of another account is refused', async () => {
      const other = harness().account();
      const { id } = await other.client.contact.upsert({ phone: handset(3, 204) });
      await expect(send({ to: undefined, contact_id: id })).rejects.toMatchObject({
        status: 422,
        field: 'contact_id',
      });
      await expect(send({ from: other.number })).rejects.toMatchObject({
        code: 'sender_not_owned',
        field: 'from',
      });
    });

    it.each(['(202) 555-0101', '202.555.0101', '1 202 555 0101', '+1 (202) 555-0101'])(
      'to %s is parsed with the country of the account',
      async (to) => {
        expect((await send({ to })).to).toBe(handset(1));
      },
    );

    it('finds the same phone wherever someone pastes its number', async () => {
      const { client } = account;
      const phone = handset(48);
      const pasted = `\u202atel:${phone.replace('+1', '+1\u00a0\u2011')};ext=5\u202c`;
      const from = `'${account.number}\u200b ext 7`;
      const { id, lists } = await client.contact.upsert({ phone: pasted, lists: [] });
      expect({ id, lists }).toEqual({ id: (await client.contact.get({ id: phone })).id, lists });
      const { refused } = await client.contact.import({ csv: `phone\n"${pasted}"\n` });
      expect(refused).toEqual([]);
      expect((await client.contact.get({ id: pasted })).id).toBe(id);
      expect((await client.contact.list({ phone: pasted })).data.map((one) => one.id)).toEqual([
        id,
      ]);
      const sent = await send({ to: pasted, from });
      expect(sent).toMatchObject({ to: phone, from: account.number, contact_id: id });
      expect((await client.message.list({ to: pasted, from })).data.map((one) => one.id)).toEqual([
        sent.id,
      ]);
      expect((await client.report.get({ from })).totals.messages).toBeGreaterThan(0);
      const url = harness().receiver.hook().url;
      const filter = { to: [pasted], from: [from] };
      const events = ['message.*' as const];
      expect((await client.webhook.create({ url, events, filter })).filter).toEqual({
        to: [phone],
        from: [account.number],
      });
      await client.contact.update({ id: pasted, status: 'opted_out' });
      await expect(send({ to: pasted })).rejects.toMatchObject({ code: 'recipient_opted_out' });
    });

    it('cannot be searched or counted by a sender that is not a number', async () => {
      const { message, report } = account.client;
      const refusal = { code: 'validation_failed', field: 'from' };
      for (const from of ['+1202555O1OO', `${account.number}\n${account.number}`]) {
        await expect(message.list({ from })).rejects.toMatchObject(refusal);
        await expect(report.get({ from })).rejects.toMatchObject(refusal);
      }
      for (const from of ['Textloom', '12345']) {
        expect((await message.list({ from })).data).toEqual([]);
        expect((await report.get({ from })).totals.messages).toBe(0);
      }
    });

    it('goes to a contact by its ID, and is linked to the contact by its number', async () => {
      const contact = await account.client.contact.upsert({ phone: handset(2) });
      const byId = await account.client.message.send({ contact_id: contact.id, text: 'Hi' });
      expect(byId).toMatchObject({ to: handset(2), contact_id: contact.id });
      expect((await send({ to: handset(2) })).contact_id).toBe(contact.id);
      const { data } = await account.client.message.list({ contact_id: contact.id });
      expect(data).toHaveLength(2);
      await expect(
        account.client.message.send({ contact_id: 'con_none', text: 'Hi' }),
      ).rejects.toMatchObject({ code: 'validation_failed', field: 'contact_id' });
    });

    it('inserts merge fields of the contact that has the number, and counts the result', async () => {
      const { id } = await account.client.contact.upsert({
        phone: handset(3, 305),
        first_name: 'Zoë 😀',
        attributes: { plan: 'pro' },
      });
      await account.client.contact.upsert({ phone: handset(4, 305), first_name: 'Bo' });
      const text = 'Hi {{first_name|there}}, {{plan|no}} plan';
      expect(await send({ to: handset(3, 305), text })).toMatchObject({
        text: 'Hi Zoë 😀, pro plan',
        encoding: 'ucs2',
      });
      const sent = await account.client.message.send({ contact_id: id, text });
      expect(sent.text).toBe('Hi Zoë 😀, pro plan');
      const missing = 'Your {{plan}} plan';
      const { results } = await account.client.message.sendBatch({
        messages: [3, 4, 5].flatMap((one) =>
          [text, missing].map((written) => ({ to: handset(one, 305), text: written })),
        ),
      });
      expect(
        results.map(({ message, problem }) => message?.text ?? problem!.errors[0]!.code),
      ).toEqual([
        'Hi Zoë 😀, pro plan',
        'Your pro plan',
        'Hi Bo, no plan',
        'missing_merge_field',
        'Hi there, no plan',
        'missing_merge_field',
      ]);
      expect(
        await account.client.message.preview({ to: handset(4, 305), text: missing }),
      ).toMatchObject({
        would_send: false,
        problem: {
          code: 'validation_failed',
          errors: [{ pointer: '/text', code: 'missing_merge_field' }],
        },
      });
    });

    it('keeps the merge fields of a text that somebody else wrote, in a message and in a reply', async () => {
      await account.client.contact.upsert({ phone: handset(6, 305), attributes: { notes: 'VIP' } });
      const text = 'Please repeat: {{notes}} {{no such field}}';
      const content = { to: handset(6, 305), text, merge_fields: false };
      expect(await send(content)).toMatchObject({ text, segments: 1 });
      expect(await account.client.message.preview(content)).toMatchObject({ would_send: true });
      const { id } = await account.client.conversation.open({ phone: handset(6, 305) });
      const reply = await account.client.conversation.reply({ id, text, merge_fields: false });
      expect(reply.text).toBe(text);
    });

    it.each([
      ['a'.repeat(160), 'gsm7', 1],
      ['a'.repeat(161), 'gsm7', 2],
      ['a'.repeat(306), 'gsm7', 2],
      ['a'.repeat(307), 'gsm7', 3],
      ['€'.repeat(80), 'gsm7', 1],
      ['€'.repeat(81), 'gsm7', 2],
      ['ш'.repeat(70), 'ucs2', 1],
      ['ш'.repeat(71), 'ucs2', 2],
      ['😀'.repeat(35), 'ucs2', 1],
      ['😀'.repeat(36), 'ucs2', 2],
      ['a'.repeat(1530), 'gsm7', 10],
      ['a'.repeat(1600), 'gsm7', 11],
      ['ш'.repeat(737), 'ucs2', 11],
    ] as const)(
      'with the text %s is sent as %s in %i segments',
      async (text, encoding, segments) => {
        expect(await send({ text })).toMatchObject({ encoding, segments, text, sent_text: null });
      },
    );

    it('that is blank is refused, on its own, in a batch, in a preview and as a reply', async () => {
      const refusal = { errors: [{ pointer: '/text', code: 'invalid_format' }] };
      const { client } = account;
      const [text, to] = ['\u00a0\u200b ', handset(3, 306)];
      await expect(send({ to, text })).rejects.toMatchObject({ fieldErrors: refusal.errors });
      expect(await client.message.sendBatch({ messages: [{ to, text }] })).toMatchObject({
        results: [{ status: 422, problem: refusal }],
      });
      expect(await client.message.preview({ to, text })).toMatchObject({ problem: refusal });
      const { id } = await client.conversation.open({ phone: to });
      await expect(client.conversation.reply({ id, text })).rejects.toMatchObject({
        fieldErrors: refusal.errors,
      });
    });

    it('of more than eleven segments is refused', async () => {
      for (const text of ['€'.repeat(842), 'ш'.repeat(738)])
        await expect(send({ text })).rejects.toMatchObject({
          fieldErrors: [
            {
              pointer: '/text',
              code: 'too_many_segments',
              detail: expect.stringMatching(/^needs \d+ segments; the limit is 11$/),
            },
          ],
        });
    });

    it('with smart encoding is sent in cheaper characters', async () => {
      const text = '“Curly” – it’s here…';
      const smart = await send({ to: handset(3), text, smart_encoding: true });
      expect(smart).toMatchObject({ text, encoding: 'gsm7', sent_text: '"Curly" - it\'s here...' });
      await account.reaches(smart.id);
      expect((await account.textsOn(handset(3))).at(-1)!.text).toBe(smart.sent_text);
      expect(await send({ text })).toMatchObject({ encoding: 'ucs2', sent_text: null });
      expect(await send({ text: 'Plain', encoding: 'ucs2' })).toMatchObject({ encoding: 'ucs2' });
    });

    it('that is scheduled waits for its time', async () => {
      const send_at = new Date(Date.now() + 3_000).toISOString();
      const later = await send({ to: handset(4), send_at });
      expect(later).toMatchObject({ status: 'scheduled', send_at });
      const message = await account.reaches(later.id);
      expect(message.status).toBe('delivered');
      expect(Date.parse(message.sent_at!)).toBeGreaterThanOrEqual(Date.parse(send_at) - 100);
      expect(await account.textsOn(handset(4))).toHaveLength(1);
    });

    it('scheduled for a moment ago is sent immediately, and for yesterday is refused', async () => {
      const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
      expect((await send({ send_at: ago(5_000) })).status).toBe('queued');
      await expect(send({ send_at: ago(24 * hour) })).rejects.toMatchObject({ field: 'send_at' });
    });

    it('that is scheduled can be canceled once, and is never sent', async () => {
      const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
      const { id } = await send({ to: handset(5), send_at: inSeconds(30) });
      expect(await account.client.message.cancel({ id })).toMatchObject({ status: 'canceled' });
      await expect(account.client.message.cancel({ id })).rejects.toMatchObject({
        code: 'not_cancelable',
        status: 409,
      });
      const marker = await send({ to: handset(6), send_at: inSeconds(31) });
      harness().setAhead(60_000);
      await account.reaches(marker.id);
      harness().setAhead(0);
      expect(await account.textsOn(handset(5))).toEqual([]);
      const events = await account.eventsOf(id);
      expect(events.map(({ type, data }) => [type, data.previous_status])).toEqual([
        ['message.canceled', 'scheduled'],
      ]);
    });

    it('that has been sent can no longer be canceled', async () => {
      await account.reaches(sent.get(53)!.id, 'sent');
      await expect(account.client.message.cancel({ id: sent.get(53)!.id })).rejects.toMatchObject({
        code: 'not_cancelable',
      });
      await account.reaches(sent.get(0)!.id);
      await expect(account.client.message.cancel({ id: sent.get(0)!.id })).rejects.toMatchObject({
        code: 'not_cancelable',
      });
    });

    it('is found by each filter', async () => {
      const reference = 'order-77';
      const message = await send({
        to: handset(7),
        reference,
        purpose: 'otp',
        metadata: { a: 'b' },
      });
      await account.reaches(message.id);
      const found = async (filter: object) =>
        (await account.client.message.list({ limit: 100, ...filter })).data.map(({ id }) => id);
      for (const filter of [
        { reference },
        { purpose: 'otp' },
        { to: '(202) 555-0107' },
        { to: handset(7), status: 'delivered', direction: 'outbound', from: account.number },
        { to: handset(7), created_after: message.created_at },
      ])
        expect(await found(filter)).toEqual([message.id]);
      for (const status of ['delivered', ['delivered'], ['failed', 'delivered']])
        expect(await found({ reference, status })).toEqual([message.id]);
      expect(await found({ reference, status: ['failed', 'expired'] })).toEqual([]);
      expect(await found({ reference, error_code: 'carrier_rejected' })).toEqual([]);
      const undelivered = sent.get(50)!.id;
      await account.reaches(undelivered);
      expect(await found({ error_code: 'carrier_undeliverable' })).toContain(undelivered);
      expect(await found({ reference, created_before: message.created_at })).toEqual([]);
      expect(await found({ reference: 'order-7' })).toEqual([]);
      expect(await found({ direction: 'inbound', reference })).toEqual([]);
    });

    it('appears once while a client reads all pages, even if new messages arrive meanwhile', async () => {
      const before = new Set<string>();
      for await (const { id } of paginate(account.client.message.list, { limit: 100 }))
        before.add(id);
      const seen: string[] = [];
      for await (const { id } of paginate(account.client.message.list, { limit: 7 })) {
        seen.push(id);
        if (seen.length % 7 === 0) await send({ to: handset(8) });
      }
      expect(seen).toEqual([...seen].sort().reverse());
      expect(new Set(seen).size).toBe(seen.length);
      expect([...before].filter((id) => !seen.includes(id))).toEqual([]);
    });

    it('with a late receipt stays sent until the receipt arrives', async () => {
      const late = sent.get(57)!;
      await account.reaches(late.id, 'sent');
      harness().setAhead(30_000);
      const message = await until('the late receipt has arrived', async () => {
        await harness().makeDue('handset', 30);
        const now = await account.client.message.get({ id: late.id });
        return now.status === 'delivered' && now;
      });
      harness().setAhead(0);
      // The handset counts its delay from the submit, which the service stores a little later.
      expect(Date.parse(message.delivered_at!) - Date.parse(message.sent_at!)).toBeGreaterThan(
        15_000,
      );
      const events = await account.eventsOf(late.id);
      expect(events.map(({ type, data }) => [type, data.delivered_at])).toEqual([
        ['message.sent', null],
        ['message.delivered', message.delivered_at],
      ]);
    });

    it('with contradictory receipts keeps the result of the first one', async () => {
      const { id } = await send({ to: handset(56, 203) });
      const delivered = await account.reaches(id);
      expect(delivered).toMatchObject({ status: 'delivered', sequence: 2 });
      await until('the second receipt has arrived', async () => {
        await harness().makeDue('handset');
        const { rows } = await harness().query(`
          select from pgboss.job where name = 'handset' and state <= 'active'
            and start_after < now() + interval '10 seconds'`);
        return rows.length === 0;
      });
      expect(await account.client.message.get({ id })).toEqual(delivered);
      expect(await account.eventsOf(id)).toHaveLength(2);
    });

    it('expires if its time to live passes before it is sent', async () => {
      const send_at = new Date(Date.now() + 5_000).toISOString();
      const { id, expires_at } = await send({ to: handset(9), send_at, ttl: 5 });
      expect(Date.parse(expires_at!) - Date.parse(send_at)).toBe(5_000);
      harness().setAhead(60_000);
      const message = await account.reaches(id);
      harness().setAhead(0);
      expect(message).toMatchObject({
        status: 'expired',
        error: { code: 'ttl_expired' },
        sent_at: null,
      });
      const marker = await send({
        to: handset(10),
        send_at: new Date(Date.now() + 6_000).toISOString(),
      });
      await account.reaches(marker.id);
      expect(await account.textsOn(handset(9))).toEqual([]);
      expect(await account.eventsOf(id)).toHaveLength(1);
    });

    it('without any receipt ends as unconfirmed', async () => {
      const { id } = sent.get(53)!;
      harness().setAhead(73 * hour);
      const message = await account.reaches(id);
      harness().setAhead(0);
      expect(message).toMatchObject({ status: 'unconfirmed', error: { code: 'no_receipt' } });
      const events = await account.eventsOf(id);
      expect(events.map(({ type }) => type)).toEqual(['message.sent', 'message.unconfirmed']);
    });
  });

  describe('a batch of messages', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    const batch = async (messages: readonly unknown[], headers?: Record<string, string>) => {
      const response = await account.json('POST', '/messages/batch', { messages }, headers);
      expect(response.status).toBe(200);
      return (response.body as { results: Result[] }).results;
    };
    interface Result {
      status: number;
      message: Message | null;
      problem: { code: string; request_id: string; errors: { pointer: string }[] } | null;
    }

    it('returns one result per row in order, and one bad row stops no other', async () => {
      const rows: unknown[] = [
        { to: handset(0), text: 'One' },
        { to: handset(0) },
        { to: 'Jane', text: 'Hi' },
        { to: handset(1), text: 'Two' },
        { to: handset(1), text: 'Hi', color: 'red' },
        null,
        'text',
        [],
        { to: handset(1), contact_id: 'con_1', text: 'Hi' },
        { to: handset(1), text: 'a\0b' },
        { to: handset(1), text: 'Hi', metadata: { a: '\ud800' } },
        { to: handset(1), text: 'Hi', idempotency_key: '' },
        { to: '+442079460000', text: 'Hi' },
        { to: handset(1), from: 'ACME', text: 'Hi' },
        { to: handset(2), text: 'Three' },
      ];
      const results = await batch(rows);
      expect(results.map(({ status }) => status)).toEqual(
        rows.map((_, at) => ([0, 3, 14].includes(at) ? 202 : 422)),
      );
      expect(results.map(({ message }) => message?.text)).toEqual(
        rows.map((_, at) => ({ 0: 'One', 3: 'Two', 14: 'Three' })[at]),
      );
      const pointers = results.map(({ problem }) => problem?.errors[0]?.pointer);
      expect(pointers.slice(0, 14)).toEqual([
        undefined,
        '/text',
        '/to',
        undefined,
        '/color',
        '',
        '',
        '',
        '/contact_id',
        '/text',
        '/metadata/a',
        '/idempotency_key',
        undefined,
        '/from',
      ]);
      expect(results[12]!.problem!.code).toBe('no_route');
      for (const { message } of results) if (message) await account.reaches(message.id);
    });

    it('reports a bad row exactly like a single request', async () => {
      const rows = [
        { to: handset(0) },
        { to: 'Jane', text: 'Hi' },
        { to: handset(0), text: '👋', encoding: 'gsm7' },
      ];
      const results = await batch(rows);
      for (const [at, row] of rows.entries()) {
        const single = await account.json('POST', '/messages', row);
        expect({ ...results[at]!.problem, request_id: '' }).toEqual({
          ...(single.body as object),
          request_id: '',
        });
      }
    });

    it('accepts 500 messages, and each arrives once', async () => {
      const messages = Array.from({ length: 500 }, (_, at) => ({
        to: handset(at % 50, 303),
        text: `Message ${at}`,
      }));
      const results = await batch(messages);
      expect(results.map(({ message }) => message?.text)).toEqual(messages.map(({ text }) => text));
      await until(
        'all have arrived',
        async () => {
          const open = await Promise.all(
            (['queued', 'sent'] as const).map((status) =>
              account.client.message.list({ status, limit: 1 }),
            ),
          );
          return open.every(({ data }) => data.length === 0);
        },
        60,
      );
      const texts: string[] = [];
      for (let at = 0; at < 50; at++)
        texts.push(...(await account.textsOn(handset(at, 303))).map(({ text }) => text));
      expect(texts.sort()).toEqual(messages.map(({ text }) => text).sort());
      expect(
        (await account.json('POST', '/messages/batch', { messages: [...messages, messages[0]] }))
          .status,
      ).toBe(422);
    });

    it('shares the idempotency keys of its rows with single requests', async () => {
      const row = { to: handset(20), text: 'Keyed' };
      const single = await account.client.message.send(row, { idempotencyKey: 'row-1' });
      const results = await batch([
        { ...row, idempotency_key: 'row-1' },
        { ...row, idempotency_key: 'row-2' },
        { ...row, idempotency_key: 'row-2' },
        { ...row, text: 'Other', idempotency_key: 'row-2' },
        { ...row, text: 'Other', idempotency_key: 'row-1' },
        { text: 'Bad', idempotency_key: 'row-3' },
        { ...row, idempotency_key: 'row-3' },
      ]);
      expect(results.map(({ status }) => status)).toEqual([202, 202, 202, 422, 422, 422, 202]);
      expect(results[0]!.message!.id).toBe(single.id);
      expect(results[2]!.message!.id).toBe(results[1]!.message!.id);
      expect(results[3]!.problem!.code).toBe('idempotency_key_reused');
      const again = await account.client.message.send(row, { idempotencyKey: 'row-2' });
      expect(again.id).toBe(results[1]!.message!.id);
      await account.reaches(results[6]!.message!.id);
      await account.reaches(again.id);
      expect(await account.textsOn(handset(20))).toHaveLength(3);
    });

    it('reads the idempotency keys of its rows as those of single requests', async () => {
      const row = { to: handset(21), text: 'Keyed' };
      const single = await account.client.message.send(row, { idempotencyKey: 'order-1' });
      const keys = ['order-1', 'order-1 ', ' order-1', '"order-1"', 'é', 'tab\t', '  ', '""'];
      const results = await batch(keys.map((key) => ({ ...row, idempotency_key: key })));
      expect(results.map(({ message, problem }) => message?.id ?? problem?.errors)).toEqual([
        ...Array<string>(4).fill(single.id),
        ...Array.from({ length: 4 }, () => [
          expect.objectContaining({ pointer: '/idempotency_key', code: 'invalid_format' }),
        ]),
      ]);
      await account.reaches(single.id);
      expect(await account.textsOn(handset(21))).toHaveLength(1);
    });
  });
}
