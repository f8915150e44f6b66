import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import twilio from 'twilio';
import { readCallback } from '../../../../service/carriers/callbacks.ts';
import { createCallbacks } from '../../../../service/carriers/openCarriers.ts';
import { readTwilioResponse } from '../../../../service/carriers/providers/twilio/readTwilioResponse.ts';
import { twilioSignature } from '../../../../service/carriers/providers/twilio/twilioSignature.ts';
import { readCarriers } from '../../../../service/carriers/readCarriers.ts';
import { until } from '../../harness/until.ts';
import { publicUrl } from '../describeCarrier.ts';
import { describeHttpCarrier } from '../describeHttpCarrier.ts';
import { openProvider, type ProviderEmulator, type SentCallback } from '../providerEmulator.ts';
import { contactBecomes, sendSilently } from '../providerSteps.ts';
import { accountSid, authToken, twilioDialect } from './twilioDialect.ts';

const to = '+13125550001';
const from = '+13125551234';

describeHttpCarrier('twilio', twilioDialect, {
  more: (get) => {
    const send = (fate: 'delivered' | 'undelivered' | 'refused', text: string, more = {}) => {
      const { emulator, account } = get();
      return account.client.message.send({ to: emulator.recipient(fate), text, ...more });
    };

    it('sends the text, the sender, the validity and the callback URL of the message', async () => {
      const { emulator, account } = get();
      const message = await send('delivered', 'Grüße 👋 & bye', { ttl: 3_600 });
      await account.reaches(message.id);
      const request = emulator.requests.find(({ body }) =>
        body.includes(encodeURIComponent(message.to)),
      )!;
      const fields = Object.fromEntries(new URLSearchParams(request.body));
      expect(fields).toMatchObject({
        To: message.to,
        From: account.number,
        Body: 'Grüße 👋 & bye',
        ValidityPeriod: expect.stringMatching(/^35\d\d$|^3600$/),
      });
      const address = `${publicUrl}/carriers/acme/messages/${message.id}/`;
      expect(fields.StatusCallback!.slice(0, address.length)).toBe(address);
    });

    it('opts a recipient out whom Twilio refuses for that', async () => {
      const { emulator, account } = get();
      const { id, to: phone, taken } = await sendSilently(get());
      const receipt = { MessageSid: taken.id, MessageStatus: 'undelivered', ErrorCode: '21610' };
      expect(await emulator.post(signedCallback(taken.callbackUrl!, receipt))).toBe(200);
      expect(await account.reaches(id)).toMatchObject({
        status: 'undelivered',
        error: { code: 'recipient_opted_out', carrier_code: '21610' },
      });
      await contactBecomes(get(), phone, 'opted_out');
    });

    it('takes a STOP, to which Twilio replies', async () => {
      const { emulator, account, target } = get();
      const phone = emulator.recipient('delivered');
      await emulator.text({ from: phone, to: account.number, text: 'Stop' });
      await contactBecomes(get(), phone, 'opted_out');
      const lift = { From: phone, To: account.number, Body: 'Ja', OptOutType: 'START' };
      const url = `${target.publicUrl}/carriers/acme/texts`;
      const start = signedCallback(url, { ...lift, MessageSid: twilioDialect.newId(77_001) });
      await emulator.post(start);
      await contactBecomes(get(), phone, 'subscribed');
      expect(await emulator.takenBy(phone)).toEqual([]);
    });

    it('replies to a STOP that Twilio does not know', async () => {
      const { emulator, account } = get();
      const phone = emulator.recipient('delivered');
      await emulator.text({ from: phone, to: account.number, text: 'ARRET' });
      await until('a reply arrives', async () => (await emulator.takenBy(phone)).length > 0);
    });
  },
});

/** Signs a callback with the official SDK. */
const signedCallback = (url: string, fields: Record<string, string>): SentCallback => ({
  url,
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, fields),
  },
  body: new URLSearchParams(fields).toString(),
});

describe('the signature of Twilio', () => {
  const settings = JSON.stringify([
    { type: 'twilio', name: 'acme', account_sid: accountSid, auth_token: authToken },
  ]);
  const callbacks = createCallbacks(readCarriers(settings), publicUrl)[0]!;
  const status = { MessageSid: 'SM1', MessageStatus: 'delivered' };
  const read = (url: string, signature: string | undefined, body: string, method = 'POST') =>
    readCallback(
      callbacks,
      {
        method,
        url,
        path: 'status',
        headers: { 'x-twilio-signature': signature },
        body: Buffer.from(body),
      },
      new Date(),
    );
  const receipt = {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    From: '+15005550006',
    MessageSid: 'SM00000000000000000000000000000001',
    SmsSid: 'SM00000000000000000000000000000001',
    MessageStatus: 'delivered',
    SmsStatus: 'delivered',
    To: '+15551230001',
    RawDlrDoneDate: '2611220519',
  };
  const incoming = {
    From: '+15551230001',
    To: '+15005550006',
    Body: 'Grüße 👋 & bye',
    NumMedia: '0',
    MessageSid: 'SM00000000000000000000000000000002',
    OptOutType: 'STOP',
  };
  const base = 'https://sms.example.com';

  it.each([
    [`${base}/hooks/twilio/status?acct=7`, receipt, 'OmXQTd58obHnkPu/umXmGpNAxCw='],
    [`${base}:443/hooks/twilio/status?acct=7`, receipt, 'Vtq4c9HQBPMdKZ1GKJx8bNQ+Aoc='],
    [`${base}/hooks/twilio/in`, incoming, 'yYfBoTMZoJW815l2wkuaql12reg='],
    ['https://a.example/x', {}, 'PA4LxMTu3gsWadnjrDMERygwyhM='],
    ['https://a.example/x', { K: ['b', 'a', 'a'] }, 'kW3QdYcRkrw9Q99rdJXNC8M0wiI='],
  ])(
    'of %s is the same as by the SDK',
    (url, fields: Record<string, string | string[]>, expected) => {
      const pairs = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      expect(twilioSignature(authToken, url, new URLSearchParams(pairs))).toBe(expected);
      expect(twilio.getExpectedTwilioSignature(authToken, url, fields)).toBe(expected);
      expect(twilio.validateRequest(authToken, expected, url, fields)).toBe(true);
    },
  );

  it('counts with and without the standard port', () => {
    const body = new URLSearchParams(receipt).toString();
    for (const signature of ['OmXQTd58obHnkPu/umXmGpNAxCw=', 'Vtq4c9HQBPMdKZ1GKJx8bNQ+Aoc='])
      expect(read(`${base}/hooks/twilio/status?acct=7`, signature, body)).toEqual([
        {
          kind: 'receipt',
          ref: receipt.MessageSid,
          messageId: undefined,
          outcome: 'delivered',
          code: 'delivered',
        },
      ]);
  });

  it('covers the fields of a GET, which are in its query', () => {
    const url = `${publicUrl}/carriers/acme/texts?${new URLSearchParams(incoming).toString()}`;
    const signature = twilio.getExpectedTwilioSignature(authToken, url, {});
    expect(read(url, signature, '', 'GET')).toMatchObject([
      { kind: 'text', ref: incoming.MessageSid, text: incoming.Body },
    ]);
    expect(read(`${url}!`, signature, '', 'GET')).toBe('forged');
  });

  it('does not count for another query, body or token, or without a value', () => {
    const url = `${publicUrl}/carriers/acme/status`;
    const body = new URLSearchParams(status).toString();
    const good = twilio.getExpectedTwilioSignature(authToken, url, status);
    expect(read(url, good, body)).toHaveLength(1);
    expect(read(`${url}?a=1`, good, body)).toBe('forged');
    expect(read(url, good, `${body}&ErrorCode=30003`)).toBe('forged');
    expect(read(url, undefined, body)).toBe('forged');
    expect(read(url, '', body)).toBe('forged');
    const other = twilio.getExpectedTwilioSignature(accountSid, url, status);
    expect(read(url, other, body)).toBe('forged');
    const extra = Array.from({ length: 200 }, (_, at) => [`Field${at}`, 'x'] as const);
    const large = { ...status, ...Object.fromEntries(extra) };
    const signed = twilio.getExpectedTwilioSignature(authToken, url, large);
    expect(read(url, signed, new URLSearchParams(large).toString())).toBe('forged');
  });

  it.each([
    ['delivered', undefined, 'delivered'],
    ['sent', undefined, undefined],
    ['queued', undefined, undefined],
    ['undelivered', '30003', 'undelivered'],
    ['undelivered', '30007', 'discarded'],
    ['undelivered', '30032', 'unregistered'],
    ['undelivered', '30034', 'unregistered'],
    ['undelivered', '30036', 'expired'],
    ['failed', '30001', 'unavailable'],
    ['failed', '30036', 'expired'],
    ['failed', '21610', 'opted_out'],
    ['failed', '12345', 'rejected'],
    ['undelivered', '30011', 'media_rejected'],
    ['undelivered', '30019', 'media_rejected'],
    ['failed', '11200', 'media_rejected'],
    ['failed', '12300', 'media_rejected'],
    ['canceled', undefined, 'discarded'],
    ['something new', undefined, undefined],
  ])('covers a receipt: %s %s is %s', (MessageStatus, ErrorCode, outcome) => {
    const url = `${publicUrl}/carriers/acme/status`;
    const fields = { MessageSid: 'SM1', MessageStatus, ...(ErrorCode && { ErrorCode }) };
    const signature = twilio.getExpectedTwilioSignature(authToken, url, fields);
    expect(read(url, signature, new URLSearchParams(fields).toString())).toMatchObject([
      {
        ref: 'SM1',
        outcome,
        code: outcome && outcome !== 'delivered' ? (ErrorCode ?? MessageStatus) : MessageStatus,
      },
    ]);
  });

  it.each([
    [{ Body: 'Stop' }, true],
    [{ Body: ' UNSTOP\n' }, true],
    [{ Body: 'INFO' }, true],
    [{ Body: 'ARRET' }, false],
    [{ Body: 'stop please' }, false],
    [{ Body: 'Yes, see you at 7' }, false],
    [{ Body: 'Ja', OptOutType: 'START' }, true],
    // Twilio leaves keywords to short codes, except in a Messaging Service.
    [{ Body: 'STOP', To: '24680' }, false],
    [{ Body: 'STOP', To: '24680', OptOutType: 'STOP' }, true],
  ])('covers a text, and shows whether Twilio replies to it: %j %s', (more, isRepliedTo) => {
    const url = `${publicUrl}/carriers/acme/texts`;
    const fields = { MessageSid: 'SM1', From: '+13125550001', To: '+13125551234', ...more };
    const signature = twilio.getExpectedTwilioSignature(authToken, url, fields);
    expect(read(url, signature, new URLSearchParams(fields).toString())).toMatchObject([
      { kind: 'text', isRepliedTo },
    ]);
  });
});

describe('a response of Twilio', () => {
  const read = (status: number, code: number) =>
    readTwilioResponse({ status, body: JSON.stringify({ code, message: 'No', status }) });

  it('asks for a pause', () => {
    expect(read(429, 20_429)).toEqual({ kind: 'throttled' });
  });

  it.each([
    [14_107, {}],
    [21_611, { isAboutSender: true }],
  ])('asks to try this message again, whatever its status: %i', (code, more) => {
    for (const status of [400, 429])
      expect(read(status, code)).toEqual({ kind: 'retry', code: String(code), ...more });
  });

  it.each([
    [400, 21_211, 'carrier_rejected'],
    [400, 21_610, 'recipient_opted_out'],
    [403, 21_408, 'no_route'],
    [400, 21_614, 'no_route'],
    [400, 21_635, 'no_route'],
  ])('refuses the message: %i with %i is %s', (status, code, error) => {
    expect(read(status, code)).toEqual({ kind: 'refused', error, code: String(code) });
  });

  it('is about the account, or left to the rules for every provider', () => {
    expect(read(401, 20_003)).toEqual({ kind: 'accountFault', code: '20003' });
    expect(read(429, 63_038)).toBeUndefined();
    expect(read(500, 21_610)).toBeUndefined();
  });
});

type Requested<T> = Parameters<typeof twilio.RequestClient.prototype.request<T>>[0];

describe('the emulator of Twilio', () => {
  let emulator: ProviderEmulator;
  beforeAll(async () => {
    emulator = await openProvider(twilioDialect);
  });
  afterAll(() => emulator.close());

  /** The SDK has no setting for the URL of the API. */
  class RedirectedClient extends twilio.RequestClient {
    override request<T>(options: Requested<T>) {
      const uri = options.uri.replace('https://api.twilio.com', emulator.url);
      return super.request<T>({ ...options, uri });
    }
  }
  const sdk = (token = authToken) =>
    twilio(accountSid, token, { httpClient: new RedirectedClient() });

  it('gives the SDK what it expects', async () => {
    const statusCallback = 'https://sms.example.com/status';
    const message = await sdk().messages.create({ to, from, body: 'Grüße 👋', statusCallback });
    expect(message).toMatchObject({
      sid: expect.stringMatching(/^SM[\da-f]{32}$/),
      status: 'queued',
      numSegments: '1',
      to,
      from,
      body: 'Grüße 👋',
      errorCode: null,
      dateCreated: expect.any(Date),
    });
    expect(emulator.taken()).toEqual([
      { id: message.sid, from, to, text: 'Grüße 👋', callbackUrl: statusCallback },
    ]);
  });

  it('gets media as the SDK sends them', async () => {
    const mediaUrl = ['https://example.com/menu.jpg', 'https://example.com/map.png?a=1&b=2'];
    const message = await sdk().messages.create({ to, from, mediaUrl });
    expect(message.numMedia).toBe('2');
    expect(emulator.taken().at(-1)).toMatchObject({ text: '', media: mediaUrl });
  });

  it('fails in the words of the API', async () => {
    await expect(sdk('wrong').messages.create({ to, from, body: 'x' })).rejects.toMatchObject({
      status: 401,
      code: 20003,
    });
    const refused = emulator.recipient('refused');
    await expect(sdk().messages.create({ to: refused, from, body: 'x' })).rejects.toMatchObject({
      status: 400,
      code: 21211,
    });
    const throttled = emulator.recipient('throttled');
    await expect(sdk().messages.create({ to: throttled, from, body: 'x' })).rejects.toMatchObject({
      status: 429,
      code: 20429,
    });
  });

  it('signs its callbacks so that the SDK accepts them', () => {
    const target = { url: emulator.url, publicUrl, name: 'acme' };
    const message = { id: 'SM1', from, to, text: '', callbackUrl: `${publicUrl}/x` };
    for (const { url, headers, body } of [
      twilioDialect.receipt(message, 'undelivered', target),
      twilioDialect.text({ id: 'SM2', from: to, to: from, text: 'Grüße & 👋' }, target),
    ]) {
      const fields = Object.fromEntries(new URLSearchParams(body));
      const signature = headers['x-twilio-signature']!;
      expect(twilio.validateRequest(authToken, signature, url, fields)).toBe(true);
      expect(twilio.validateRequest(authToken, signature, `${url}?`, fields)).toBe(false);
    }
  });
});
