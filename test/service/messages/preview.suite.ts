import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  contract,
  sampleOf,
  type Input,
  type Message,
  type Output,
} from '@textloom/shared/contract';
import { DateTime } from 'luxon';
import type { OpenDatabase } from '../harness/database.ts';
import {
  authorization,
  handset,
  openHarness,
  type Account,
  type Harness,
} from '../harness/harness.ts';
import { until } from '../harness/until.ts';

type NewMessage = Input<(typeof contract)['message']['send']>;
type Preview = Output<(typeof contract)['message']['preview']>;

const area = 646;
const hour = 3_600_000;

/** Tests previews of messages. */
export function describePreviews(harness: () => Harness, open: OpenDatabase): void {
  describe('a preview', () => {
    let account: Account;
    let contactId: string;
    beforeAll(async () => {
      account = harness().account();
      const contact = await account.client.contact.upsert({
        phone: handset(2, area),
        time_zone: 'Asia/Tokyo',
        first_name: 'Ada',
      });
      contactId = contact.id;
      await account.client.contact.upsert({ phone: handset(3, area), status: 'opted_out' });
    });
    afterEach(() => harness().setAhead(0));

    const preview = (change: Partial<NewMessage> = {}) =>
      account.client.message.preview({ to: handset(1, area), text: 'Hi', ...change });
    const night = () => {
      const time = DateTime.now().setZone('America/New_York').plus({ days: 2 });
      harness().setAhead(
        time.set({ hour: 22, minute: 0, second: 0, millisecond: 0 }).toMillis() - Date.now(),
      );
    };
    const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

    /** Returns the facts that a message and its preview share. Times differ with the clock. */
    const listFacts = ({
      status,
      to,
      from,
      country,
      encoding,
      segments,
      ...rest
    }: Message | Preview) => ({
      status,
      to,
      from,
      country,
      encoding,
      segments,
      text: rest.text,
      sent_text: rest.sent_text,
      send_at: rest.send_at,
      held_reason: rest.held_reason,
    });

    it.each<[string, () => Partial<NewMessage>, boolean?]>([
      ['a short text', () => ({})],
      ['a text of many segments', () => ({ text: 'a'.repeat(1600) })],
      ['a text that is too long', () => ({ text: 'ш'.repeat(738) })],
      ['an emoji', () => ({ text: '👋' })],
      ['an emoji in GSM-7', () => ({ text: '👋', encoding: 'gsm7' })],
      ['curly quotes', () => ({ text: '“Hi”' })],
      ['smart encoding', () => ({ text: '“Hi”', smart_encoding: true })],
      ['a national number', () => ({ to: '(646) 555-0101' })],
      ['an invalid number', () => ({ to: '+1646555' })],
      ['a contact', () => ({ to: undefined, contact_id: contactId })],
      [
        'a merge field',
        () => ({ contact_id: contactId, to: undefined, text: 'Hi {{first_name|you}}' }),
      ],
      ['a missing contact', () => ({ to: undefined, contact_id: 'con_none' })],
      ['an owned sender', () => ({ from: account.number })],
      ['a sender that the account does not own', () => ({ from: 'ACME' })],
      ['no route', () => ({ to: '+442079460000' })],
      ['an opted-out recipient', () => ({ to: handset(3, area) })],
      ['a later time', () => ({ send_at: inHours(1) })],
      ['a past time', () => ({ send_at: inHours(-1) })],
      ['a time too far ahead', () => ({ send_at: inHours(900) })],
      ['an invalid time', () => ({ send_at: '2026-12-31T23:59:60Z' })],
      ['marketing at night', () => ({ purpose: 'marketing' }), true],
      [
        'marketing to a contact far away',
        () => ({ purpose: 'marketing', to: handset(2, area) }),
        true,
      ],
      ['marketing at night with too little time', () => ({ purpose: 'marketing', ttl: 60 }), true],
      [
        'marketing to an opted-out recipient',
        () => ({ purpose: 'marketing', to: handset(3, area) }),
        true,
      ],
      ['marketing to no number', () => ({ purpose: 'marketing', to: '+1646555' }), true],
      ['an alert at night', () => ({ purpose: 'alert', ttl: 60 }), true],
    ])('of %s matches what sending it does', async (_, change, isNight = false) => {
      if (isNight) night();
      const input = { to: handset(1, area), text: 'Hi', ...change() };
      const predicted = await account.client.message.preview(input);
      const { status, body } = await account.json('POST', '/messages', input);
      expect(predicted.would_send).toBe(status === 202);
      if (status === 202) {
        const sent = body as Message;
        expect(predicted.problem).toBeNull();
        expect(listFacts(predicted)).toEqual(listFacts(sent));
        const left = (expires: string | null, from: number) => Date.parse(expires!) - from;
        expect(left(predicted.expires_at, 0)).toBeLessThanOrEqual(left(sent.expires_at, 0));
        expect(left(predicted.expires_at, 0)).toBeGreaterThan(left(sent.expires_at, hour));
      } else {
        const problem = body as object;
        expect({ ...predicted.problem, request_id: '' }).toEqual({ ...problem, request_id: '' });
        expect(predicted.status).toBeNull();
      }
    });

    it('shows the text that the recipient would get, if there is one', async () => {
      const text = 'Hi {{first_name}}';
      expect(await preview({ to: handset(2, area), text })).toMatchObject({ text: 'Hi Ada' });
      expect(await preview({ text })).toMatchObject({ would_send: false, text: null });
    });

    // Sending shares its code with the preview, so these values are counted by hand.
    it.each<[string, Partial<NewMessage>, 'gsm7' | 'ucs2', number, string | null]>([
      ['160 letters', { text: 'a'.repeat(160) }, 'gsm7', 1, null],
      ['161 letters, of which a segment holds 153', { text: 'a'.repeat(161) }, 'gsm7', 2, null],
      ['307 letters', { text: 'a'.repeat(307) }, 'gsm7', 3, null],
      ['1,600 letters', { text: 'a'.repeat(1_600) }, 'gsm7', 11, null],
      ['80 euro signs, which count twice', { text: '€'.repeat(80) }, 'gsm7', 1, null],
      ['81 euro signs', { text: '€'.repeat(81) }, 'gsm7', 2, null],
      ['70 Cyrillic letters', { text: 'ш'.repeat(70) }, 'ucs2', 1, null],
      [
        '71 Cyrillic letters, of which a segment holds 67',
        { text: 'ш'.repeat(71) },
        'ucs2',
        2,
        null,
      ],
      ['35 emoji, which count twice', { text: '👋'.repeat(35) }, 'ucs2', 1, null],
      ['36 emoji', { text: '👋'.repeat(36) }, 'ucs2', 2, null],
      ['curly quotes among letters', { text: `“${'a'.repeat(69)}”` }, 'ucs2', 2, null],
      [
        'curly quotes with smart encoding',
        { text: `“${'a'.repeat(69)}”`, smart_encoding: true },
        'gsm7',
        1,
        `"${'a'.repeat(69)}"`,
      ],
    ])('counts %s', async (_, change, encoding, segments, sent_text) => {
      const expected = { encoding, segments, sent_text };
      expect(await preview(change)).toMatchObject({ ...expected, would_send: true });
      const input = { to: handset(1, area), text: '', ...change };
      expect(await account.client.message.send(input)).toMatchObject(expected);
    });

    it('shows what is known about a message that would be refused', async () => {
      expect(await preview({ to: handset(3, area), text: '👋' })).toMatchObject({
        would_send: false,
        problem: { code: 'recipient_opted_out', status: 422 },
        to: handset(3, area),
        from: account.number,
        country: 'US',
        encoding: 'ucs2',
        segments: 1,
        send_at: null,
      });
      expect(await preview({ text: 'ш'.repeat(738) })).toMatchObject({
        problem: { errors: [{ pointer: '/text', code: 'too_many_segments' }] },
        encoding: 'ucs2',
        segments: 12,
      });
      expect(await preview({ text: '👋', encoding: 'gsm7' })).toMatchObject({
        problem: { errors: [{ pointer: '/text', code: 'not_gsm7' }] },
        to: handset(1, area),
        encoding: null,
        segments: null,
      });
      expect(await preview({ to: '+1646555', from: 'ACME' })).toMatchObject({
        problem: { errors: [{ pointer: '/to', code: 'invalid_phone_number' }] },
        to: null,
        from: null,
        country: null,
        encoding: 'gsm7',
        segments: 1,
      });
      expect(await preview({ to: '+442079460000' })).toMatchObject({
        problem: { code: 'no_route' },
        country: 'GB',
      });
    });

    it('says that a message would be held, and would expire before its time', async () => {
      night();
      const predicted = await preview({ purpose: 'marketing', ttl: 60 });
      expect(predicted).toMatchObject({
        would_send: false,
        problem: { errors: [{ pointer: '/ttl', code: 'out_of_range' }] },
        held_reason: 'quiet_hours',
      });
      expect(Date.parse(predicted.expires_at!)).toBeLessThan(Date.parse(predicted.send_at!));
      expect(predicted.problem!.errors[0]!.detail).toContain(predicted.send_at);
    });

    it('refuses an invalid request', async () => {
      for (const [input, pointer] of [
        [{ to: handset(1, area) }, '/text'],
        [{ text: 'Hi' }, '/to'],
        [{ to: handset(1, area), text: 'Hi', ttl: 1 }, '/ttl'],
        [{ to: handset(1, area), text: 'Hi', send_at: 'tomorrow' }, '/send_at'],
      ] as const) {
        const { status, body } = await account.json('POST', '/messages/preview', input);
        expect(status).toBe(422);
        expect(body).toMatchObject({ errors: [{ pointer }] });
      }
    });

    it('stores nothing, keeps no idempotency key and needs only read access', async () => {
      const own = harness().account();
      const ask = (text: string) =>
        own.json(
          'POST',
          '/messages/preview',
          { to: handset(1, area), text },
          { ...authorization(own.keys.read), 'idempotency-key': 'preview-1' },
        );
      for (const text of ['One', 'Two', 'One']) {
        const response = await ask(text);
        expect(response.status).toBe(200);
        expect(response.body).toMatchObject({ would_send: true });
        expect(response.headers).not.toHaveProperty('idempotent-replayed');
      }
      expect((await own.client.message.list({})).data).toEqual([]);
      expect((await own.client.contact.list({})).data).toEqual([]);
      expect((await own.client.event.list({})).data).toEqual([]);
      const send = await own.json(
        'POST',
        '/messages',
        { to: handset(1, area), text: 'One' },
        authorization(own.keys.read),
      );
      expect(send.status).toBe(403);
    });
  });

  describe('a preview with enforced registration', () => {
    let enforcing: Harness;
    beforeAll(async () => {
      enforcing = await openHarness(open, {
        ENFORCE_10DLC: 'true',
        REGISTRATION_REVIEW_HOURS: '0',
      });
    });
    afterAll(() => enforcing.close());
    afterEach(() => expect(enforcing.faults.splice(0)).toEqual([]));

    it('says whether the sender may send marketing, like sending does', async () => {
      const { client } = enforcing.account();
      const input = { to: handset(1, area), text: 'Sale', purpose: 'marketing' } as const;
      const refused = await client.message.preview(input);
      expect(refused).toMatchObject({
        would_send: false,
        problem: { code: 'unregistered_sender' },
        segments: 1,
      });
      await expect(client.message.send(input)).rejects.toMatchObject({
        code: 'unregistered_sender',
        message: refused.problem!.detail,
      });
      const { data } = await client.number.list({});
      const registration = await client.registration.submit({
        ...sampleOf(contract.registration.submit.input),
        number_ids: data.map(({ id }) => id),
      });
      await until('the registration is approved', async () => {
        const { status } = await client.registration.get({ id: registration.id });
        return status === 'approved';
      });
      expect(await client.message.preview(input)).toMatchObject({
        would_send: true,
        problem: null,
      });
      expect(await client.message.send(input)).toMatchObject({ campaign_id: registration.id });
    });
  });
}
