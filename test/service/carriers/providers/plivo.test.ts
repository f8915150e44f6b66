import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import plivoSdk from 'plivo';
import { readCallback } from '../../../../service/carriers/callbacks.ts';
import { classify } from '../../../../service/carriers/http/classify.ts';
import { createCallbacks } from '../../../../service/carriers/openCarriers.ts';
import { plivoSignature, readPlivoResponse } from '../../../../service/carriers/providers/plivo.ts';
import { readCarriers } from '../../../../service/carriers/readCarriers.ts';
import { createSubmission } from '../createSubmission.ts';
import { publicUrl } from '../describeCarrier.ts';
import { describeHttpCarrier } from '../describeHttpCarrier.ts';
import { authId, authToken, failure, plivoDialect, signed } from './plivoDialect.ts';
import { openProvider, type ProviderEmulator } from '../providerEmulator.ts';
import { contactBecomes, sendSilently } from '../providerSteps.ts';

const to = '+13125550001';
const from = '+13125551234';

describeHttpCarrier('plivo', plivoDialect, {
  more: (get) => {
    it('sends the text, the sender, the validity and the callback URL of the message', async () => {
      const { emulator, account } = get();
      for (const [ttl, expiry] of [
        [3_600, expect.closeTo(3_600, -2)],
        [86_400, 10_799],
        [undefined, 10_799],
      ]) {
        const phone = emulator.recipient('delivered');
        const message = await account.client.message.send({
          to: phone,
          text: 'Grüße 👋 & bye',
          ...(ttl !== undefined && { ttl: Number(ttl) }),
        });
        await account.reaches(message.id);
        const { body } = emulator.requests.find((request) => request.body.includes(phone))!;
        const { url, message_expiry, ...fields } = JSON.parse(body) as Record<string, unknown>;
        expect(fields).toEqual({
          src: account.number,
          dst: phone,
          text: 'Grüße 👋 & bye',
          method: 'POST',
        });
        expect(message_expiry).toEqual(expiry);
        expect(url).toMatch(`${publicUrl}/carriers/acme/messages/${message.id}/`);
      }
    });

    it('opts a recipient out whom a receipt names for that', async () => {
      const { emulator, account } = get();
      const { id, to: phone, taken } = await sendSilently(get());
      const receipt = { MessageUUID: taken.id, Status: 'failed', ErrorCode: '200' };
      expect(await emulator.post(signed(taken.callbackUrl!, receipt))).toBe(200);
      expect(await account.reaches(id)).toMatchObject({
        status: 'undelivered',
        error: { code: 'recipient_opted_out', carrier_code: '200' },
      });
      await contactBecomes(get(), phone, 'opted_out');
    });

    it('takes a STOP and a START, to which Plivo replies', async () => {
      const { emulator, account, target } = get();
      const phone = emulator.recipient('delivered');
      const url = `${target.publicUrl}/carriers/acme/texts`;
      const text = { From: phone.slice(1), To: account.number.slice(1), Type: 'sms' };
      for (const [intent, status, MessageUUID] of [
        ['optout', 'opted_out', plivoDialect.newId(77_001)],
        ['optin', 'subscribed', plivoDialect.newId(77_002)],
      ] as const) {
        const fields = { ...text, MessageUUID, MessageIntent: intent, Text: 'Ja' };
        expect(await emulator.post(signed(url, fields))).toBe(200);
        await contactBecomes(get(), phone, status);
      }
      expect(await emulator.takenBy(phone)).toEqual([]);
    });

    it('counts version 2 of the signature only at a URL that only Plivo knows', async () => {
      const { emulator, account, target } = get();
      const { id, taken } = await sendSilently(get());
      const receipt = plivoDialect.receipt(taken, 'delivered', target);
      const inVersion2 = (url: string) => ({
        ...receipt,
        url,
        headers: Object.fromEntries(
          Object.entries(signed(url, {}).headers).filter(([name]) => !name.includes('v3')),
        ),
      });
      expect(await emulator.post(inVersion2(`${publicUrl}/carriers/acme/texts`))).toBe(401);
      const guessed = receipt.url.replace(/[\w-]{4}$/, 'AAAA');
      expect(await emulator.post(inVersion2(guessed))).toBe(401);
      // A request with version 3 must not count by version 2.
      const downgraded = { 'x-plivo-signature-v3': 'x' };
      const both = inVersion2(receipt.url);
      const headers = { ...both.headers, ...downgraded };
      expect(await emulator.post({ ...both, headers })).toBe(401);
      expect((await account.client.message.get({ id })).status).toBe('sent');
      expect(await emulator.post(both)).toBe(200);
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    });
  },
});

const settings = { type: 'plivo', name: 'acme', auth_id: authId, auth_token: authToken };
const callbacks = createCallbacks(readCarriers(JSON.stringify([settings])), publicUrl)[0]!;
const read = (
  url: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  method = 'POST',
): unknown =>
  readCallback(
    callbacks,
    {
      method,
      url,
      path: url.replace(`${publicUrl}/carriers/acme/`, '').replace(/\?.*$/, ''),
      headers,
      body: Buffer.from(body),
    },
    new Date(),
  );
const readSigned = (fields: Readonly<Record<string, string>>, query = ''): unknown => {
  const { url, headers, body } = signed(`${publicUrl}/carriers/acme/texts${query}`, fields);
  return read(url, headers, body);
};

describe('the signature of Plivo', () => {
  const base = 'https://sms.example.com/hooks/plivo';
  const nonce = '12345';
  const receipt = {
    From: '15005550006',
    To: '15551230001',
    MessageUUID: '11111111-2222-3333-4444-555555555555',
    Status: 'delivered',
    Units: '1',
    TotalRate: '0.0055',
    ErrorCode: '000',
  };
  const incoming = { From: '1', To: '2', Text: 'Grüße 👋 & bye' };
  const first = 'wrjthLc/OC6XInJdsToTKWGiqR62TAJrXMrLh3E+4EE=';

  it.each([
    [`${base}/status`, receipt, first],
    [`${base}/status?acct=7`, receipt, 'jzwpbgULQLggZIImaHSLK1CmTHDbL8NwVadmawWfL/E='],
    [`${base}/in`, incoming, 'KGxkYHsYI1S+xP6DFPwOOccuNObhS/mod8+y3kjONt0='],
    [`${base}/in?b=2&a=1%202`, { Media0: 'x', K: ['b', 'a', 'a'] }, undefined],
    [`${base}/in?b=2&b=1`, {}, undefined],
    [`${base}:8443/in`, {}, undefined],
  ])(
    'of %s is the same as by the SDK',
    (url, fields: Record<string, string | string[]>, expected) => {
      const pairs = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      const signature = plivoSignature(authToken, url, nonce, new URLSearchParams(pairs));
      expect(signature).toBe(expected ?? signature);
      const isValid = (given: string) =>
        plivoSdk.validateV3Signature('POST', url, nonce, authToken, given, fields);
      expect(isValid(signature)).toBe(true);
      expect(isValid(`AAAA,${signature}`)).toBe(true);
      expect(isValid(first)).toBe(expected === first);
    },
  );

  const url = `${base}/status`;
  const body = new URLSearchParams(receipt).toString();
  const createHeaders = (signature: string | undefined, name = 'x-plivo-signature-v3') => ({
    [name]: signature,
    'x-plivo-signature-v3-nonce': nonce,
    'x-plivo-signature-v2-nonce': nonce,
  });
  const delivered = {
    kind: 'receipt',
    ref: receipt.MessageUUID,
    messageId: undefined,
    outcome: 'delivered',
    code: 'delivered',
  };

  it('counts in either header and in a list', () => {
    for (const headers of [
      createHeaders(first),
      createHeaders(`AAAA,${first}`),
      createHeaders(`AAAA, ${first}`),
      createHeaders(first, 'x-plivo-signature-ma-v3'),
      { ...createHeaders('AAAA'), 'x-plivo-signature-ma-v3': first },
    ])
      expect(read(url, headers, body)).toEqual([delivered]);
  });

  it('covers the fields of a GET, which are in its query', () => {
    const address = `${url}?${new URLSearchParams({ ...incoming, MessageUUID: 'm-1' }).toString()}`;
    const signature = plivoSignature(authToken, address, nonce, new URLSearchParams());
    expect(plivoSdk.validateV3Signature('GET', address, nonce, authToken, signature)).toBe(true);
    expect(read(address, createHeaders(signature), '', 'GET')).toMatchObject([
      { kind: 'text', ref: 'm-1', text: incoming.Text },
    ]);
    expect(read(`${address}!`, createHeaders(signature), '', 'GET')).toBe('forged');
  });

  it('does not count for another query, body, nonce or token, or without a value', () => {
    const good = createHeaders(first);
    expect(read(`${url}?a=1`, good, body)).toBe('forged');
    expect(read(url, good, `${body}&Extra=1`)).toBe('forged');
    expect(read(url, { ...good, 'x-plivo-signature-v3-nonce': '12346' }, body)).toBe('forged');
    expect(read(url, { ...good, 'x-plivo-signature-v3-nonce': undefined }, body)).toBe('forged');
    for (const value of [undefined, '', ',', 'AAAA'])
      expect(read(url, createHeaders(value), body)).toBe('forged');
    const other = plivoSignature('another_auth_token', url, nonce, new URLSearchParams(receipt));
    expect(read(url, createHeaders(other), body)).toBe('forged');
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`Field${at}`, 'x']));
    expect(readSigned({ ...receipt, ...many })).toBe('forged');
    const query = `?${new URLSearchParams(many).toString()}&a=1`;
    expect(readSigned(receipt, query)).toBe('forged');
  });

  it('in version 2 counts at the inbound webhook URL that doctor prints', () => {
    const address = callbacks.inboundWebhookUrl;
    const { 'x-plivo-signature-v2': signature = '', 'x-plivo-signature-v2-nonce': nonce = '' } =
      signed(address, {}).headers;
    expect(plivoSdk.validateSignature(address, nonce, signature, authToken)).toBe(true);
    const createHeaders = (given: string, name = 'x-plivo-signature-v2') => ({
      [name]: given,
      'x-plivo-signature-v2-nonce': nonce,
    });
    for (const [at, headers] of [
      [address, createHeaders(signature)],
      [address, createHeaders(signature, 'x-plivo-signature-ma-v2')],
      [`${address}?a=1`, createHeaders(signature)],
    ] as const)
      expect(read(at, headers, body)).toEqual([delivered]);
    const elsewhere = signed(`${publicUrl}/carriers/acme/texts`, {}).headers;
    for (const headers of [
      {},
      createHeaders('AAAA'),
      { ...createHeaders(signature), 'x-plivo-signature-v2-nonce': '1' },
      createHeaders(elsewhere['x-plivo-signature-v2']!),
    ])
      expect(read(address, headers, body)).toBe('forged');
  });
});

describe('a callback of Plivo', () => {
  it.each([
    ['delivered', '000', 'delivered'],
    ['sent', '000', undefined],
    ['queued', undefined, undefined],
    ['undelivered', '10', 'rejected'],
    ['failed', '20', 'unavailable'],
    ['undelivered', '30', 'discarded'],
    ['failed', '40', 'rejected'],
    ['undelivered', '70', 'undelivered'],
    ['undelivered', '80', 'undelivered'],
    ['failed', '90', 'unroutable'],
    ['undelivered', '100', 'discarded'],
    ['failed', '110', 'rejected'],
    ['failed', '200', 'opted_out'],
    ['failed', '201', 'unroutable'],
    ['failed', '300', 'unavailable'],
    ['failed', '420', 'expired'],
    ['failed', '450', 'unroutable'],
    ['failed', '451', 'unavailable'],
    ['failed', '900', 'unavailable'],
    ['failed', '910', 'unavailable'],
    ['undelivered', '1000', 'undelivered'],
    ['undelivered', undefined, 'undelivered'],
    ['failed', '12345', 'rejected'],
    ['rejected', undefined, 'rejected'],
    ['something new', '200', undefined],
  ])('covers a receipt: %s %s is %s', (Status, ErrorCode, outcome) => {
    const hasFailed = outcome !== undefined && outcome !== 'delivered';
    expect(readSigned({ MessageUUID: 'm1', Status, ...(ErrorCode && { ErrorCode }) })).toEqual([
      {
        kind: 'receipt',
        ref: 'm1',
        messageId: undefined,
        outcome,
        code: (hasFailed && ErrorCode) || Status,
      },
    ]);
  });

  const text = { MessageUUID: 'm1', From: to.slice(1), To: '24680', Type: 'sms' };
  it.each([
    [{ Text: 'Grüße 👋' }, { text: 'Grüße 👋', keyword: undefined, isRepliedTo: false }],
    [{ Type: 'mms', Body: 'Look', Media0: 'https://x' }, { text: 'Look' }],
    [{ Type: 'mms' }, { text: '' }],
    [
      { Text: 'Stop', MessageIntent: 'optout' },
      { keyword: 'stop', isRepliedTo: true },
    ],
    [
      { Text: 'Ja', MessageIntent: 'optin' },
      { keyword: 'start', isRepliedTo: true },
    ],
    [
      { Text: '?', MessageIntent: 'help' },
      { keyword: 'help', isRepliedTo: true },
    ],
    [
      { Text: 'Stop', MessageIntent: '' },
      { keyword: undefined, isRepliedTo: false },
    ],
  ])('covers a text: %j', (fields, expected) => {
    expect(readSigned({ ...text, ...fields })).toMatchObject([
      { kind: 'text', ref: 'm1', from: to, to: '24680', ...expected },
    ]);
  });

  it('of another channel is ignored, and one of an unknown format is refused', () => {
    expect(readSigned({ ...text, Type: 'whatsapp', Text: 'Hi' })).toEqual([]);
    expect(readSigned({ CallUUID: 'c1', From: to.slice(1), To: '24680' })).toBe('unreadable');
    expect(readSigned({ MessageUUID: 'm1', Text: 'From nobody' })).toBe('unreadable');
  });

  it('gets a reply in XML that sends nothing', () => {
    expect(callbacks.reply).toEqual({
      type: 'application/xml',
      body: '<Response/>',
    });
  });
});

describe('a response of Plivo', () => {
  const readMeaning = (status: number, body: string, headers = {}) => {
    const message = { ...createSubmission(), callbackUrl: publicUrl, lifeSeconds: null };
    return classify({ read: readPlivoResponse }, { status, headers, body }, {}, message);
  };

  it.each([
    [202, '{"message_uuid":["m1"],"message":"message(s) queued"}', { kind: 'accepted', ref: 'm1' }],
    [202, '{"message_uuid":[],"invalid_number":["1"]}', { kind: 'unknown' }],
    [202, '{}', { kind: 'unknown' }],
    [202, 'OK', { kind: 'unknown' }],
    [500, failure(500, 'Insufficient Credit').body, { kind: 'unknown' }],
    [
      400,
      failure(400, 'src parameter is not valid').body,
      { kind: 'refused', error: 'carrier_rejected', code: 'HTTP 400' },
    ],
    [
      403,
      failure(403, 'Destination country is not enabled').body,
      { kind: 'refused', error: 'no_route', code: 'HTTP 403' },
    ],
    [403, '<html>', { kind: 'accountFault', code: 'HTTP 403' }],
    [401, 'Could not verify your access level', { kind: 'accountFault', code: 'HTTP 401' }],
    [404, failure(404, 'not found').body, { kind: 'accountFault', code: 'HTTP 404' }],
    ...[400, 402, 403].map(
      (status) =>
        [
          status,
          failure(status, 'Insufficient Credit').body,
          { kind: 'accountFault', code: 'insufficient credit' },
        ] as const,
    ),
  ])('means what Plivo documents: %s %s', (status, body, meaning) => {
    expect(readMeaning(status, body)).toEqual(meaning);
  });

  it('asks for a pause', () => {
    const { body } = failure(429, 'Too many requests');
    expect(readMeaning(429, body)).toEqual({ kind: 'throttled', retryAfterMs: undefined });
    expect(readMeaning(429, body, { 'retry-after': '2' })).toEqual({
      kind: 'throttled',
      retryAfterMs: 2_000,
    });
  });
});

it.each([
  ['auth_id', 'AC00000000000000000000000000000001'],
  ['auth_token', 'short token'],
])('the settings of Plivo name what is wrong, without its value: %s', (name, value) => {
  const open = () => readCarriers(JSON.stringify([{ ...settings, [name]: value }]));
  expect(open).toThrow(name);
  expect(open).not.toThrow(value);
});

describe('the emulator of Plivo', () => {
  let emulator: ProviderEmulator;
  beforeAll(async () => {
    emulator = await openProvider(plivoDialect);
  });
  afterAll(() => emulator.close());

  const sdk = (token = authToken) =>
    new plivoSdk.Client(authId, token, { url: `${emulator.url}/v1/Account/${authId}` });

  it('gives the SDK what it expects', async () => {
    const url = 'https://sms.example.com/status';
    const sent = await sdk().messages.create(from, to, 'Grüße 👋', { url, method: 'POST' });
    expect(sent).toMatchObject({
      apiId: expect.any(String),
      message: 'message(s) queued',
      messageUuid: [expect.stringMatching(/^[\da-f-]{36}$/)],
    });
    const id = sent.messageUuid[0]!;
    expect(emulator.taken()).toEqual([{ id, from, to, text: 'Grüße 👋', callbackUrl: url }]);
    expect(await sdk().messages.get(id)).toMatchObject({
      messageUuid: id,
      messageState: 'sent',
      errorCode: '000',
      fromNumber: from.slice(1),
      toNumber: to.slice(1),
    });
  });

  it.each([
    ['delivered', 'wrong_auth_token', 'Could not verify your access level'],
    ['refused', authToken, 'dst parameter is not valid'],
    ['throttled', authToken, 'status code 429'],
  ] as const)('fails in the words of the API: %s', async (fate, token, words) => {
    const sent = sdk(token).messages.create(from, emulator.recipient(fate), 'x');
    await expect(sent).rejects.toThrow(words);
  });

  it('gets media as the SDK sends them', async () => {
    const media_urls = ['https://example.com/menu.jpg', 'https://example.com/map.png'];
    await sdk().messages.create(from, to, 'Our menu', { type: 'mms', media_urls });
    expect(emulator.taken().at(-1)).toMatchObject({ text: 'Our menu', media: media_urls });
  });

  it('signs its callbacks so that the SDK accepts them', () => {
    const target = { url: emulator.url, publicUrl, name: 'acme' };
    const message = { id: 'm1', from, to, text: '', callbackUrl: `${publicUrl}/x` };
    for (const { url, headers, body } of [
      plivoDialect.receipt(message, 'undelivered', target),
      plivoDialect.text({ id: 'm2', from: to, to: from, text: 'Grüße & 👋' }, target),
    ]) {
      const fields = Object.fromEntries(new URLSearchParams(body));
      const isValid = (name: string, signedFields: Record<string, string>) =>
        plivoSdk.validateV3Signature(
          'POST',
          url,
          headers['x-plivo-signature-v3-nonce']!,
          authToken,
          headers[name]!,
          signedFields,
        );
      for (const name of ['x-plivo-signature-v3', 'x-plivo-signature-ma-v3']) {
        expect(isValid(name, fields)).toBe(true);
        expect(isValid(name, { ...fields, Extra: '1' })).toBe(false);
      }
      for (const name of ['x-plivo-signature-v2', 'x-plivo-signature-ma-v2'])
        expect(
          plivoSdk.validateSignature(
            url,
            headers['x-plivo-signature-v2-nonce']!,
            headers[name]!,
            authToken,
          ),
        ).toBe(true);
    }
  });
});
