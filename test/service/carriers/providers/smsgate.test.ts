import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sdkModule, {
  WebHookEventType,
  type HttpClient,
  type WebHookPayload,
} from 'android-sms-gateway';
import type { SubmitResponse } from '../../../../service/carriers/carrier.ts';
import type { CarrierDeps } from '../../../../service/carriers/defineCarrier.ts';
import { readCallback, type CallbackRequest } from '../../../../service/carriers/callbacks.ts';
import { createCallbacks, openCarriers } from '../../../../service/carriers/openCarriers.ts';
import { smsgateSignature } from '../../../../service/carriers/providers/smsgate/smsgate.ts';
import { carrierType } from '../../../../service/carriers/carrierTypes.ts';
import { readCarriers } from '../../../../service/carriers/readCarriers.ts';
import { until } from '../../harness/until.ts';
import { createSubmission } from '../createSubmission.ts';
import { publicUrl } from '../describeCarrier.ts';
import { describeHttpCarrier } from '../describeHttpCarrier.ts';
import { openProvider, type ProviderEmulator } from '../providerEmulator.ts';
import { contactBecomes } from '../providerSteps.ts';
import {
  responses,
  deviceId,
  hidden,
  number,
  password,
  sign,
  signed,
  signingKey,
  smsgateDialect,
  username,
} from './smsgateDialect.ts';

/** The types of the SDK describe a CommonJS module, but it is an ES module. */
const Client = sdkModule as unknown as typeof sdkModule.default;
const recipient = '+13125550001';

describeHttpCarrier('smsgate', smsgateDialect, {
  knowsRefs: true,
  more: (get) => {
    it('checks the credentials of the account', async () => {
      const { checkAccount } = carrierType('smsgate')!;
      const check = ({ password }: { password?: string } = {}) => {
        const entry = { type: 'smsgate', name: 'acme', ...get().emulator.settings };
        const settings = { ...entry, ...(password && { password }) };
        return checkAccount!(readCarriers(JSON.stringify([settings]))[0]!.settings);
      };
      expect(await check()).toEqual({ kind: 'served' });
      expect(await check({ password: 'wrong' })).toEqual({ kind: 'refused', code: 'HTTP 401' });
    });

    it('registers its URL for all events when the carrier starts', async () => {
      const { emulator, target } = get();
      const readRegistered = () =>
        emulator.requests
          .filter(({ method, path }) => method === 'POST' && path === '/3rdparty/v1/webhooks')
          .map(({ body }) => JSON.parse(body) as Record<string, string>);
      const registered = await until('all events are registered', () => {
        const requests = readRegistered();
        return requests.length >= 6 && requests;
      });
      expect(registered.map(({ event, id }) => [event, id]).sort()).toEqual([
        ['mms:downloaded', 'acme-downloaded'],
        ...['cancelled', 'delivered', 'failed', 'received', 'sent'].map((event) => [
          `sms:${event}`,
          `acme-${event}`,
        ]),
      ]);
      const [callbacks] = createCallbacks(
        readCarriers(JSON.stringify([{ type: 'smsgate', name: 'acme', ...emulator.settings }])),
        target.publicUrl,
      );
      for (const { url } of registered) expect(url).toBe(callbacks!.inboundWebhookUrl);
    });

    const listSubmits = (id: string) =>
      get()
        .emulator.requests.filter(({ method }) => method === 'POST')
        .map(({ path, body }) => ({ path, ...(JSON.parse(body) as { id?: string; ttl?: number }) }))
        .filter((submit) => submit.id === id);

    it('sends the text to one phone, under the ID of the message', async () => {
      const { emulator, account } = get();
      const to = emulator.recipient('delivered');
      const { id } = await account.client.message.send({ to, text: 'Grüße 👋', ttl: 3_600 });
      await account.reaches(id, 'delivered');
      expect(id.length).toBeLessThanOrEqual(36);
      const submits = listSubmits(id);
      expect(submits).toEqual([
        {
          path: '/3rdparty/v1/messages?skipPhoneValidation=true',
          id,
          deviceId,
          phoneNumbers: [to],
          textMessage: { text: 'Grüße 👋' },
          withDeliveryReport: true,
          ttl: expect.any(Number),
        },
      ]);
      expect(submits[0]!.ttl).toBeGreaterThan(3_500);
      expect(submits[0]!.ttl).toBeLessThanOrEqual(3_600);
    });

    it('counts a message as accepted if the phone knows the ID', async () => {
      const { emulator, account, target } = get();
      const to = emulator.recipient('silent');
      const { id } = await account.client.message.send({ to, text: 'Hello' });
      // The server says twice that it does not know the message, so it gets the message again.
      hidden.add(id);
      await account.reaches(id, 'sent');
      expect(listSubmits(id)).toHaveLength(2);
      expect(await emulator.takenBy(to)).toEqual(['Hello']);
      const message = emulator.taken().find((one) => one.to === to)!;
      await emulator.post(smsgateDialect.receipt(message, 'delivered', target));
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered', error: null });
    });

    it.each([
      [400, 'failed to select device: record not found'],
      [400, 'Invalid device ID'],
      [401, 'Unauthorized'],
    ])('keeps messages while the settings are wrong: %s %s', async (status, message) => {
      const { emulator, account } = get();
      const to = emulator.recipient('delivered');
      responses.set(to, { status, body: JSON.stringify({ message }) });
      const { id } = await account.client.message.send({ to, text: 'Hello' });
      await until('the server gets the message', () => listSubmits(id).length > 0);
      expect((await account.client.message.get({ id })).error).toBeNull();
      responses.delete(to);
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
      expect(await emulator.takenBy(to)).toEqual(['Hello']);
    });

    it('takes a STOP, and replies to it', async () => {
      const { emulator, account } = get();
      const phone = emulator.recipient('delivered');
      await emulator.text({ from: phone, to: account.number, text: 'Stop' });
      await contactBecomes(get(), phone, 'opted_out');
      await until('the reply arrives', async () => (await emulator.takenBy(phone)).length > 0);
      await emulator.text({ from: phone, to: account.number, text: 'Start' });
      await contactBecomes(get(), phone, 'subscribed');
    });
  },
});

const entry = {
  type: 'smsgate',
  name: 'acme',
  username,
  password,
  device_id: deviceId,
  signing_key: signingKey,
  numbers: [number],
};
const now = new Date('2026-11-22T05:20:00Z');
const nowSeconds = '1795324800';
const openCallbacks = (settings: Readonly<Record<string, unknown>> = {}) =>
  createCallbacks(readCarriers(JSON.stringify([{ ...entry, ...settings }])), publicUrl)[0]!;
const read = (
  { headers, body }: Pick<CallbackRequest, 'headers'> & { readonly body: string },
  settings: Readonly<Record<string, unknown>> = {},
  at = now,
) =>
  readCallback(
    openCallbacks(settings),
    {
      method: 'POST',
      url: `${publicUrl}/carriers/acme/events`,
      path: 'events',
      headers,
      body: Buffer.from(body),
    },
    at,
  );

describe('the signature of SMSGate', () => {
  const body =
    '{"deviceId":"ffffffffceb0b1db0000018e937c815b","event":"sms:delivered","id":"Ey6ECgOkVVFjz3CL48B8C","payload":{"messageId":"msg_1","deliveredAt":"2026-11-22T05:20:00.000+00:00","recipient":"+15551230001","sender":null,"simNumber":1},"webhookId":"LreFUt-Z3sSq0JufY9uWB"}';
  const signature = 'c33fd3483e64dece30ba3c0b6cf2b60bbc88ef75e84badf99e0d2eb955fe84c6';
  const headers = { 'x-signature': signature, 'x-timestamp': nowSeconds };
  const local = { device_id: 'ffffffffceb0b1db0000018e937c815b' };
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  it('is the one that the app makes', () => {
    expect(Buffer.byteLength(body)).toBe(269);
    expect(smsgateSignature(signingKey, Buffer.from(body), nowSeconds)).toBe(signature);
    expect(sign(body, nowSeconds).headers['x-signature']).toBe(signature);
    expect(read({ headers, body }, local)).toEqual([
      {
        kind: 'receipt',
        ref: 'msg_1',
        messageId: 'msg_1',
        outcome: 'delivered',
        code: 'delivered',
      },
    ]);
  });

  it('counts for five minutes around its time', () => {
    for (const seconds of [-300, 10, 300])
      expect(read({ headers, body }, local, later(seconds))).toHaveLength(1);
    for (const seconds of [-301, 301, 86_400])
      expect(read({ headers, body }, local, later(seconds))).toBe('forged');
  });

  it('does not count for another key, body or time, or without a value', () => {
    expect(read({ headers, body }, { ...local, signing_key: 'another_key' })).toBe('forged');
    expect(read({ headers, body: `${body} ` }, local)).toBe('forged');
    for (const forged of [
      { 'x-timestamp': nowSeconds },
      { 'x-signature': signature },
      { ...headers, 'x-signature': '' },
      { ...headers, 'x-timestamp': '1795324801' },
      { ...headers, 'x-timestamp': '' },
    ])
      expect(read({ headers: forged, body }, local)).toBe('forged');
  });
});

describe('a callback of SMSGate', () => {
  const call = (event: string, payload: Readonly<Record<string, unknown>>, more = {}) =>
    sign(signed({ publicUrl, name: 'acme' }, event, payload, more).body, nowSeconds);
  const text = {
    sender: recipient,
    recipient: null,
    simNumber: 1,
    message: 'Hello',
    receivedAt: '2026-11-22T05:20:00.000+00:00',
  };
  const receipt = { messageId: 'msg_1', recipient, sender: null, simNumber: 1 };

  it.each([
    ['sms:sent', undefined, undefined, 'sent'],
    ['sms:delivered', undefined, 'delivered', 'delivered'],
    ['sms:cancelled', undefined, 'discarded', 'cancelled'],
    ['sms:failed', undefined, 'undelivered', 'failed'],
    ['sms:failed', 'TTL expired', 'expired', 'failed'],
    ['sms:failed', 'Delivery result from SC +13125550199: 70', 'expired', 'TP_STATUS_70'],
    ['sms:failed', 'Delivery result from SC +13125550199: 65', 'undelivered', 'TP_STATUS_65'],
    [
      'sms:failed',
      'Send result: RESULT_ERROR_NO_SERVICE (Failed because service is currently unavailable)',
      'unavailable',
      'RESULT_ERROR_NO_SERVICE',
    ],
    [
      'sms:failed',
      'Send result: RESULT_ERROR_LIMIT_EXCEEDED (Failed because we reached the sending queue limit)',
      'discarded',
      'RESULT_ERROR_LIMIT_EXCEEDED',
    ],
    [
      'sms:failed',
      'Send result: RESULT_ERROR_SHORT_CODE_NEVER_ALLOWED (Failed)',
      'rejected',
      'RESULT_ERROR_SHORT_CODE_NEVER_ALLOWED',
    ],
    [
      'sms:failed',
      'Send result: RESULT_RIL_NETWORK_REJECT (x)',
      'rejected',
      'RESULT_RIL_NETWORK_REJECT',
    ],
    ['sms:failed', `sendSMS: cannot text ${recipient}`, 'undelivered', 'failed'],
  ])('%s %s is %s', (event, reason, outcome, code) => {
    expect(read(call(event, { ...receipt, ...(reason && { reason }) }))).toEqual([
      { kind: 'receipt', ref: 'msg_1', messageId: 'msg_1', outcome, code },
    ]);
  });

  it('counts only if it is about this phone and this SIM, and known', () => {
    const other = { deviceId: 'another-phone' };
    const second = { sim_number: 2 };
    expect(read(call('sms:received', text, other))).toEqual([]);
    expect(read(call('sms:delivered', receipt, other))).toEqual([]);
    expect(read(call('sms:received', text), second)).toEqual([]);
    expect(read(call('sms:received', text), { sim_number: 1 })).toHaveLength(1);
    expect(read(call('sms:received', { ...text, simNumber: null }), second)).toBe('unreadable');
    expect(read(call('sms:received', { ...text, simNumber: null }))).toHaveLength(1);
    expect(read(call('sms:delivered', { ...receipt, messageId: 'of-another-app' }))).toEqual([]);
    for (const event of ['system:ping', 'app:started', 'mms:received', 'sms:data-received'])
      expect(read(call(event, {}))).toEqual([]);
  });

  const getRef = (payload: Readonly<Record<string, unknown>>): unknown => {
    const [event] = [read(call('sms:received', payload))].flat();
    return typeof event === 'string' ? event : event!.ref;
  };
  it('is one text for all its doubles, and another one for another text', () => {
    const ref = getRef(text);
    expect(ref).toMatch(/^[\da-f]{64}$/);
    expect(getRef({ ...text, messageId: 'c0ffee' })).toBe(ref);
    expect(getRef({ ...text, receivedAt: '2026-11-22T06:20:00.000+01:00' })).toBe(ref);
    for (const other of [
      { message: 'Hello!' },
      { sender: '+13125550002' },
      { receivedAt: '2026-11-22T05:20:01.000+00:00' },
    ])
      expect(getRef({ ...text, ...other })).not.toBe(ref);
    expect(getRef({ ...text, receivedAt: undefined })).toBe('unreadable');
  });

  it.each([
    ['(312) 555-0001', {}, '(312) 555-0001'],
    ['3125550001', { default_country: 'US' }, recipient],
    ['13125550001', {}, recipient],
    ['ACME', { default_country: 'US' }, 'ACME'],
  ])('has the sender %s with %j as %s', (sender, settings, from) => {
    expect(read(call('sms:received', { ...text, sender }), settings)).toMatchObject([
      { kind: 'text', from, to: number, text: 'Hello' },
    ]);
  });

  it('has the form that the SDK describes, and that of older apps', () => {
    const received: WebHookPayload = {
      event: WebHookEventType.SmsReceived,
      payload: { message: 'Hello', phoneNumber: recipient, receivedAt: text.receivedAt },
    };
    expect(read(call(received.event, received.payload))).toMatchObject([
      { kind: 'text', from: recipient, to: number, text: 'Hello' },
    ]);
    const delivered: WebHookPayload = {
      event: WebHookEventType.SmsDelivered,
      payload: { messageId: 'msg_1', deliveredAt: text.receivedAt },
    };
    expect(read(call(delivered.event, delivered.payload))).toMatchObject([
      { kind: 'receipt', ref: 'msg_1', outcome: 'delivered' },
    ]);
  });
});

describe('the settings of SMSGate', () => {
  it.each([
    [{ numbers: undefined }, 'acme.numbers must be a list with only the number of the SIM'],
    [
      { numbers: [number, '+13125551235'] },
      'acme.numbers must be a list with only the number of the SIM',
    ],
    [{ device_id: undefined }, 'acme.device_id is missing'],
    [{ signing_key: 'short' }, 'acme.signing_key must be the signing key of the phone'],
    [{ sim_number: 4 }, 'acme.sim_number must be a whole number from 1 to 3'],
    [{ default_country: 'XX' }, 'acme.default_country must be an ISO 3166-1'],
  ])('are refused: %j', (settings, what) => {
    expect(() => openCallbacks(settings)).toThrow(what);
  });
});

describe('the emulator of SMSGate', () => {
  let emulator: ProviderEmulator;
  beforeAll(async () => {
    emulator = await openProvider(smsgateDialect);
  });
  afterAll(() => emulator.close());

  /** The SDK leaves the requests and their errors to its caller. */
  const http = (): HttpClient => {
    const ask = async <T>(method: string, url: string, headers = {}, body?: unknown) => {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(url, { method, headers, ...content });
      const received = (await response.json()) as T;
      if (!response.ok) throw Object.assign(new Error('Refused'), { status: response.status });
      return received;
    };
    return {
      get: (url, headers) => ask('GET', url, headers),
      post: (url, body, headers) => ask('POST', url, headers, body),
      put: (url, body, headers) => ask('PUT', url, headers, body),
      patch: (url, body, headers) => ask('PATCH', url, headers, body),
      delete: (url, headers) => ask('DELETE', url, headers),
    };
  };
  const sdk = (secret = password) =>
    new Client(username, secret, http(), `${emulator.url}/3rdparty/v1`);
  const message = { message: 'Grüße 👋', phoneNumbers: [recipient] };

  it('gives the SDK what it expects', async () => {
    const sent = await sdk().send({ id: 'msg_1', ...message }, { skipPhoneValidation: true });
    const state = {
      id: 'msg_1',
      state: 'Pending',
      recipients: [{ phoneNumber: recipient, state: 'Pending', error: null }],
    };
    expect(sent).toMatchObject(state);
    expect(await sdk().getState('msg_1')).toMatchObject(state);
    expect(await emulator.takenBy(recipient)).toEqual(['Grüße 👋']);
    const webhook = {
      id: 'textloom-received',
      event: WebHookEventType.SmsReceived,
      url: `${publicUrl}/carriers/acme/events`,
    };
    expect(await sdk().registerWebhook(webhook)).toEqual(webhook);
  });

  it('fails with the statuses of the API', async () => {
    const fails = (status: number, id: string, to = recipient, secret = password) =>
      expect(sdk(secret).send({ id, message: 'x', phoneNumbers: [to] })).rejects.toMatchObject({
        status,
      });
    await fails(401, 'msg_2', recipient, 'wrong');
    await fails(400, 'msg_2', emulator.recipient('refused'));
    await fails(503, 'msg_2', emulator.recipient('throttled'));
    const to = emulator.recipient('silent');
    await expect(sdk().send({ id: 'msg_2', message: 'x', phoneNumbers: [to] })).rejects.toThrow();
    await fails(409, 'msg_2', to);
    await expect(sdk().getState('msg_3')).rejects.toMatchObject({ status: 404 });
    expect(await emulator.takenBy(to)).toEqual(['x']);
  });
});

it('a message that waits because of a 503 of a proxy or the server leaves only over the same phone', async () => {
  const emulator = await openProvider(smsgateDialect);
  const source = JSON.stringify([{ type: 'smsgate', name: 'acme', ...emulator.settings }]);
  const deps = { clock: () => new Date(), onError: () => undefined } as Partial<CarrierDeps>;
  const carrier = openCarriers(readCarriers(source), publicUrl, deps as CarrierDeps).all[0]!;
  const results: SubmitResponse[] = [];
  const settle = (some: readonly unknown[]) => Promise.resolve(some.map(() => 'accepted' as const));
  await carrier.start({
    submitResponses: (some) => {
      results.push(...some);
      return settle(some);
    },
    receipts: settle,
    texts: settle,
    onCapacity: () => undefined,
  });
  try {
    await carrier.submit([createSubmission({ from: number, to: emulator.recipient('throttled') })]);
    expect(await until('there is a result', () => results[0]?.result)).toMatchObject({
      kind: 'unsent',
      attempt: { result: 'throttled', code: 'HTTP 503' },
      keepsCarrier: true,
    });
  } finally {
    await carrier.stop();
    await emulator.close();
  }
});
