import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { readCallback, type Callbacks } from '../../../../service/carriers/callbacks.ts';
import {
  fill,
  fillText,
  parseFields,
  textAt,
} from '../../../../service/carriers/providers/http/template.ts';
import { readHttpResponse } from '../../../../service/carriers/providers/http/readHttpResponse.ts';
import { callbackPaths } from '../../../../service/carriers/http/callbacks/callbackPaths.ts';
import { classify } from '../../../../service/carriers/http/classify.ts';
import type { Outgoing } from '../../../../service/carriers/http/dialect.ts';
import type { CarrierDeps } from '../../../../service/carriers/defineCarrier.ts';
import type { CallbackText } from '../../../../service/store/callbackEvent.ts';
import { createCallbacks, openCarriers } from '../../../../service/carriers/openCarriers.ts';
import { readCarriers } from '../../../../service/carriers/readCarriers.ts';
import { publicUrl } from '../describeCarrier.ts';
import { until } from '../../harness/until.ts';
import { describeHttpCarrier } from '../describeHttpCarrier.ts';
import { httpDialect, signingKey } from './httpDialect.ts';
import type { ProviderDialect } from '../providerEmulator.ts';

let { refused } = httpDialect;
const dialect: ProviderDialect = {
  ...httpDialect,
  get refused() {
    return refused;
  },
};

describeHttpCarrier('http', dialect, {
  more: (get) => {
    it('sends other messages while the provider refuses one as if the account were wrong', async () => {
      const { emulator, account } = get();
      const [forbidden, other] = [emulator.recipient('refused'), emulator.recipient('delivered')];
      const tries = () => emulator.requests.filter(({ body }) => body.includes(forbidden)).length;
      refused = { status: 403, body: '' };
      const { id } = await account.client.message.send({ to: forbidden, text: 'Hello' });
      await until('it was tried twice', () => tries() === 2);
      const next = await account.client.message.send({ to: other, text: 'Hello' });
      await account.reaches(next.id, 'delivered');
      expect((await account.client.message.get({ id })).status).toBe('queued');
      ({ refused } = httpDialect);
      await account.reaches(id, 'failed');
    });

    it.each([
      ['STOP', 'STOP\n'.repeat(160_000)],
      ['accents', `STOP\n${'\u0316\u0301'.repeat(200_000)}`],
      ['flags', `STOP\n${'🇩🇪'.repeat(100_000)}`],
    ])('brings a text of hundreds of thousands of characters and its STOP: %s', async (_, text) => {
      const { emulator, account } = get();
      const [from, next] = [emulator.recipient('delivered'), emulator.recipient('delivered')];
      await emulator.text({ from, to: account.number, text });
      await emulator.text({ from: next, to: account.number, text: 'Hello' });
      const received = (phone: string) =>
        until(`the text from ${phone} is there`, async () => {
          const { data } = await account.client.message.list({ direction: 'inbound', from: phone });
          return data[0];
        });
      const message = await received(from);
      expect(message.text.length).toBeGreaterThan(300_000);
      expect(message.keyword).toBe('stop');
      expect((await received(next)).text).toBe('Hello');
      await expect(account.client.message.send({ to: from, text: 'Hello' })).rejects.toMatchObject({
        code: 'recipient_opted_out',
      });
    });
  },
});

const callbacksWith = (settings: Record<string, unknown>) =>
  createCallbacks(
    readCarriers(
      JSON.stringify([
        {
          ...{ type: 'http', name: 'own', base_url: 'http://a' },
          ...{ callback_secret: 'sixteen letters!', ...settings },
        },
      ]),
    ),
    publicUrl,
  )[0]!;

/** Sends a callback to a URL of the carrier. */
function call(
  callbacks: Callbacks,
  body: string,
  url = callbacks.inboundWebhookUrl,
  method = 'POST',
) {
  const path = url.slice(`${publicUrl}/carriers/own/`.length).replace(/\?.*$/, '');
  const request = { method, url, path, headers: {}, body: Buffer.from(body) };
  return readCallback(callbacks, request, new Date());
}

describe('a template', () => {
  const values = { to: '+1"}', text: 'a&b={to}', ttl: 60, none: null };
  it('is filled in without a way out of its place', () => {
    expect(
      fill({ a: ['{to}', '{none}'], b: 'x{text}', ttl: '{ttl}', n: '{none}', t: true }, values),
    ).toEqual({ a: ['+1"}'], b: 'xa&b={to}', ttl: 60, t: true });
    expect(fillText('/{to}?t={text}', values, encodeURIComponent)).toBe(
      '/%2B1%22%7D?t=a%26b%3D%7Bto%7D',
    );
  });
  it('keeps a list as a list, and leaves an empty one out', () => {
    const template = { files: '{media}', all: ['{media}'] };
    expect(fill(template, { media: ['a', 'b'] })).toEqual({ files: ['a', 'b'], all: [['a', 'b']] });
    expect(fill(template, { media: [] })).toEqual({ all: [] });
  });
  it('finds a text by its pointer', () => {
    const value = { a: [{ 'b/c': 7 }], d: { e: {} } };
    expect(textAt(value, '/a/0/b~1c')).toBe('7');
    for (const pointer of ['/a/1', '/d/e', '/constructor/name', '/d/e/f'])
      expect(textAt(value, pointer)).toBeUndefined();
  });
  it('keeps all digits of an ID that is a long number', () => {
    const ids = ['9007199254740992', '9007199254740993', '12345678901234567890123', '7', '-0.5'];
    for (const id of ids) expect(textAt(parseFields(`{"a":[{"id":${id}}]}`), '/a/0/id')).toBe(id);
  });
});

describe('a carrier by templates', () => {
  it('supports media only if its template has a place for them', () => {
    const takesMedia = (body: unknown) => {
      const entry = { type: 'http', name: 'own', base_url: 'http://a', body };
      const source = JSON.stringify([{ ...entry, callback_secret: 'sixteen letters!' }]);
      return openCarriers(readCarriers(source), publicUrl, {} as CarrierDeps).all[0]!.takesMedia;
    };
    expect(takesMedia({ to: '{to}', text: '{text}', files: '{media}' })).toBe(true);
    expect(takesMedia({ to: '{to}', text: '{text}', files: ['{media}'] })).toBe(true);
    expect(takesMedia({ to: '{to}', text: '{text}' })).toBe(false);
  });
});

describe('the settings of a carrier by templates', () => {
  it.each([
    [{ body: { to: '{too}' } }, 'own.body contains {too}, but the placeholders are'],
    [{ path: '/{secret}' }, 'own.path contains {secret}, but the placeholders are'],
    [{ path: '/?file={media}' }, 'own.path contains {media}, but the placeholders are'],
    [{ body: { file: 'x{media}' } }, 'own.body contains {media} within a longer text'],
    [{ id_pointer: 'id' }, 'own.id_pointer must be a JSON Pointer such as /data/message'],
    [{ codes: { 7: 'gone' } }, 'own.codes must be an object of codes with accepted'],
    [{ statuses: { ok: 'fine' } }, 'own.statuses must be an object of statuses with delivered'],
    [{ format: 'form', body: { to: ['{to}'] } }, 'own.body must contain only strings and numbers'],
    [{ base_url: 'ftp://a' }, 'own.base_url must be a URL'],
    [{ headers: 'x' }, 'own.headers must be an object of texts'],
    [{ callback_secret: 'fifteen letters' }, 'own.callback_secret must have at least 16'],
    [
      { id_pointer: '/id' },
      'own.receipt_id_pointer must be set if id_pointer is set, and must be empty otherwise',
    ],
    [{ receipt_id_pointer: '/id' }, 'own.receipt_id_pointer must be set if id_pointer is set'],
  ])('%j are refused', (settings, message) => {
    expect(() => callbacksWith(settings)).toThrow(message);
  });
});

describe('the signature of any provider', () => {
  const body = '{"type":"message.incoming","text":"Grüße 👋"}';
  const good = 'e6ca3f2d2b70221220f542e8d8a7815e07c57df34c6a3b425bb14bb68764a55e';
  const at = 1_795_324_800;
  const callbacks = callbacksWith({ signing_key: signingKey });
  const read = (
    signature: string | undefined,
    seconds = at,
    octets = body,
    timestamp = String(at),
  ) =>
    callbacks.isGenuine(
      {
        method: 'POST',
        url: `${publicUrl}/carriers/own/x`,
        path: 'x',
        headers: { 'x-signature': signature, 'x-timestamp': timestamp },
        body: Buffer.from(octets),
      },
      new Date(seconds * 1000),
    );
  it('covers the time and the body, and ends after five minutes', () => {
    expect(read(good)).toBe(true);
    expect(read(good, at + 299)).toBe(true);
    for (const genuine of [
      read(good, at + 301),
      read(good, at - 301),
      read(good, at, `${body} `),
      read(undefined),
      read(''),
      read(good, at, body, String(at + 1)),
      read(good, at, body, ''),
    ])
      expect(genuine).toBe(false);
  });
});

describe('a response of any provider', () => {
  const read = (status: number, body: string, codes: Record<string, string>) =>
    classify(
      { read: readHttpResponse },
      { status, headers: {}, body },
      { idPointer: '', codePointer: '/code', codes },
      { messageId: 'msg_1' } as Outgoing,
    );
  const isAccepted = { kind: 'accepted', ref: 'msg_1' };

  it('can say by its status that the message was not accepted', () => {
    const codes = { 'HTTP 503': 'throttled', 'HTTP 500': 'retry' };
    expect(read(503, 'Busy', {})).toEqual({ kind: 'unknown' });
    expect(read(503, 'Busy', codes)).toMatchObject({ kind: 'throttled' });
    expect(read(503, '{"code":7}', codes)).toMatchObject({ kind: 'throttled' });
    expect(read(500, 'Busy', codes)).toEqual({ kind: 'retry', code: 'HTTP 500' });
    expect(read(502, 'Busy', codes)).toEqual({ kind: 'unknown' });
    expect(read(503, '{"code":7}', { ...codes, 7: 'no_route' })).toEqual({
      ...{ kind: 'refused', error: 'no_route', code: '7' },
    });
  });

  it('refuses the message with a code that is not among the good ones', () => {
    const codes = { 0: 'accepted', 9: 'throttled' };
    expect(read(200, '{"code":0}', codes)).toEqual(isAccepted);
    expect(read(200, '{"code":9}', codes)).toMatchObject({ kind: 'throttled' });
    expect(read(200, '{"code":7}', codes)).toEqual({
      ...{ kind: 'refused', error: 'carrier_rejected', code: '7' },
    });
    for (const body of ['{}', '{"code":""}', '{"code":null}'])
      expect(read(200, body, codes)).toEqual(isAccepted);
    expect(read(500, '{"code":0}', codes)).toEqual({ kind: 'unknown' });
    expect(read(200, '{"code":7}', { 9: 'throttled' })).toEqual(isAccepted);
  });
});

describe('the callbacks of a provider that sends them by GET', () => {
  const callbacks = callbacksWith({ statuses: { 1: 'delivered' } });
  const { inboundWebhookUrl } = callbacks;
  const get = (query: string, url = inboundWebhookUrl) =>
    call(callbacks, '', `${url}?${query}`, 'GET');

  it('have their fields in the query', () => {
    expect(get('id=1&from=13125550001&to=13125551234&text=Hi%20there')).toEqual([
      {
        ...{ kind: 'text', from: '+13125550001', to: '+13125551234', text: 'Hi there' },
        ref: expect.stringMatching(/^1-/),
        media: [],
      },
    ]);
    expect(get('a=1&'.repeat(200))).toBe('unreadable');
    expect(get('id=1', `${inboundWebhookUrl}x`)).toBe('forged');
  });

  it('do not count if the provider signs, because nothing covers the query', () => {
    const at = new Date('2026-11-22T05:20:00Z');
    const timestamp = String(at.getTime() / 1000);
    const signature = createHmac('sha256', signingKey).update(`${timestamp}.`).digest('hex');
    const signing = callbacksWith({ signing_key: signingKey });
    const isGenuine = (method: string) =>
      signing.isGenuine(
        {
          ...{ method, url: `${inboundWebhookUrl}?status=1`, path: signing.textsPath },
          headers: { 'x-signature': signature, 'x-timestamp': timestamp },
          body: Buffer.alloc(0),
        },
        at,
      );
    expect(['POST', 'GET'].map(isGenuine)).toEqual([true, false]);
  });
});

describe('the callbacks of a provider that sends several events together', () => {
  const callbacks = callbacksWith({
    ...{ id_pointer: '/id', receipt_id_pointer: '/id', events_pointer: '/data/results' },
    statuses: { ok: 'delivered' },
  });
  const event = (id: string, more = {}) => ({ id, status: 'ok', ...more });
  const text = { id: 'in-1', from: '13125550001', to: '13125551234', text: 'Hi' };
  const wrap = (...results: unknown[]) => JSON.stringify({ data: { results } });
  const refs = (body: string) => {
    const events = call(callbacks, body);
    if (typeof events === 'string') return events;
    return events.map((one) => (one === 'unreadable' ? one : one.ref));
  };

  it('are all read', () => {
    expect(refs(wrap(event('a'), text, event('b')))).toEqual([
      'a',
      expect.stringMatching(/^in-1-/),
      'b',
    ]);
    expect(refs(JSON.stringify([event('a'), event('b')]))).toEqual(['a', 'b']);
    expect(refs(JSON.stringify(event('a')))).toEqual(['a']);
    expect(refs(wrap())).toEqual([]);
  });

  it('are read although one of them has an unknown format', () => {
    expect(refs(wrap({ clicked: 'now' }, event('b')))).toEqual(['unreadable', 'b']);
    expect(refs(wrap({ clicked: 'now' }))).toBe('unreadable');
  });

  it('are not about the message of a URL if they are about several messages', () => {
    const path = callbackPaths('own', ['sixteen letters!']).ofMessage('msg_1');
    const url = `${publicUrl}/carriers/own/${path}`;
    const messageIds = (body: string) => {
      const events = call(callbacks, body, url);
      if (typeof events === 'string') return events;
      return events.map((one) => one !== 'unreadable' && one.kind === 'receipt' && one.messageId);
    };
    expect(messageIds(wrap(event('a'), event('a')))).toEqual(['msg_1', 'msg_1']);
    expect(messageIds(wrap(event('a'), event('b')))).toEqual([undefined, undefined]);
  });
});

describe('the receipts of a provider whose IDs are long numbers', () => {
  const callbacks = callbacksWith({
    ...{ id_pointer: '/id', receipt_id_pointer: '/id', signing_key: '' },
    statuses: { ok: 'delivered' },
  });
  it('are about one message each', () => {
    for (const ref of ['9007199254740992', '9007199254740993'])
      expect(call(callbacks, `{"id":${ref},"status":"ok"}`)).toMatchObject([
        { kind: 'receipt', ref, outcome: 'delivered' },
      ]);
  });
});

describe('the texts of a provider that writes numbers in national format', () => {
  const readAddresses = (settings: Record<string, unknown>) =>
    call(callbacksWith(settings), 'id=1&from=01712345678&to=03012345678&text=Hi');
  it('are between numbers of the default country', () => {
    expect(readAddresses({ default_country: 'DE' })).toMatchObject([
      { from: '+491712345678', to: '+493012345678' },
    ]);
    expect(readAddresses({})).toMatchObject([{ from: '01712345678', to: '03012345678' }]);
  });
});

describe('the texts of a provider that uses an ID again', () => {
  const callbacks = callbacksWith({ text_media_pointer: '/media' });
  const text = { id: 1, from: '13125550001', to: '13125551234', text: 'Hi' };
  const readRef = (change: object) => {
    const [event] = call(
      callbacks,
      JSON.stringify({ ...text, ...change }),
    ) as readonly CallbackText[];
    return event!.ref;
  };

  it('are different texts, unless their content is the same', () => {
    const refs = [{}, { text: 'STOP' }, { from: '13125550002' }, { to: '13125551235' }, { id: 2 }];
    expect(new Set(refs.map(readRef)).size).toBe(refs.length);
    expect(readRef({ media: ['https://api.example.com/1?key=2'] })).toBe(readRef({}));
  });
});

describe('the callbacks of a provider that does not sign', () => {
  const callbacks = callbacksWith({ headers: { Authorization: 'Bearer one' } });
  const body = 'id=1&from=13125550001&to=13125551234&text=Hi';
  const { inboundWebhookUrl } = callbacks;
  it('count only at the secret URL', () => {
    expect(call(callbacks, body)).toMatchObject([
      { kind: 'text', from: '+13125550001', to: '+13125551234', text: 'Hi', media: [] },
    ]);
    for (const path of ['texts', 'texts/', 'messages/msg_1/x'])
      expect(call(callbacks, body, `${publicUrl}/carriers/own/${path}`)).toBe('forged');
    expect(call(callbacks, body, `${inboundWebhookUrl}x`)).toBe('forged');
    const other = callbacksWith({ callback_secret: 'seventeen letters' });
    expect(other.inboundWebhookUrl).not.toBe(inboundWebhookUrl);
    expect(call(other, body, inboundWebhookUrl)).toBe('forged');
  });

  it('keep their URL when a header changes', () => {
    const other = callbacksWith({ headers: { Authorization: 'Bearer two' } });
    expect(other.inboundWebhookUrl).toBe(inboundWebhookUrl);
  });

  it('also count at the URLs of earlier versions, which depend on the headers', () => {
    const paths = callbackPaths('own', ['Bearer one', 'sixteen letters!']);
    const url = `${publicUrl}/carriers/own`;
    expect(call(callbacks, body, `${url}/${paths.texts}`)).toHaveLength(1);
    expect(call(callbacks, 'status=ok', `${url}/${paths.ofMessage('msg_1')}`)).toMatchObject([
      { kind: 'receipt', messageId: 'msg_1' },
    ]);
    const other = callbackPaths('own', ['Bearer two', 'sixteen letters!']);
    expect(call(callbacks, body, `${url}/${other.texts}`)).toBe('forged');
  });
});
