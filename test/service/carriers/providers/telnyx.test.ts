import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import Telnyx from 'telnyx';
import { readCallback } from '../../../../service/carriers/callbacks.ts';
import { createCallbacks } from '../../../../service/carriers/openCarriers.ts';
import { readTelnyxResponse } from '../../../../service/carriers/providers/telnyx/readTelnyxResponse.ts';
import { readCarriers } from '../../../../service/carriers/readCarriers.ts';
import { publicUrl, type Fate } from '../describeCarrier.ts';
import { describeHttpCarrier } from '../describeHttpCarrier.ts';
import { openProvider, type ProviderDialect, type ProviderEmulator } from '../providerEmulator.ts';
import { contactBecomes, sendSilently } from '../providerSteps.ts';
import {
  apiKey,
  event,
  failure,
  profileId,
  publicKey,
  resource,
  signed,
  telnyxDialect,
} from './telnyxDialect.ts';

const to = '+13125550001';
const from = '+13125551234';

let { refused } = telnyxDialect;
const dialect: ProviderDialect = {
  ...telnyxDialect,
  get refused() {
    return refused;
  },
};

describeHttpCarrier('telnyx', dialect, {
  more: (get) => {
    const stopped = "Blocked due to 'STOP' message";

    it('sends the text, the sender, the profile and the callback URL of the message', async () => {
      const { emulator, account } = get();
      const phone = emulator.recipient('delivered');
      const text = 'Grüße 👋 & bye';
      const { id } = await account.client.message.send({ to: phone, text });
      await account.reaches(id);
      const request = emulator.requests.find(({ body }) => body.includes(phone))!;
      expect(request.headers['content-type']).toBe('application/json');
      expect(JSON.parse(request.body)).toEqual({
        from: account.number,
        to: phone,
        text,
        messaging_profile_id: profileId,
        webhook_url: expect.stringMatching(
          new RegExp(`^${publicUrl}/carriers/acme/messages/${id}/[\\w-]{22}$`),
        ),
      });
    });

    it('opts a recipient out whom Telnyx refuses for that', async () => {
      const { emulator, account } = get();
      const phone = emulator.recipient('refused');
      refused = failure(403, '40300', stopped);
      const { id } = await account.client.message.send({ to: phone, text: 'Hello' });
      expect(await account.reaches(id)).toMatchObject({
        status: 'failed',
        error: { code: 'recipient_opted_out', carrier_code: '40300' },
      });
      ({ refused } = telnyxDialect);
      await contactBecomes(get(), phone, 'opted_out');
    });

    it.each([
      ['text', undefined, 'carrier_rejected'],
      ['picture', ['https://example.com/menu.jpg'], 'media_rejected'],
    ])('fails a message whose %s is too large, and says so', async (_what, media_urls, code) => {
      const { emulator, account } = get();
      const phone = emulator.recipient('refused');
      refused = failure(400, '40302', 'Message too large');
      const message = { to: phone, text: 'Hello', ...(media_urls && { media_urls }) };
      const { id } = await account.client.message.send(message);
      expect(await account.reaches(id)).toMatchObject({
        status: 'failed',
        error: { code, carrier_code: '40302' },
      });
      ({ refused } = telnyxDialect);
    });

    it('opts a recipient out whom a receipt names for that', async () => {
      const { emulator, account } = get();
      const { id, to: phone, taken } = await sendSilently(get());
      const errors = [{ code: '40300', title: stopped }];
      const body = event('message.finalized', { ...resource(taken, 'sending_failed'), errors });
      expect(await emulator.post(signed(taken.callbackUrl!, body))).toBe(200);
      expect(await account.reaches(id)).toMatchObject({
        status: 'undelivered',
        error: { code: 'recipient_opted_out', carrier_code: '40300' },
      });
      await contactBecomes(get(), phone, 'opted_out');
    });

    it('takes a STOP and a START, to which Telnyx replies', async () => {
      const { emulator, account, target } = get();
      const phone = emulator.recipient('delivered');
      const url = `${target.publicUrl}/carriers/acme/texts`;
      for (const [count, type, status] of [
        [78_001, 'STOP', 'opted_out'],
        [78_002, 'START', 'subscribed'],
      ] as const) {
        const id = telnyxDialect.newId(count);
        const text = { id, from: phone, to: account.number, text: 'Ja', callbackUrl: undefined };
        const body = event('message.received', {
          ...resource(text, 'webhook_delivered'),
          autoresponse_type: type,
        });
        expect(await emulator.post(signed(url, body))).toBe(200);
        await contactBecomes(get(), phone, status);
      }
      expect(await emulator.takenBy(phone)).toEqual([]);
    });

    it('refuses a receipt at the URL of another message, which the signature does not cover', async () => {
      const { emulator, account } = get();
      const [one, other] = [await sendSilently(get()), await sendSilently(get())];
      const body = event('message.finalized', resource(one.taken, 'delivered'));
      const callback = signed(one.taken.callbackUrl!, body);
      expect(await emulator.post({ ...callback, url: other.taken.callbackUrl! })).toBe(401);
      expect(await emulator.post(callback)).toBe(200);
      await account.reaches(one.id, 'delivered');
      expect((await account.client.message.get({ id: other.id })).status).toBe('sent');
    });

    it('takes a receipt that arrives at the URL of the profile', async () => {
      const { emulator, account, target } = get();
      const { id, taken } = await sendSilently(get());
      const post = (url: string, type: string, status: string) =>
        emulator.post(signed(url, event(type, resource(taken, status))));
      const url = `${target.publicUrl}/carriers/acme/texts`;
      expect(await post(taken.callbackUrl!, 'message.sent', 'sent')).toBe(200);
      expect(await post(url, 'message.finalized', 'delivered')).toBe(200);
      await account.reaches(id, 'delivered');
    });
  },
});

const vector = {
  timestamp: '1795324800',
  body: '{"data":{"event_type":"message.finalized","id":"e1","occurred_at":"2026-11-22T05:20:00.000+00:00","payload":{"id":"m1","to":[{"phone_number":"+15551230001","status":"delivered"}]},"record_type":"event"},"meta":{"attempt":1}}',
  signature:
    'VunAye1k52yqVprEGm5e3qF0BU8AkswbpKOFXzA4Iu3h8HEVk05N5RGgZpByXjQrNAvwdsP6Cu+j5gYRPUwCCg==',
};
const sdk = (options: ConstructorParameters<typeof Telnyx>[0] = {}) =>
  new Telnyx({ apiKey, publicKey, maxRetries: 0, ...options });

describe('the signature of Telnyx', () => {
  const callbacksWith = (keys: object) =>
    createCallbacks(
      readCarriers(JSON.stringify([{ type: 'telnyx', name: 'acme', api_key: apiKey, ...keys }])),
      publicUrl,
    )[0]!;
  const signedAt = Number(vector.timestamp) * 1_000;
  const createHeaders = (signature: string, timestamp: string) => ({
    'telnyx-signature-ed25519': signature,
    'telnyx-timestamp': timestamp,
  });
  const read = (
    body: string,
    headers: Readonly<Record<string, string | undefined>>,
    now = signedAt,
    keys: object = { public_key: publicKey },
  ) =>
    readCallback(
      callbacksWith(keys),
      {
        method: 'POST',
        url: `${publicUrl}/carriers/acme/texts`,
        path: 'texts',
        headers,
        body: Buffer.from(body),
      },
      new Date(now),
    );
  const readSigned = (body: string) => read(body, signed('', body, vector.timestamp).headers);
  const good = createHeaders(vector.signature, vector.timestamp);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is the one that the SDK accepts, for five minutes', async () => {
    expect(signed('', vector.body, vector.timestamp).headers).toMatchObject(good);
    const clock = jest.spyOn(Date, 'now');
    for (const [seconds, counts] of [
      [0, true],
      [10, true],
      [300, true],
      [301, false],
      [-300, true],
      [-301, false],
    ] as const) {
      const now = signedAt + seconds * 1_000;
      clock.mockReturnValue(now);
      const unwrapped = sdk().webhooks.unwrap(vector.body, { headers: good });
      if (counts) expect(await unwrapped).toMatchObject({ data: { id: 'e1' } });
      else await expect(unwrapped).rejects.toThrow('too old or too new');
      const receipt = {
        kind: 'receipt',
        ref: 'm1',
        messageId: undefined,
        outcome: 'delivered',
        code: 'delivered',
      };
      expect([seconds, read(vector.body, good, now)]).toEqual([
        seconds,
        counts ? [receipt] : 'forged',
      ]);
    }
  });

  it.each([
    ['another body', `${vector.body} `, good],
    ['another time', vector.body, createHeaders(vector.signature, '1795324801')],
    ['a time in another spelling', vector.body, createHeaders(vector.signature, '1795324800.0')],
    ['no time', vector.body, { ...good, 'telnyx-timestamp': undefined }],
    ['no signature', vector.body, { ...good, 'telnyx-signature-ed25519': undefined }],
    ['an empty signature', vector.body, createHeaders('', vector.timestamp)],
    ['a short signature', vector.body, createHeaders('VunAye1k', vector.timestamp)],
    ['a signature of zeros', vector.body, createHeaders(`${'A'.repeat(86)}==`, vector.timestamp)],
  ])('does not count with %s', async (_, body, headers) => {
    jest.spyOn(Date, 'now').mockReturnValue(signedAt);
    expect(read(body, headers)).toBe('forged');
    const given = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    await expect(sdk().webhooks.unwrap(body, { headers: given })).rejects.toThrow();
  });

  it('counts by either key while the key is replaced', () => {
    const other = 'eu2zvPjhY6odxV34Z/EsRiERvTodkev4Fq0SlK90Izg=';
    for (const keys of [
      { public_key: other, next_public_key: publicKey },
      { public_key: publicKey, next_public_key: other },
    ])
      expect(read(vector.body, good, signedAt, keys)).toMatchObject([{ ref: 'm1' }]);
    expect(read(vector.body, good, signedAt, { public_key: other })).toBe('forged');
  });

  it('counts over the octets, whatever they are', () => {
    const text = { id: 'm2', from: to, to: from, text: 'Grüße 👋\u2028', callbackUrl: undefined };
    const body = event('message.received', resource(text, 'webhook_delivered'));
    expect(readSigned(body)).toMatchObject([{ text: text.text, isRepliedTo: false }]);
    expect(readSigned(`\n${body}`)).toHaveLength(1);
    expect(readSigned(body.replace('"text":', '"text" :'))).toHaveLength(1);
  });

  it.each([
    ['queued', undefined, undefined],
    ['sending', undefined, undefined],
    ['sent', undefined, undefined],
    ['scheduled', undefined, undefined],
    ['delivered', undefined, 'delivered'],
    ['delivery_unconfirmed', undefined, undefined],
    ['delivery_failed', undefined, 'undelivered'],
    ['sending_failed', undefined, 'rejected'],
    ['sending_failed', '40300', 'rejected'],
    ['delivery_failed', '40001', 'undelivered'],
    ['delivery_failed', '40002', 'discarded'],
    ['delivery_failed', '40003', 'discarded'],
    ['delivery_failed', '40015', 'discarded'],
    ['delivery_failed', '40005', 'expired'],
    ['sending_failed', '40014', 'expired'],
    ['sending_failed', '40008', 'undelivered'],
    ['delivery_failed', '40010', 'unregistered'],
    ['sending_failed', '40329', 'unregistered'],
    ['sending_failed', '40016', 'unavailable'],
    ['sending_failed', '40018', 'unavailable'],
    ['sending_failed', '40309', 'unroutable'],
    ['delivery_failed', '40317', 'media_rejected'],
    ['sending_failed', '40012', 'rejected'],
    ['expired', undefined, 'expired'],
    ['expired', '40014', 'expired'],
    ['read', undefined, 'delivered'],
    ['delivered', '40008', 'delivered'],
    ['something new', '40008', undefined],
  ])('covers a receipt: %s with %s is %s', (status, code, outcome) => {
    const message = { id: 'm1', from, to, text: 'Hello', callbackUrl: undefined };
    const errors = code === undefined ? [] : [{ code, title: 'Not delivered' }];
    const body = event('message.finalized', { ...resource(message, status), errors });
    const hasFailed = outcome !== undefined && outcome !== 'delivered';
    expect(readSigned(body)).toEqual([
      {
        kind: 'receipt',
        ref: 'm1',
        messageId: undefined,
        outcome,
        code: (hasFailed && code) || status,
      },
    ]);
  });

  it('ignores events of other products, and refuses what it cannot read', () => {
    expect(readSigned(event('call.initiated', {}))).toEqual([]);
    expect(readSigned(event('message.finalized', { id: 'm1', to: [] }))).toBe('unreadable');
    expect(readSigned(event('message.received', { id: 'm1' }))).toBe('unreadable');
    // As in the older webhook API versions.
    expect(readSigned('{"sms_id":"m1","status":"delivered"}')).toBe('unreadable');
    expect(readSigned('status=delivered')).toBe('unreadable');
  });
});

describe('the settings of Telnyx', () => {
  it.each([
    ['api_key', 'sk_live_0123456789'],
    ['public_key', '-----BEGIN PUBLIC KEY-----'],
    ['next_public_key', 'c2hvcnQ='],
    ['messaging_profile_id', 'my profile'],
  ])('name what is wrong, without its value: %s', (name, value) => {
    const entry = { type: 'telnyx', name: 'acme', api_key: apiKey, public_key: publicKey };
    const open = () => readCarriers(JSON.stringify([{ ...entry, [name]: value }]));
    expect(open).toThrow(name);
    expect(open).not.toThrow(value);
  });
});

describe('a response of Telnyx', () => {
  const read = (status: number, body: string, headers = {}) =>
    readTelnyxResponse({ status, headers, body });
  const readFailure = (status: number, code: string, title = 'Refused') =>
    read(status, failure(status, code, title).body);

  it.each([
    [403, '40300', "Blocked due to 'STOP' message", 'recipient_opted_out'],
    [422, '40300', 'Blocked due to STOP message', 'recipient_opted_out'],
    [403, '40300', 'Blocked', 'carrier_rejected'],
    [400, '40310', "Invalid 'to' address", 'carrier_rejected'],
    [400, '10002', 'Invalid phone number', 'carrier_rejected'],
    [422, '10015', 'Bad request', 'carrier_rejected'],
    [400, '40001', 'Not routable', 'carrier_undeliverable'],
    [403, '40003', 'Blocked as spam', 'carrier_discarded'],
    [422, '40322', 'Content', 'carrier_discarded'],
    [403, '40010', 'Not 10DLC registered', 'unregistered_sender'],
    [403, '40329', 'Toll-free number not verified', 'unregistered_sender'],
    [403, '40309', 'Country not allowed', 'no_route'],
    [403, '40016', 'Daily limit', 'carrier_unavailable'],
    [404, '40305', "Invalid 'from' address", 'carrier_rejected'],
    [403, '10039', 'Only pre-verified destinations are allowed', 'carrier_rejected'],
  ])('refuses the message: %s with %s "%s" is %s', (status, code, title, error) => {
    expect(readFailure(status, code, title)).toEqual({ kind: 'refused', error, code });
  });

  it.each([
    [401, '10009'],
    [403, '10010'],
    [403, '20100'],
    [400, '20012'],
    [422, '20013'],
    // A disabled messaging profile, and an account that may not send.
    [409, '40312'],
    [403, '40314'],
    // The spending limit of the messaging profile.
    [429, '40333'],
  ])('is about the account: %s with %s', (status, code) => {
    expect(readFailure(status, code)).toEqual({ kind: 'accountFault', code });
  });

  it('leaves a limit of the account to the rules for every provider', () => {
    expect(readFailure(403, '10039', 'A limit for this feature has been reached')).toBeUndefined();
  });

  it.each([
    ['of a new number', '40320'],
    ['of a sender whose queue is full', '40318'],
    ['of a sender beyond the rate of its campaign', '40018'],
  ])('asks to try a message %s again', (_, code) => {
    for (const status of [400, 409, 429])
      expect(readFailure(status, code)).toEqual({ kind: 'retry', code, isAboutSender: true });
  });

  it('asks for a pause', () => {
    for (const code of ['10011', '40011'])
      expect(readFailure(400, code)).toEqual({ kind: 'throttled' });
    for (const [headers, retryAfterMs] of [
      [{ 'x-ratelimit-reset': '4' }, 4_000],
      [{ 'x-ratelimit-reset': '1795324800' }, 60_000],
      [{ 'x-ratelimit-reset': '0' }, undefined],
      [{}, undefined],
      // The engine reads this header.
      [{ 'retry-after': '7', 'x-ratelimit-reset': '4' }, undefined],
    ] as const)
      expect(read(429, 'Slow down', headers)).toEqual({ kind: 'throttled', retryAfterMs });
  });

  it('is left to the rules for every provider if it is not what Telnyx documents', () => {
    for (const body of ['{}', '{"data":null}', '{"data":{}}', '{"data":{"id":7}}'])
      expect([body, read(200, body)]).toEqual([body, { kind: 'unknown' }]);
    for (const body of ['', 'OK']) expect(() => read(200, body)).toThrow(SyntaxError);
    expect(readFailure(500, '40300')).toBeUndefined();
    expect(readFailure(403, '90000')).toBeUndefined();
    expect(read(404, '{"errors":[]}')).toBeUndefined();
  });
});

describe('the emulator of Telnyx', () => {
  let emulator: ProviderEmulator;
  beforeAll(async () => {
    emulator = await openProvider(telnyxDialect);
  });
  afterAll(() => emulator.close());

  const client = (options: ConstructorParameters<typeof Telnyx>[0] = {}) =>
    sdk({ baseURL: `${emulator.url}/v2`, ...options });
  const webhookUrl = 'https://sms.example.com/status';

  it('gives the SDK what it expects', async () => {
    const text = 'Grüße 👋';
    const { data } = await client().messages.send({ to, from, text, webhook_url: webhookUrl });
    expect(data).toMatchObject({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      from: { phone_number: from },
      to: [{ phone_number: to, status: 'queued' }],
      text,
      errors: [],
      webhook_url: webhookUrl,
    });
    expect(emulator.taken()).toEqual([{ id: data!.id, from, to, text, callbackUrl: webhookUrl }]);
  });

  it('gets media as the SDK sends them', async () => {
    const media_urls = ['https://example.com/menu.jpg', 'https://example.com/map.png'];
    const { data } = await client().messages.send({ to, from, media_urls });
    expect(data).toMatchObject({ type: 'MMS', media: media_urls.map((url) => ({ url })) });
    expect(emulator.taken().at(-1)).toMatchObject({ text: '', media: media_urls });
  });

  it.each([
    ['delivered', 'KEY_wrong_wrong', 401, '10009'],
    ['refused', apiKey, 400, '40310'],
    ['throttled', apiKey, 429, '10011'],
  ] as const)('fails in the words of the API: %s', async (fate, key, status, code) => {
    const message = { to: emulator.recipient(fate), from, text: 'x' };
    await expect(client({ apiKey: key }).messages.send(message)).rejects.toMatchObject({
      status,
      error: { errors: [{ code }] },
    });
  });

  it.each(['broken', 'silent'] satisfies Fate[])(
    'shows that the SDK sends a message up to three times by default: %s',
    async (fate) => {
      const [once, often] = [emulator.recipient(fate), emulator.recipient(fate)];
      await expect(client().messages.send({ to: once, from, text: 'x' })).rejects.toThrow();
      expect(await emulator.takenBy(once)).toEqual(['x']);
      const retrying = client({ maxRetries: undefined });
      await expect(retrying.messages.send({ to: often, from, text: 'x' })).rejects.toThrow();
      expect(await emulator.takenBy(often)).toEqual(['x', 'x', 'x']);
    },
  );

  it('signs its callbacks so that the SDK accepts them', async () => {
    const target = { url: emulator.url, publicUrl, name: 'acme' };
    const message = { id: 'm1', from, to, text: '', callbackUrl: `${publicUrl}/x` };
    for (const { headers, body } of [
      telnyxDialect.receipt(message, 'undelivered', target),
      telnyxDialect.text({ id: 'm2', from: to, to: from, text: 'Grüße & 👋' }, target),
    ]) {
      expect(await sdk().webhooks.unwrap(body, { headers })).toEqual(JSON.parse(body));
      await expect(sdk().webhooks.unwrap(`${body} `, { headers })).rejects.toThrow('not match');
    }
  });
});
