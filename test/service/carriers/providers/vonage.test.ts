import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Auth } from '@vonage/auth';
import { tokenGenerate, verifySignature } from '@vonage/jwt';
import { Messages, MMSContent } from '@vonage/messages';
import { readCallback } from '../../../../service/carriers/callbacks.ts';
import { classify } from '../../../../service/carriers/http/classify.ts';
import type { Outgoing } from '../../../../service/carriers/http/dialect.ts';
import { createCallbacks } from '../../../../service/carriers/openCarriers.ts';
import { readVonageResponse } from '../../../../service/carriers/providers/vonage/vonage.ts';
import { readCarriers } from '../../../../service/carriers/readCarriers.ts';
import { standardReplies } from '../../../../service/replies/standardReplies.ts';
import { until } from '../../harness/until.ts';
import { publicUrl } from '../describeCarrier.ts';
import { describeHttpCarrier } from '../describeHttpCarrier.ts';
import { openProvider, type ProviderEmulator } from '../providerEmulator.ts';
import { contactBecomes, sendSilently } from '../providerSteps.ts';
import {
  applicationId,
  messagesError,
  privateKey,
  publicKey,
  signatureSecret,
  signed,
  vonageDialect,
} from './vonageDialect.ts';

describeHttpCarrier('vonage', vonageDialect, {
  more: (get) => {
    const send = (to: string, more = {}) =>
      get().account.client.message.send({ to, text: 'Grüße 👋 & bye', ...more });
    const requestFor = (to: string) =>
      get().emulator.requests.find(({ body }) => body.includes(`"to":"${to.slice(1)}"`))!;

    it('sends the text, the numbers without a plus, the validity and our reference', async () => {
      const { emulator, account } = get();
      const { id, to } = await send(emulator.recipient('delivered'), { ttl: 3_600 });
      await account.reaches(id);
      const { headers, body } = requestFor(to);
      const fields = JSON.parse(body) as Record<string, unknown>;
      expect(fields).toEqual({
        message_type: 'text',
        channel: 'sms',
        to: to.slice(1),
        from: account.number.slice(1),
        text: 'Grüße 👋 & bye',
        client_ref: id,
        ttl: expect.any(Number),
        webhook_url: expect.stringContaining(`${publicUrl}/carriers/acme/messages/${id}/`),
        webhook_version: 'v1',
      });
      expect(fields.ttl).toBeGreaterThan(3_500);
      expect(fields.ttl).toBeLessThanOrEqual(3_600);
      const token = headers.authorization!.replace('Bearer ', '');
      expect(verifySignature(token, publicKey)).toBe(true);
      expect(body + token).not.toContain(signatureSecret);
    });

    it('refuses a text that is too long for Vonage before it counts as accepted', async () => {
      const { emulator, account } = get();
      const to = emulator.recipient('delivered');
      const tooLong = { to, text: 'a'.repeat(1_001) };
      await expect(account.client.message.send(tooLong)).rejects.toMatchObject({
        code: 'no_route',
      });
      expect(await account.client.message.preview(tooLong)).toMatchObject({
        would_send: false,
        problem: { detail: expect.stringContaining('up to 1000 characters') },
      });
      const broadcast = { name: 'News', text: tooLong.text, audience: { all_contacts: true } };
      await expect(account.client.broadcast.create(broadcast)).rejects.toMatchObject({
        message: '/text: must be at most 1000 characters long for this sender',
      });
      const { id } = await account.client.message.send({ to, text: 'a'.repeat(1_000) });
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
    });

    it('settles a lost response by the reference, at the URL of the application', async () => {
      const { emulator, account, target } = get();
      const { id, to: phone, taken } = await sendSilently(get());
      const callbackUrl = `${target.publicUrl}/carriers/acme/status`;
      const callback = vonageDialect.receipt({ ...taken, callbackUrl }, 'delivered', target);
      expect(await emulator.post(callback)).toBe(200);
      expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
      expect(await emulator.takenBy(phone)).toHaveLength(1);
    });

    it('counts a receipt for the message that it names, and not for the one whose URL it arrives at', async () => {
      const { emulator, account, target } = get();
      const [named, other] = [await sendSilently(get()), await sendSilently(get())];
      const { callbackUrl } = other.taken;
      const callback = vonageDialect.receipt({ ...named.taken, callbackUrl }, 'delivered', target);
      expect(await emulator.post(callback)).toBe(200);
      expect(await account.reaches(named.id)).toMatchObject({ status: 'delivered' });
      expect((await account.client.message.get({ id: other.id })).status).toBe('sent');
    });

    it('opts a recipient out whom Vonage blocks for that', async () => {
      const { emulator, account } = get();
      const { id, to: phone, taken } = await sendSilently(get());
      const receipt = { message_uuid: taken.id, status: 'rejected', client_ref: id };
      const error = { type: messagesError(1240), title: 1240 };
      const callback = signed(taken.callbackUrl!, { ...receipt, error });
      expect(await emulator.post(callback)).toBe(200);
      expect(await account.reaches(id)).toMatchObject({
        status: 'undelivered',
        error: { code: 'recipient_opted_out', carrier_code: '1240' },
      });
      await contactBecomes(get(), phone, 'opted_out');
    });

    it('takes a STOP and replies to it', async () => {
      const { emulator, account } = get();
      const phone = emulator.recipient('delivered');
      await emulator.text({ from: phone, to: account.number, text: 'Stop' });
      await contactBecomes(get(), phone, 'opted_out');
      await until('the reply is there', async () => (await emulator.takenBy(phone)).length > 0);
      expect(await emulator.takenBy(phone)).toEqual([standardReplies.en.stop]);
    });
  },
});

const entry = { type: 'vonage', name: 'acme', ...vonageDialect.settings('http://localhost') };
const openCallbacks = (more = {}) =>
  createCallbacks(readCarriers(JSON.stringify([{ ...entry, ...more }])), publicUrl)[0]!;

describe('the settings of Vonage', () => {
  it.each([
    ['application_id', 'abcd1234'],
    ['private_key', 'secret-private-key'],
    ['private_key', publicKey],
    ['signature_secret', ''],
  ])('refuse a wrong %s, without repeating it', (name, value) => {
    const reading = () => openCallbacks({ [name]: value });
    expect(reading).toThrow(name);
    if (value) expect(reading).not.toThrow(value);
  });
});

describe('the signature of Vonage', () => {
  const body =
    '{"message_uuid":"aaaaaaaa-bbbb-cccc-dddd-0123456789ab","to":"15551230001","from":"15005550006","timestamp":"2026-11-22T05:20:00Z","status":"delivered","channel":"sms","client_ref":"msg_1"}';
  const token =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3OTUzMjQ4MDAsImp0aSI6IjhlZTJiMmY3LTFjMjktNGIyYS05YTY0LTNjMGY0YTliNGExMSIsImlzcyI6IlZvbmFnZSIsInBheWxvYWRfaGFzaCI6IjhlY2U2ZDM4ODYzNzkwN2U4YTRlMjA5NmU3MDlhYzY5OTUwMTZjNGM4OTFlMDQyOWE0NjJmYjRlNzllZTNkYTYiLCJhcGlfa2V5IjoiYWJjZDEyMzQiLCJhcHBsaWNhdGlvbl9pZCI6ImFhYWFhYWFhLWJiYmItNGNjYy04ZGRkLWVlZWVlZWVlZWVlZSJ9';
  const signature = 'Qw3opfqb62gxBLIA_jZ2ef_UgklCDcD-2LgM-6zCuQc';
  const vector = `${token}.${signature}`;
  const signedAt = 1_795_324_800;
  const receipt = {
    kind: 'receipt',
    ref: 'aaaaaaaa-bbbb-cccc-dddd-0123456789ab',
    messageId: 'msg_1',
    outcome: 'delivered',
    code: 'delivered',
  };
  const read = (
    authorization: string | undefined,
    text = body,
    { seconds = signedAt + 10, callbacks = openCallbacks() } = {},
  ) =>
    readCallback(
      callbacks,
      {
        method: 'POST',
        url: `${publicUrl}/carriers/acme/status`,
        path: 'status',
        headers: { authorization },
        body: Buffer.from(text),
      },
      new Date(seconds * 1000),
    );
  /** Reads a callback with these claims. */
  const readSigned = (claims: Record<string, unknown>, fields: unknown = body, more = {}) => {
    const callback = signed('', fields, { iat: signedAt, ...claims });
    return read(callback.headers.authorization, callback.body, more);
  };

  it('counts as the SDK counts it', () => {
    expect(verifySignature(vector, signatureSecret)).toBe(true);
    expect(verifySignature(vector, `${signatureSecret}x`)).toBe(false);
    expect(read(`Bearer ${vector}`)).toEqual([receipt]);
    expect(read(`bearer ${vector}`)).toEqual([receipt]);
    const callbacks = openCallbacks({ signature_secret: `${signatureSecret}x` });
    expect(read(`Bearer ${vector}`, body, { callbacks })).toBe('forged');
  });

  it('does not count for another body, although the SDK does not look at it', () => {
    expect(read(`Bearer ${vector}`, `${body} `)).toBe('forged');
    expect(read(`Bearer ${vector}`, '')).toBe('forged');
    expect(readSigned({ payload_hash: undefined })).toBe('forged');
    expect(readSigned({})).toEqual([receipt]);
  });

  it('does not count without a whole token', () => {
    for (const one of [undefined, '', 'Bearer ', 'Bearer ..', `Bearer ${token}.`, vector])
      expect(read(one)).toBe('forged');
  });

  it('counts only with HS256, although the SDK takes more', () => {
    const claims = {
      payload_hash: '8ece6d388637907e8a4e2096e709ac6995016c4c891e0429a462fb4e79ee3da6',
    };
    const ours = tokenGenerate(applicationId, privateKey, { ...claims, issued_at: signedAt });
    expect(verifySignature(ours, publicKey)).toBe(true);
    expect(read(`Bearer ${ours}`)).toBe('forged');
    expect(readSigned({ algorithm: 'none' })).toBe('forged');
    expect(readSigned({ algorithm: 'RS256' })).toBe('forged');
  });

  it('counts for three days, in which Vonage repeats callbacks', () => {
    const at = (seconds: number) => read(`Bearer ${vector}`, body, { seconds });
    expect(at(signedAt + 3 * 86_400)).toEqual([receipt]);
    expect(at(signedAt + 73 * 3_600 + 1)).toBe('forged');
    expect(at(signedAt - 301)).toBe('forged');
    expect(readSigned({ iat: undefined })).toBe('forged');
    expect(readSigned({ exp: signedAt + 11 })).toEqual([receipt]);
    expect(readSigned({ exp: signedAt + 9 })).toBe('forged');
  });

  it('counts only for its application', () => {
    expect(readSigned({ application_id: undefined })).toEqual([receipt]);
    const other = applicationId.replace('aaaa', 'ffff');
    expect(readSigned({ application_id: other })).toBe('forged');
  });

  const readError = (status: string, error?: unknown) =>
    readSigned({}, { message_uuid: 'm1', status, client_ref: 'msg_1', error });
  it.each([
    ['submitted', undefined, undefined],
    ['something new', undefined, undefined],
    ['delivered', undefined, 'delivered'],
    ['rejected', undefined, 'rejected'],
    ['undeliverable', undefined, 'unavailable'],
    ['rejected', 1000, 'unavailable'],
    ['rejected', 1040, 'unroutable'],
    ['rejected', 1050, 'rejected'],
    ['rejected', 1070, 'unavailable'],
    ['rejected', 1120, 'rejected'],
    ['undeliverable', 1180, 'undelivered'],
    ['rejected', 1210, 'discarded'],
    ['rejected', 1240, 'opted_out'],
    ['undeliverable', 1240, 'opted_out'],
    ['rejected', 1360, 'expired'],
    ['rejected', 9999, 'rejected'],
  ])('covers a receipt: %s %s is %s', (status, error, outcome) => {
    const code = error === undefined ? status : String(error);
    const expected = [{ kind: 'receipt', ref: 'm1', messageId: 'msg_1', outcome, code }];
    expect(readError(status, error && { type: messagesError(error), title: 'x' })).toEqual(
      expected,
    );
    expect(readError(status, error && { type: 'about:blank', title: error })).toEqual(expected);
  });

  it.each([
    ['rejected', ['delivered'], undefined],
    ['rejected', ['delivered', 'submitted'], undefined],
    ['rejected', ['delivered', 'rejected'], 'rejected'],
    ['rejected', ['delivered', 'something new'], 'rejected'],
    ['rejected', ['rejected'], 'rejected'],
    ['rejected', ['submitted'], 'rejected'],
    ['rejected', [], 'rejected'],
    ['delivered', ['delivered', 'delivered'], 'delivered'],
  ])('covers a receipt of a long text: %s with the parts %j is %s', (status, parts, outcome) => {
    const sms = { total_count: '2', segments: parts.map((one) => ({ status: one })) };
    expect(readSigned({}, { message_uuid: 'm1', status, sms })).toMatchObject([
      { ref: 'm1', outcome, code: status },
    ]);
  });

  it('covers references of others, which name no message', () => {
    const fields = { message_uuid: 'm1', status: 'delivered', client_ref: 'order 7' };
    expect(readSigned({}, fields)).toMatchObject([{ ref: 'm1', messageId: undefined }]);
  });

  const text = {
    channel: 'sms',
    message_uuid: 'm2',
    to: '13125551234',
    from: '13125550001',
    message_type: 'text',
    text: 'Stop',
  };
  it('covers texts, and says who replies to a STOP', () => {
    const expected = {
      kind: 'text',
      ref: 'm2',
      from: '+13125550001',
      to: '+13125551234',
      text: 'Stop',
      media: [],
    };
    expect(readSigned({}, text)).toEqual([{ ...expected, isRepliedTo: false }]);
    const callbacks = openCallbacks({ opt_out_assist: true });
    expect(readSigned({}, text, { callbacks })).toEqual([{ ...expected, isRepliedTo: true }]);
    for (const [word, isRepliedTo] of [
      ['UNSUBSCRIBE', true],
      ['help ', true],
      ['ARRET', false],
      ['stop please', false],
    ] as const)
      expect(readSigned({}, { ...text, text: word }, { callbacks })).toMatchObject([
        { isRepliedTo },
      ]);
    const picture = { ...text, channel: 'mms', message_type: 'image', text: undefined };
    expect(readSigned({}, picture)).toMatchObject([{ ref: 'm2', text: '' }]);
    expect(readSigned({}, { ...text, channel: 'whatsapp' })).toEqual([]);
  });

  it('covers only callbacks of a known form', () => {
    for (const fields of ['x', 'null', { ...text, from: '' }, { status: 'delivered' }])
      expect(readSigned({}, fields)).toBe('unreadable');
  });
});

describe('a response of Vonage', () => {
  const response = (status: number, fields: unknown, headers = {}) =>
    classify(
      { read: readVonageResponse },
      { status, headers, body: typeof fields === 'string' ? fields : JSON.stringify(fields) },
      {},
      {} as Outgoing,
    );
  const type = (code: number) => ({ type: messagesError(code), title: 'x', detail: 'y' });

  it('accepts a message only with its ID', () => {
    expect(response(202, { message_uuid: 'm1' })).toEqual({ kind: 'accepted', ref: 'm1' });
    for (const fields of [{}, { message_uuid: '' }, { message_uuid: 1 }, '', 'null', '<html>'])
      expect(response(202, fields)).toEqual({ kind: 'unknown' });
  });

  it.each([
    [422, 1010, 'carrier_rejected'],
    [422, 1120, 'carrier_rejected'],
    [422, 1170, 'carrier_rejected'],
    [422, 1040, 'no_route'],
    [403, 1160, 'no_route'],
    [400, 1250, 'no_route'],
    [403, 1240, 'recipient_opted_out'],
    [422, 1100, 'carrier_unavailable'],
  ])('refuses a message: HTTP %s with %s is %s', (status, code, error) => {
    expect(response(status, type(code))).toEqual({ kind: 'refused', error, code: String(code) });
  });

  it.each([
    [402, type(1070), '1070'],
    [422, type(1060), '1060'],
    [402, { type: 'https://developer.vonage.com/api-errors#low-balance' }, 'low-balance'],
    [403, { type: 'https://developer.vonage.com/api-errors#forbidden' }, 'HTTP 403'],
    [401, { title: 'Unauthorized' }, 'HTTP 401'],
    [404, '', 'HTTP 404'],
  ])('is about the account: HTTP %s %j', (status, fields, code) => {
    expect(response(status, fields)).toEqual({ kind: 'accountFault', code });
  });

  it('asks for a pause', () => {
    const headers = { 'retry-after': '7' };
    expect(response(422, type(1000))).toMatchObject({ kind: 'throttled' });
    expect(response(429, type(1000), headers)).toEqual({ kind: 'throttled', retryAfterMs: 7_000 });
    expect(response(429, '', headers)).toEqual({ kind: 'throttled', retryAfterMs: 7_000 });
  });

  it('leaves open what happened after an error of the server', () => {
    for (const code of [1000, 1030, 1070, 1120, 1240])
      expect(response(500, type(code))).toEqual({ kind: 'unknown' });
  });
});

describe('the emulator of Vonage', () => {
  let emulator: ProviderEmulator;
  beforeAll(async () => {
    emulator = await openProvider(vonageDialect);
  });
  afterAll(() => emulator.close());

  const [from, to] = ['13125551234', '13125550001'];
  const sdk = (application = applicationId) =>
    new Messages(new Auth({ applicationId: application, privateKey }), { apiHost: emulator.url });
  const message = { channel: 'sms', messageType: 'text', from, to, text: 'Grüße 👋' };

  it('gives the SDK what it expects', async () => {
    const webhookUrl = 'https://sms.example.com/status';
    const sent = { ...message, clientRef: 'order-7', ttl: 3_600, webhookUrl };
    const { messageUUID } = await sdk().send(sent);
    expect(messageUUID).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(emulator.taken()).toEqual([
      {
        id: messageUUID,
        from: `+${from}`,
        to: `+${to}`,
        text: 'Grüße 👋',
        callbackUrl: webhookUrl,
        reference: 'order-7',
      },
    ]);
    expect(JSON.parse(emulator.requests[0]!.body)).toEqual({
      channel: 'sms',
      message_type: 'text',
      from,
      to,
      text: 'Grüße 👋',
      client_ref: 'order-7',
      ttl: 3_600,
      webhook_url: webhookUrl,
    });
  });

  it('gets media as the SDK sends them', async () => {
    const url = 'https://example.com/menu.jpg';
    const content = [{ type: 'image' as const, url }];
    // The SDK has a class for these messages, but the type of its method leaves the class out.
    const mms = new MMSContent({ from, to, content }) as Parameters<Messages['send']>[0];
    await sdk().send(mms);
    expect(emulator.taken().at(-1)).toMatchObject({ text: '', media: [url] });
  });

  it('fails in the words of the API', async () => {
    const failure = async (sending: Promise<unknown>) => {
      const error: unknown = await sending.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const { response } = error as { response: Response };
      return [response.status, await response.json()];
    };
    expect(await failure(sdk(vonageDialect.newId(1)).send(message))).toEqual([
      401,
      expect.objectContaining({ title: 'Unauthorized' }),
    ]);
    const refused = { ...message, to: emulator.recipient('refused').slice(1) };
    expect(await failure(sdk().send(refused))).toEqual([
      422,
      expect.objectContaining({ type: messagesError(1120) }),
    ]);
    const throttled = { ...message, to: emulator.recipient('throttled').slice(1) };
    expect(await failure(sdk().send(throttled))).toEqual([
      429,
      expect.objectContaining({ type: messagesError(1000) }),
    ]);
  });

  it('signs its callbacks so that the SDK accepts them', () => {
    const target = { url: emulator.url, publicUrl, name: 'acme' };
    const taken = { id: 'm1', from, to, text: '', callbackUrl: `${publicUrl}/x` };
    for (const { headers } of [
      vonageDialect.receipt(taken, 'undelivered', target),
      vonageDialect.text({ id: 'm2', from: to, to: from, text: 'Grüße & 👋' }, target),
    ]) {
      const token = headers.authorization!.replace('Bearer ', '');
      expect(verifySignature(token, signatureSecret)).toBe(true);
      expect(verifySignature(`${token}x`, signatureSecret)).toBe(false);
    }
  });
});
