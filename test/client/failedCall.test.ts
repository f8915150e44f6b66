import { describe, expect, it } from '@jest/globals';
import { ApiError, type Client } from '@textloom/shared/client';
import { errors, type ErrorCode } from '@textloom/shared/contract';
import { problemBody } from '../problemBody.ts';
import { createHost, hi, problem, sent } from './createHost.ts';

describe('a failed call', () => {
  it('rejects with the code, the status, the field, the request ID and the remedy', async () => {
    const faults = [
      { pointer: '/to', code: 'invalid_phone_number', detail: 'is not a phone number' },
    ];
    const { client } = createHost([problem('validation_failed', { errors: faults })]);
    const error: unknown = await client.message.send(hi).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'The request failed.',
      code: 'validation_failed',
      status: 422,
      field: 'to',
      requestId: 'req_1',
      remedy: errors.validation_failed.remedy,
      retryable: false,
    });
  });

  it('reports a response that is not from the API', async () => {
    const { client } = createHost([
      { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>404</h1>' },
    ]);
    await expect(client.account.get({})).rejects.toMatchObject({
      code: 'unexpected_response',
      status: 404,
    });
  });

  it.each([
    [429, 'rate_limited'],
    [413, 'payload_too_large'],
  ] as const)(
    'uses the message of the contract if a proxy responds with %d',
    async (status, code) => {
      const { client } = createHost([
        { status, headers: { 'retry-after': '120' }, body: '<html>' },
      ]);
      await expect(client.message.send(hi)).rejects.toMatchObject({
        code,
        status,
        message: errors[code].title,
        mayHaveRun: false,
        ...(status === 429 && { retryAfter: 120 }),
      });
    },
  );

  it.each([500, 502, 503, 504, 524])(
    'that a proxy responds to with %d reports an outage, and that the message may have been sent',
    async (status) => {
      const { client } = createHost([{ status, body: '<h1>Oops</h1>' }], { budget: 0 });
      const outage = {
        code: 'gateway_error',
        status,
        message: 'The service is temporarily unavailable',
        remedy: 'Try again later.',
      };
      await expect(client.message.send(hi)).rejects.toMatchObject({ ...outage, mayHaveRun: true });
      await expect(client.account.get({})).rejects.toMatchObject({ ...outage, mayHaveRun: false });
      await expect(client.message.preview(hi)).rejects.toMatchObject({ mayHaveRun: false });
    },
  );

  it.each<[string, object]>([
    ['with its own code', { code: 'BAD_GATEWAY', message: 'No upstream' }],
    ['with a status', { code: 'unavailable', status: 503, message: 'No upstream' }],
    ['that passes on another response', problemBody('not_found', 404)],
  ])('is an outage if a gateway responds with JSON %s', async (_, body) => {
    const { client } = createHost([{ status: 503, body }], { budget: 0 });
    await expect(client.message.send(hi)).rejects.toMatchObject({
      code: 'gateway_error',
      retryable: true,
      mayHaveRun: true,
    });
  });

  it('with a code of a newer service keeps the words and the code of the service', async () => {
    const body = problemBody('too_loud', 422, { detail: 'Too loud. Whisper.' });
    const { client, requests } = createHost([{ status: 422, body }]);
    await expect(client.message.send(hi)).rejects.toMatchObject({
      message: 'Too loud. Whisper.',
      code: 'newer_error',
      newerCode: 'too_loud',
      status: 422,
      mayHaveRun: false,
    });
    expect(requests).toHaveLength(1);
    const busy = { status: 503, body: problemBody('too_busy', 503) };
    const { client: other } = createHost([busy], { budget: 0 });
    const error = { code: 'newer_error', retryable: true };
    await expect(other.message.send(hi)).rejects.toMatchObject({ ...error, mayHaveRun: true });
    await expect(other.account.get({})).rejects.toMatchObject({ ...error, mayHaveRun: false });
  });

  it('that the service did not confirm may have run, unlike one that it refused', async () => {
    const mayHaveRun = async (code: ErrorCode) => {
      const { client } = createHost([problem(code)], { budget: 0 });
      const error: unknown = await client.message.send(hi).catch((error: unknown) => error);
      return (error as ApiError).mayHaveRun;
    };
    expect(await mayHaveRun('unconfirmed')).toBe(true);
    expect(await mayHaveRun('unavailable')).toBe(false);
  });

  it('that a firewall refuses says so', async () => {
    const { client, requests } = createHost([{ status: 403, body: '<h1>Forbidden</h1>' }]);
    await expect(client.message.send(hi)).rejects.toMatchObject({
      code: 'blocked',
      status: 403,
      mayHaveRun: false,
    });
    expect(requests).toHaveLength(1);
  });

  it.each<[string, (client: Client) => Promise<unknown>, ErrorCode]>([
    ['lacks the version', (client) => client.contact.delete({ id: 'con_1' }), 'unknown_path'],
    ['leads to another object', (client) => client.message.list({}), 'not_found'],
    ['leads to another operation', (client) => client.message.send(hi), 'method_not_allowed'],
  ])('with a base URL that %s says that nothing exists there', async (_, ask, code) => {
    const { client, requests } = createHost([problem(code)]);
    await expect(ask(client)).rejects.toMatchObject({
      code: 'unknown_path',
      remedy: expect.stringContaining('base URL'),
      requestId: 'req_1',
      mayHaveRun: false,
    });
    expect(requests).toHaveLength(1);
  });

  it('that names no object in its path may still find none', async () => {
    const { client } = createHost([problem('not_found')]);
    const check = client.verification.check({ to: '+12025550123', code: '123456' });
    await expect(check).rejects.toMatchObject({ code: 'not_found' });
  });

  it('waits for at most an hour, however long the service asks for', async () => {
    for (const asked of ['3601', '86400', '9'.repeat(400)]) {
      const { client } = createHost([{ status: 429, headers: { 'retry-after': asked } }]);
      await expect(client.message.send(hi)).rejects.toMatchObject({ retryAfter: 3600 });
    }
  });

  it('waits for its usual delay if a proxy asks for none', async () => {
    const none = { status: 429, headers: { 'retry-after': '0' } };
    const { client, sleeps } = createHost([none, { body: sent }], { random: 0 });
    await client.message.send(hi);
    expect(sleeps).toEqual([250]);
  });

  it('names the address that a proxy redirects to, but not what follows it', async () => {
    const location = 'https://sms.example.com/v1/account?to=%2B12025550123';
    const { client, requests } = createHost([{ status: 301, headers: { location }, body: '' }]);
    await expect(client.account.get({})).rejects.toMatchObject({
      code: 'redirected',
      status: 301,
      mayHaveRun: false,
      retryable: false,
      message: 'The base URL redirects to https://sms.example.com',
      remedy:
        'If this is the address of the service, begin the base URL with it. Otherwise, check the base URL.',
    });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['no address', {}],
    ['a path', { location: '/login' }],
    ['another protocol', { location: 'mailto:a@example.com' }],
  ])('treats a redirect to %s as an unexpected response', async (_, headers) => {
    const { client } = createHost([{ status: 302, headers, body: '' }]);
    await expect(client.account.get({})).rejects.toMatchObject({
      code: 'unexpected_response',
      status: 302,
    });
  });

  it.each([
    ['an HTML page', '<h1>Welcome</h1>'],
    ['no body', undefined],
    ['null', null],
    ['a list', []],
    ['an empty object', {}],
    ['the object of another API', { ok: true, message: 'Welcome' }],
    ['an ID of the wrong type', { ...sent, id: 7 }],
    ['a field of the wrong type', { ...sent, metadata: 'none' }],
  ])('reports a success that is not from the API: %s', async (_, body) => {
    const { client, requests } = createHost([{ status: 202, body }]);
    const error: unknown = await client.message.send(hi).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'unexpected_response',
      status: 202,
      retryable: false,
      mayHaveRun: true,
      message: 'The response is not from a Textloom service',
      remedy: 'Check the base URL.',
    });
    expect(requests).toHaveLength(1);
  });

  it.each<[string, (client: Client) => Promise<unknown>, object]>([
    ['a list', (client) => client.message.list({}), { data: 'none' }],
    ['a list', (client) => client.contact.list({}), { data: null, has_more: false }],
    ['a batch', (client) => client.message.sendBatch({ messages: [hi] }), { results: {} }],
    ['an account', (client) => client.account.get({}), {}],
  ])('reports a body that is not %s', async (_, ask, body) => {
    const { client } = createHost([{ body }]);
    await expect(ask(client)).rejects.toMatchObject({ code: 'unexpected_response', status: 200 });
  });

  it('accepts the response of a service that does not know the newest fields', async () => {
    const { id, text } = sent;
    const { client } = createHost([{ status: 202, body: { id, text } }]);
    expect(await client.message.send(hi)).toEqual({ id, text });
  });

  it('reports inputs that cannot form a request, and sends nothing', async () => {
    const { client, requests } = createHost([{ body: sent }]);
    const error: unknown = await client.message
      .get({ id: 'msg_\ud800' })
      .catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'validation_failed', status: 0, retryable: false });
    expect(requests).toHaveLength(0);
  });

  it.each(['.', '..'])('refuses the ID %j, which would change the path', async (id) => {
    const { client, requests } = createHost([{ status: 204 }]);
    await expect(
      client.list.removeContact({ id, contact_id: '+12025550123' }),
    ).rejects.toMatchObject({ code: 'validation_failed', status: 0 });
    expect(requests).toHaveLength(0);
  });

  it('does not take a word of the URL for the reason of a lost response', async () => {
    const cause = new Error(
      'request to https://certificates.example.com/v1/messages failed, reason: socket hang up',
    );
    const { client } = createHost([cause], { budget: 0 });
    await expect(client.message.send(hi)).rejects.toMatchObject({
      code: 'no_response',
      mayHaveRun: true,
    });
  });

  const failed = (code: string, message = code) => Object.assign(new Error(message), { code });
  it.each([
    ['a refused connection', failed('ECONNREFUSED')],
    ['an unknown host', failed('ENOTFOUND')],
    ['a certificate that is not trusted', failed('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['two refused addresses', new AggregateError([failed('ECONNREFUSED')])],
    ['an error that the host wraps', new Error('Failed', { cause: failed('EAI_AGAIN') })],
    [
      'an error that n8n rewords',
      Object.assign(new Error('Offline'), { messages: ['ECONNREFUSED'] }),
    ],
  ])('reports %s as unreachable, and keeps the cause', async (_, cause) => {
    const { client } = createHost([cause], { budget: 0 });
    await expect(client.message.send(hi)).rejects.toMatchObject({
      code: 'network_error',
      status: 0,
      message: 'The service could not be reached',
      mayHaveRun: false,
      cause,
    });
  });

  it('says at the first attempt that a server does not use TLS', async () => {
    const cause = failed('EPROTO', 'write EPROTO ssl3_get_record:wrong version number');
    const { client } = createHost([cause], { budget: 60_000 });
    await expect(client.message.send(hi)).rejects.toMatchObject({
      code: 'network_error',
      message: 'The base URL begins with https, but the server at this port does not use TLS',
      remedy: expect.stringContaining('http://'),
      mayHaveRun: false,
      retryable: false,
    });
  });

  it.each([
    ['a connection that ended', failed('ECONNRESET', 'socket hang up')],
    ['a timeout', failed('ECONNABORTED', 'timeout of 30000ms exceeded')],
    ['an unknown error', new Error('Failed')],
    ['a broken connection to an unreachable host', failed('EHOSTUNREACH', 'read EHOSTUNREACH')],
    [
      'a response with an invalid header',
      failed('HPE_INVALID_HEADER_TOKEN', 'Parse Error: Invalid header value char'),
    ],
    ['an invalid header that the host reports', new Error('Invalid header value char')],
  ])('says after %s that the request may have run, if it changes anything', async (_, cause) => {
    const { client } = createHost([cause], { budget: 0 });
    const error = { code: 'no_response', status: 0, message: 'The service did not respond', cause };
    await expect(client.message.send(hi)).rejects.toMatchObject({ ...error, mayHaveRun: true });
    await expect(client.contact.list({})).rejects.toMatchObject({ ...error, mayHaveRun: false });
  });

  it.each([
    failed('ERR_INVALID_CHAR', 'Invalid character in header content ["authorization"]'),
    new TypeError('Bearer tl_secret is not a legal HTTP header value'),
    new TypeError('Headers.append: "Bearer tl_secret" is an invalid header value.'),
    new Error('Failed', { cause: new TypeError('Cannot convert to a ByteString') }),
  ])(
    'reports an API key that no header can hold immediately, without the key: %s',
    async (cause) => {
      const { client, requests } = createHost([cause]);
      const error: unknown = await client.account.get({}).catch((error: unknown) => error);
      expect(error).toMatchObject({
        code: 'unauthenticated',
        message: 'The API key contains an invalid character',
        cause: undefined,
      });
      expect(requests).toHaveLength(1);
    },
  );

  it.each(['', 'line\nbreak', 'schlüssel', '💬', 'x'.repeat(256)])(
    'reports the invalid idempotency key %j, and sends nothing',
    async (idempotencyKey) => {
      const { client, requests } = createHost([{ status: 202, body: sent }]);
      await expect(client.message.send(hi, { idempotencyKey })).rejects.toMatchObject({
        code: 'invalid_idempotency_key',
      });
      expect(requests).toHaveLength(0);
    },
  );
});
