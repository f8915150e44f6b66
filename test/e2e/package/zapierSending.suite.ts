import { describe, expect, it } from '@jest/globals';
import {
  type Item,
  handset,
  sender,
  service,
  authData,
  create,
  inAnHour,
  failure,
  said,
  instead,
  passingOn,
  hand,
} from './zapierApp.ts';
import type { Respond } from '../../../scripts/programs/startServer.ts';
import { until } from '../../service/harness/until.ts';
import { headers, problemSchema, toWire } from '@textloom/shared/contract';
import type { ServerResponse } from 'node:http';

/** Tests the sending actions with one message, with many, and with failures. */
export function describeSending(): void {
  describe('the action Send Message', () => {
    it.each<[string, string]>([
      ['braces', 'Hi {first_name}, {bundle.x} {{}} {{ {bundle.inputData.to}'],
      ['an emoji of several code points', 'Hi 👋🏽 👩‍👩‍👧 {name}'],
      ['writing from right to left', 'שלום {name}, مرحبا \u200f!'],
      ['line breaks and quotes', 'line "one"\r\nline two\\ \t\u2028line three\n'],
      ['exactly 1600 characters', `{{first_name}\n{{bundle.x}${'a'.repeat(1575)}`],
      ['a text that fills eleven segments of UCS-2', `{{x}${'ב'.repeat(733)}`],
    ])('delivers %s to the handset unchanged', async (_title, text) => {
      const sent = await create('send_message', { to: handset, text, from: '', send_at: '' });
      expect(sent).toMatchObject({ status: 'queued', to: handset, from: sender, text });
      const arrived = await until('it arrives', async () =>
        (await service.textsOn(handset)).find((one) => one.text === text),
      );
      expect(Buffer.from(arrived.text)).toEqual(Buffer.from(text));
    });

    it.each([
      [
        'text',
        'Hi {{first_name|there}}!',
        () => 'Hi !',
        /^Text has lost \{\{first_name\|there\}\}/,
      ],
      [
        'deduplication_key',
        '{{1__day}}-{{1__id}}',
        () => '2026-11-28-',
        /^Deduplication Key lacks one of its values/,
      ],
      ['send_at', '{{1__when}}', () => new Date().toISOString(), /^Send At is the current time/],
    ])('stops if Zapier has not filled in %s', async (name, written, fillIn, words) => {
      const step = { to: handset, text: 'Hi', [name]: fillIn() };
      const lost = create('send_message', step, { inputDataRaw: { [name]: written } });
      expect(said(await failure(lost))).toMatch(words);
    });

    it('accepts all its fields', async () => {
      const send_at = inAnHour();
      const message = await create('send_message', {
        to: '202-555-0123',
        from: sender,
        text: 'Later',
        send_at,
        purpose: 'alert',
        reference: 'order-7',
        ttl: '600',
        encoding: 'gsm7',
        smart_encoding: 'true',
        metadata: { order: 7 },
      });
      expect(message).toMatchObject({
        status: 'scheduled',
        purpose: 'alert',
        send_at,
        metadata: { order: '7' },
      });
    });

    it('is repeated with the same key if the response is lost, and so sends only once', async () => {
      const before = (await service.client.message.list({ to: handset })).data.length;
      let calls = 0;
      const flaky = passingOn(async (answer, response) => {
        // The service accepts the message, and its first response is lost.
        if (++calls === 1) response.destroy();
        else await hand(answer, response);
      });
      await instead(flaky, (authData) =>
        create('send_message', { to: handset, text: 'Once' }, { authData }),
      );
      expect(calls).toBe(2);
      expect((await service.client.message.list({ to: handset })).data).toHaveLength(before + 1);
    });

    it('sends once for the same deduplication key, however often Zapier starts the run', async () => {
      const step = { to: handset, text: 'Your order', deduplication_key: 'order-1042' };
      const first = await create('send_message', step);
      expect((await create('send_message', step)).id).toBe(first.id);
      expect((await create('send_message', { ...step, to: ' +1 (202) 555-0124' })).id).not.toBe(
        first.id,
      );
      expect((await create('send_message', { ...step, deduplication_key: '' })).id).not.toBe(
        first.id,
      );

      const error = await failure(create('send_message', { ...step, text: 'Your other order' }));
      expect(error.name).toBe('HaltedError');
      expect(error.message).toBe(
        'This Deduplication Key was used before, for different content. To send this content, use another key. If it replaces a scheduled message, cancel that one first.',
      );
    });

    it('delivers once with a deduplication key, whatever happens to the responses', async () => {
      const faults = {
        'a lost connection': (response: ServerResponse) => response.destroy(),
        'a timeout': () => undefined,
        'a failure': (response: ServerResponse) => response.writeHead(500).end('{}'),
        'a busy proxy': (response: ServerResponse) => response.writeHead(503).end(),
      };
      const texts = await Promise.all(
        Object.entries(faults).map(async ([text, breakAnswer]) => {
          let isBroken = true;
          const faulty = passingOn(async (answer, response) => {
            if (isBroken) breakAnswer(response);
            else await hand(answer, response);
          });
          const step = { to: handset, text, deduplication_key: text };
          await instead(faulty, async (authData) => {
            await failure(create('send_message', step, { authData }));
            isBroken = false;
            // Zapier's autoreplay does this some minutes later.
            expect(await create('send_message', step, { authData })).toMatchObject({ text });
          });
          return text;
        }),
      );
      const { data } = await service.client.message.list({ to: handset, limit: 100 });
      const arrived = data.map(({ text }) => text).filter((text) => texts.includes(text));
      expect(arrived.sort()).toEqual(texts.sort());
    });

    it('sends each of several recipients a separate message, once, and reports on each', async () => {
      const [first, second] = ['+12025550171', '+12025550172'];
      const step = { text: 'Hi {all}', reference: 'all-1', deduplication_key: 'all' };
      const to = [first, ' +1 (202) 555-0172', 'Jane', first];
      const sent = await create('send_message', { ...step, to });
      expect(sent).toMatchObject({
        to: first,
        text: step.text,
        recipients: [
          { is_accepted: true, to: first, message_id: sent.id, error: null, reference: 'all-1' },
          { is_accepted: true, to: second, status: 'queued', error: null },
          { is_accepted: false, message_id: null, to: 'Jane', error_code: 'validation_failed' },
        ],
      });
      const [, , jane] = sent.recipients as Item[];
      expect(jane!.error).toMatch(/^To .*\. Correct the fields of this step\.$/);
      const again = (sent.recipients as Item[]).map((one) => ({
        ...one,
        already_sent: one.is_accepted,
      }));
      expect(await create('send_message', { ...step, to })).toEqual({
        ...{ ...sent, already_sent: true },
        recipients: again,
      });
      // A key applies to its recipient, however many others there are.
      expect(await create('send_message', { ...step, to: to[1] })).toMatchObject({
        id: (sent.recipients as Item[])[1]!.message_id,
        recipients: [{ is_accepted: true, to: second }],
      });
      for (const recipient of [first, second])
        await until(
          'each handset has it once',
          async () => (await service.textsOn(recipient)).length === 1,
        );
    });

    it('recognizes the same recipient however the number is written', async () => {
      const spellings = [
        '+12025550173',
        '(202) 555-0173',
        '12025550173',
        '+1 202 555 0173',
        '\u202a+1\u2010202\u2010555\u20100173\u202c',
        'tel:+1-202-555-0173',
        '202.555.0173 ext. 5',
      ];
      const to = spellings.slice(0, 2).join(', ');
      const step = { text: 'Hi', deduplication_key: 'spelled' };
      const { id, recipients } = await create('send_message', { ...step, to: [to, spellings[2]] });
      expect(recipients).toMatchObject([{ is_accepted: true, to: spellings[0] }]);
      for (const written of spellings) {
        expect((await create('send_message', { ...step, to: [written] })).id).toBe(id);
        const line = { ...step, to: written };
        const { results } = await create('send_messages', { messages: [line] });
        expect(results).toMatchObject([{ message_id: id }]);
      }
      const { data } = await service.client.message.list({ to: spellings[0]! });
      expect(data).toHaveLength(1);
    });

    it.each([
      ['one', (to: string) => create.bind(null, 'send_message', { to, text: 'Hi' })],
      [
        'many',
        (to: string) => create.bind(null, 'send_messages', { messages: [{ to, text: 'Hi' }] }),
      ],
    ])('is not repeated by Zapier if a response was lost: %s', async (_title, stepOf) => {
      const to = _title === 'one' ? '+12025550174' : '+12025550175';
      let calls = 0;
      // The service accepts the message, its response is lost, and then the service is busy for a
      // second.
      const faulty = passingOn(async (_answer, response) => {
        if (++calls === 1) response.destroy();
        else response.writeHead(429, { [headers.retryAfter]: '40' }).end();
        return Promise.resolve();
      });
      const error = await failure(instead(faulty, (authData) => stepOf(to)({ authData })));
      expect(calls).toBe(2);
      expect(error.name).toBe('AppError');
      expect(said(error)).toMatch(/so the message may have been sent\. Before you send it again, /);
      expect((await service.client.message.list({ to })).data).toHaveLength(1);
    });

    it('fails if no recipient is valid, as with one recipient', async () => {
      const error = await failure(create('send_message', { to: ['Jane', 'Joe'], text: 'Hi' }));
      expect(error.name).toBe('AppError');
      expect(said(error)).toMatch(/^To .*\./);
      expect(said(await failure(create('send_message', { to: [''], text: 'Hi' })))).toMatch(
        /^To is required/,
      );
    });

    it('holds the Zap when the key was revoked', async () => {
      const error = await failure(
        create(
          'send_message',
          { to: handset, text: 'Secret plan' },
          { authData: { ...authData(), api_key: 'revoked' } },
        ),
      );
      expect(error.name).toBe('ExpiredAuthError');
      expect(error.message).not.toMatch(/2025550123|Secret plan/);
    });

    it('names the invalid field', async () => {
      const error = await failure(create('send_message', { to: 'Jane', text: 'Hi' }));
      expect(error.name).toBe('AppError');
      expect(said(error)).toMatch(/^To .*\./);
      expect(said(await failure(create('send_message', { to: handset, text: ' ' })))).toMatch(
        /^Text is required\./,
      );
      const unknown = await failure(
        create('send_message', { to: handset, text: 'Hi', from: 'Nobody' }),
      );
      expect(said(unknown)).toContain('From is not a sender of this account.');
    });

    it('stops only this run if the recipient has opted out, and does not reveal the number', async () => {
      const recipient = '+12025550144';
      await service.textFrom(recipient, sender, 'STOP');
      const error = await until('the opt-out is known', async () => {
        const result = await create('send_message', { to: recipient, text: 'Secret plan' }).catch(
          (thrown: unknown) => thrown as Error,
        );
        return result instanceof Error ? result : undefined;
      });
      expect(error.name).toBe('HaltedError');
      expect(error.message).toContain('The recipient has opted out.');
      expect(error.message).not.toMatch(/2025550144|Secret plan/);
    });

    it('waits as long as the service asks, without failing', async () => {
      const busy: Respond = (_request, response) => {
        response.writeHead(429, {
          'content-type': 'application/problem+json',
          [headers.retryAfter]: '40',
        });
        response.end(JSON.stringify(toWire(problemSchema, { code: 'rate_limited' })));
      };
      const error = await failure(
        instead(busy, (authData) =>
          create('send_message', { to: handset, text: 'Hi' }, { authData }),
        ),
      );
      expect(error.name).toBe('ThrottledError');
      const { delay } = JSON.parse(error.message) as { delay: number };
      expect(delay).toBeGreaterThanOrEqual(40);
      expect(delay).toBeLessThanOrEqual(60);
    });
  });

  describe('the action Send Bulk Messages', () => {
    it('sends a message for each line, and reports the result of each', async () => {
      const messages = [
        { to: '202-555-0161', text: 'Hi {name}, your order 1 👋', reference: 'bulk-1' },
        { to: 'Jane', text: 'Hi', reference: 'bulk-2' },
        { to: '+12025550162', text: '' },
        { to: '+12025550163', text: 'Your order 3', reference: '' },
      ];
      const sent = await create('send_messages', {
        messages,
        purpose: 'alert',
        send_at: inAnHour(),
      });
      expect(sent).toMatchObject({
        accepted: 2,
        rejected: 2,
        results: [
          {
            is_accepted: true,
            to: '+12025550161',
            reference: 'bulk-1',
            status: 'scheduled',
            error: null,
          },
          {
            is_accepted: false,
            message_id: null,
            reference: 'bulk-2',
            error_code: 'validation_failed',
          },
          { is_accepted: false, error: expect.stringMatching(/^Text is required\. Correct/) },
          { is_accepted: true, to: '+12025550163', segments: 1, reference: null },
        ],
      });
      const [first, second] = sent.results as Item[];
      expect(second!.error).toMatch(/^To .*\. Correct the fields of this step\.$/);
      const message = await service.client.message.get({ id: first!.message_id as string });
      expect(message).toMatchObject({ text: messages[0]!.text, purpose: 'alert' });
    });

    it('sends once for the same deduplication key, across lines and steps', async () => {
      const line = { to: '+12025550164', text: 'Your order', deduplication_key: 'order-9' };
      const { id } = await create('send_message', line);
      const messages = [line, { ...line, to: '+12025550165' }, line];
      const ids = async () =>
        ((await create('send_messages', { messages })).results as Item[]).map(
          ({ message_id }) => message_id,
        );
      const [first, second, third] = await ids();
      expect([first, third]).toEqual([id, id]);
      expect(second).not.toBe(id);
      expect(await ids()).toEqual([id, second, id]);
    });

    it('splits a large number of lines into several requests', async () => {
      const text = '消息'.repeat(350);
      const send_at = inAnHour();
      const messages = Array.from({ length: 501 }, (_, at) => ({
        to: `+1${302 + Math.floor(at / 100)}55501${String(at % 100).padStart(2, '0')}`,
        text,
        reference: String(at),
      }));
      let requests = 0;
      const counting = passingOn(async (answer, response) => {
        requests++;
        await hand(answer, response);
      });
      const { accepted, results } = await instead(counting, (authData) =>
        create('send_messages', { messages, send_at }, { authData }),
      );
      expect(requests).toBe(2);
      expect(accepted).toBe(501);
      expect((results as Item[]).map(({ reference }) => Number(reference))).toEqual([
        ...messages.keys(),
      ]);
    });

    it('stops before it sends if a line has no key, although one is mapped', async () => {
      const line = { to: handset, text: 'Without a key' };
      const messages = [
        { ...line, deduplication_key: '7' },
        { ...line, deduplication_key: '' },
      ];
      const inputDataRaw = { deduplication_key: '{{1__[]id}}' };
      const lost = create('send_messages', { messages }, { inputDataRaw });
      expect(said(await failure(lost))).toMatch(/^Deduplication Key of line 2 has no value/);
    });

    it('reports each line if a later request fails', async () => {
      const messages = ['消'.repeat(700), 'Hi'].flatMap((text) =>
        Array.from({ length: 490 }, () => ({ to: 'Jane', text })),
      );
      messages[0] = { to: '+12025550166', text: 'Hi' };
      let calls = 0;
      const faulty = passingOn(async (answer, response) => {
        if (++calls === 1) await hand(answer, response);
        else response.writeHead(429, { [headers.retryAfter]: '40' }).end();
      });
      const { accepted, rejected, results } = await instead(faulty, (authData) =>
        create('send_messages', { messages }, { authData }),
      );
      expect([accepted, rejected]).toEqual([1, 979]);
      const codes = (results as Item[]).map(({ error_code }) => error_code);
      expect(codes).toHaveLength(980);
      expect(new Set(codes)).toEqual(new Set([null, 'validation_failed', 'rate_limited']));
    });

    it('fails if no line is accepted, and names the first problem', async () => {
      const messages = [
        { to: 'Jane', text: 'Hi' },
        { to: 'Joe', text: 'Hi' },
      ];
      const error = await failure(create('send_messages', { messages }));
      expect(error.name).toBe('AppError');
      expect(said(error)).toMatch(/^No message was accepted\. To .*\. Correct the fields/);
    });

    it('names the field if there is no line', async () => {
      expect(said(await failure(create('send_messages', { messages: [{}] })))).toMatch(
        /^Messages /,
      );
    });
  });
}
