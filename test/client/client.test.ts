import { describe, expect, it } from '@jest/globals';
import {
  ApiError,
  createClient,
  paginate,
  toRequest,
  type Client,
  type Host,
  type HttpRequest,
  type HttpResponse,
} from '@textloom/shared/client';
import { contract, errors, sampleOf, type ErrorCode } from '@textloom/shared/contract';
import { problemBody } from '../problemBody.ts';

type Answer = Partial<HttpResponse> | Error;

/**
 * Creates a host whose service returns these responses in turn. Its time passes only while it
 * sleeps.
 */
function createHost(
  answers: readonly Answer[],
  {
    budget = 60_000,
    random = 0,
    whileAsleep = () => {},
  }: { budget?: number; random?: number; whileAsleep?: () => void } = {},
) {
  const requests: HttpRequest[] = [];
  const sleeps: number[] = [];
  let time = 0;
  let keys = 0;
  const host: Host = {
    transport: (request) => {
      requests.push(request);
      const answer = answers[requests.length - 1] ?? answers.at(-1)!;
      return answer instanceof Error
        ? Promise.reject(answer)
        : Promise.resolve({ status: 200, headers: {}, body: undefined, ...answer });
    },
    sleep: (milliseconds, signal) => {
      sleeps.push(milliseconds);
      time += milliseconds;
      whileAsleep();
      return signal?.aborted ? Promise.reject(new Error('aborted')) : Promise.resolve();
    },
    now: () => time,
    random: () => random,
    createKey: () => `key-${++keys}`,
    budget,
  };
  return { client: createClient(host), requests, sleeps };
}
const sent = sampleOf(contract.message.send.output);
const problem = (code: ErrorCode, more: object = {}): Answer => ({
  status: errors[code].status,
  body: problemBody(code, errors[code].status, more),
});
const hi = { to: '+12025550123', text: 'Hi' };

describe('a call', () => {
  it('puts each input into its place in the request', () => {
    expect(
      toRequest(contract.contact.update, { id: '+1 202', first_name: 'Ada', email: undefined }),
    ).toMatchObject({
      method: 'PATCH',
      path: '/contacts/%2B1%20202',
      body: { first_name: 'Ada' },
    });
    expect(
      toRequest(contract.event.list, { type: ['message.sent', 'message.failed'], limit: 5 }).path,
    ).toBe('/events?type=message.sent&type=message.failed&limit=5');
    expect(toRequest(contract.message.cancel, { id: 'msg_1' })).not.toHaveProperty('body');
  });

  it('sends an idempotency key with a POST and with nothing else', async () => {
    const { client, requests } = createHost([{ body: sent }]);
    await client.message.send(hi);
    await client.message.send(hi, { idempotencyKey: 'mine' });
    await client.message.get({ id: 'msg_1' });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-1',
      'mine',
      undefined,
    ]);
  });

  it('reports a response to an earlier call with the same key, but not to its own first attempt', async () => {
    const replayed: Answer = { body: sent, headers: { 'idempotent-replayed': 'true' } };
    const readReplays = async (...answers: Answer[]) => {
      let replays = 0;
      const { client } = createHost(answers);
      await client.message.send(hi, { idempotencyKey: 'mine', onReplay: () => replays++ });
      return replays;
    };
    expect(await readReplays({ body: sent })).toBe(0);
    expect(await readReplays(replayed)).toBe(1);
    expect(await readReplays(new Error('ECONNRESET'), replayed)).toBe(0);
  });

  it('resolves with the body of the response, and with nothing for 204', async () => {
    const { client } = createHost([
      { status: 202, body: sent },
      { status: 204, body: '' },
    ]);
    expect(await client.message.send(hi)).toEqual(sent);
    await expect(client.contact.delete({ id: 'con_1' })).resolves.toBeUndefined();
  });
});

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

  it.each([500, 502, 503, 504])(
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

  it('treats a redirect as an unexpected response', async () => {
    const { client } = createHost([{ status: 302, body: '' }]);
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

  const failed = (code: string, message = code) => Object.assign(new Error(message), { code });
  it.each([
    ['a refused connection', failed('ECONNREFUSED')],
    ['an unknown host', failed('ENOTFOUND')],
    ['a certificate that is not trusted', failed('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['a failed handshake', failed('EPROTO', 'write EPROTO ssl3_get_record:wrong version number')],
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

describe('the client retries', () => {
  const passing: readonly (readonly [string, Answer])[] = [
    ['no response', new Error('ECONNRESET')],
    ['429', problem('rate_limited')],
    ['429 from a proxy', { status: 429, body: '<html>' }],
    ['502 from a proxy', { status: 502, body: 'Bad gateway' }],
    ['503', problem('unavailable')],
    ['503 without confirmation', problem('unconfirmed')],
    ['504 from a proxy', { status: 504, body: '' }],
    ['a first request that is still running', problem('idempotency_in_progress')],
  ];
  it.each(passing)('after %s, with the same idempotency key', async (_, answer) => {
    const { client, requests } = createHost([answer, answer, { status: 202, body: sent }]);
    await client.message.send(hi);
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-1',
      'key-1',
      'key-1',
    ]);
  });

  const lasting: readonly (readonly [string, Answer])[] = [
    ['400', problem('malformed_json')],
    ['401', problem('unauthenticated')],
    ['409', problem('not_cancelable')],
    ['422', problem('recipient_opted_out')],
    ['500', problem('internal_error')],
    ['501 from a proxy', { status: 501, body: '' }],
  ];
  it.each(lasting)('not after %s', async (_, answer) => {
    const { client, requests } = createHost([answer]);
    await expect(client.message.send(hi)).rejects.toThrow(ApiError);
    expect(requests).toHaveLength(1);
  });

  it.each([
    [0, 7_000],
    [0.5, 7_350],
    [1, 7_700],
  ])(
    'after the time that the service asks for, plus a random delay of up to a tenth (%d)',
    async (random, delay) => {
      const busy = {
        ...(problem('rate_limited') as Partial<HttpResponse>),
        headers: { 'retry-after': '7' },
      };
      const { client, sleeps } = createHost([busy, { body: sent }], { random });
      await client.message.send(hi);
      expect(sleeps.map(Math.round)).toEqual([delay]);
    },
  );

  it.each([
    [0, [250, 500, 1000, 2000, 4000, 4000]],
    [0.5, [375, 750, 1500, 3000, 6000, 6000]],
    [1, [500, 1000, 2000, 4000, 8000, 8000]],
  ])(
    'after twice the delay each time, up to a maximum, and at random up to half sooner (%d)',
    async (random, delays) => {
      const { client, sleeps } = createHost([new Error('down')], { budget: 60_000, random });
      await expect(client.account.get({})).rejects.toThrow();
      expect(sleeps.slice(0, 6)).toEqual(delays);
    },
  );

  it('within its budget', async () => {
    const busy = {
      ...(problem('rate_limited') as Partial<HttpResponse>),
      headers: { 'retry-after': '120' },
    };
    const { client, requests } = createHost([busy], { budget: 60_000 });
    await expect(client.message.send(hi)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 120,
    });
    expect(requests).toHaveLength(1);
  });

  it('and finally reports a lost response, because the service may have processed that request', async () => {
    const busy = {
      ...(problem('rate_limited') as Partial<HttpResponse>),
      headers: { 'retry-after': '120' },
    };
    for (const lost of [new Error('ECONNRESET'), { status: 504, body: '' }]) {
      const { client, requests } = createHost([lost, busy]);
      await expect(client.message.send(hi)).rejects.toMatchObject({
        code: lost instanceof Error ? 'no_response' : 'gateway_error',
      });
      expect(requests).toHaveLength(2);
    }
  });

  it.each<[string, Answer]>([
    ['a firewall refuses', { status: 403, body: '<h1>Forbidden</h1>' }],
    ['a proxy finds too large', { status: 413, body: '<html>' }],
    ['a proxy redirects', { status: 302, body: '' }],
    ['is a page', { status: 200, body: '<html>' }],
    ['a gateway does not find', { status: 404, body: { code: 'not_found', message: 'No route' } }],
    ['the API key no longer allows', problem('unauthenticated')],
    ['fails in the service', problem('internal_error')],
  ])('and finally reports a lost response if the retry is one that %s', async (_, answer) => {
    const { client, requests } = createHost([new Error('ECONNRESET'), answer]);
    await expect(client.message.send(hi)).rejects.toMatchObject({
      code: 'no_response',
      mayHaveRun: true,
    });
    expect(requests).toHaveLength(2);
  });

  it.each(['validation_failed', 'recipient_opted_out', 'idempotency_key_reused'] as const)(
    'and reports %s after a lost response, because the service looked up the idempotency key',
    async (code) => {
      const { client } = createHost([new Error('ECONNRESET'), problem(code)]);
      await expect(client.message.send(hi)).rejects.toMatchObject({ code, mayHaveRun: false });
    },
  );

  it('and finally reports a lost response of a request without an idempotency key', async () => {
    const { client } = createHost([new Error('ECONNRESET'), problem('validation_failed')]);
    await expect(client.contact.update({ id: 'con_1', first_name: 'Ada' })).rejects.toMatchObject({
      code: 'no_response',
      mayHaveRun: true,
    });
  });

  it('and finally reports the last error if no earlier request can have been processed', async () => {
    const refused = new Error('connect ECONNREFUSED');
    const { client } = createHost([refused, problem('rate_limited')], { budget: 600 });
    await expect(client.message.send(hi)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('not after the caller aborts', async () => {
    const abort = new AbortController();
    const { client, requests } = createHost([new Error('down')]);
    abort.abort();
    await expect(client.message.send(hi, { signal: abort.signal })).rejects.toMatchObject({
      message: 'The call was canceled',
      code: 'aborted',
      retryable: false,
    });
    expect(requests).toHaveLength(1);
  });

  it('not if the caller aborts while it waits', async () => {
    const abort = new AbortController();
    const { client, requests } = createHost([problem('rate_limited')], {
      whileAsleep: () => abort.abort(),
    });
    await expect(client.message.send(hi, { signal: abort.signal })).rejects.toMatchObject({
      code: 'aborted',
      cause: { code: 'rate_limited' },
    });
    expect(requests).toHaveLength(1);
  });

  it('but reports the response that arrived before the caller aborted', async () => {
    const abort = new AbortController();
    abort.abort();
    const { client } = createHost([problem('recipient_opted_out')]);
    await expect(client.message.send(hi, { signal: abort.signal })).rejects.toMatchObject({
      code: 'recipient_opted_out',
    });
  });
});

describe('a DELETE', () => {
  const lost = new Error('ECONNRESET');

  it('that finds nothing after a request that was never sent has failed', async () => {
    const { client } = createHost([new Error('connect ECONNREFUSED'), problem('not_found')]);
    await expect(client.contact.delete({ id: 'con_1' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('that finds nothing after a response was lost has succeeded', async () => {
    const { client } = createHost([lost, problem('rate_limited'), problem('not_found')]);
    await expect(client.contact.delete({ id: 'con_1' })).resolves.toBeUndefined();
  });

  it.each<[string, readonly Answer[]]>([
    ['on the first attempt', [problem('not_found')]],
    ['after a response without effect', [problem('rate_limited'), problem('not_found')]],
  ])('that finds nothing %s has failed', async (_, answers) => {
    const { client } = createHost(answers);
    await expect(client.contact.delete({ id: 'con_1' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.each([301, 302, 303, 307, 308])(
    'that is redirected (%d) has failed, because its effect is unknown',
    async (status) => {
      const { client } = createHost([{ status, headers: { location: '/login' }, body: '' }]);
      await expect(client.contact.delete({ id: 'con_1' })).rejects.toMatchObject({ status });
    },
  );

  it('that gets a page from a proxy has failed, and may have run', async () => {
    const { client } = createHost([{ status: 200, body: '<html>' }]);
    await expect(client.contact.delete({ id: 'con_1' })).rejects.toMatchObject({
      code: 'unexpected_response',
      mayHaveRun: true,
    });
  });

  it('that gets a page from a proxy after a response was lost has failed, and may have run', async () => {
    const { client } = createHost([lost, { status: 404, body: '<h1>404</h1>' }]);
    await expect(client.contact.delete({ id: 'con_1' })).rejects.toMatchObject({
      code: 'no_response',
      mayHaveRun: true,
    });
  });
});

describe('paging', () => {
  it('walks every page and requests no more pages than are read', async () => {
    const page = (ids: string[], next: string | null): Answer => ({
      body: {
        data: ids.map((id) => ({ ...sent, id })),
        has_more: next !== null,
        next_cursor: next,
      },
    });
    const { client, requests } = createHost([
      page(['a', 'b'], 'c1'),
      page(['c'], 'c2'),
      page(['d'], null),
    ]);
    const walk = async (last: string) => {
      const seen: string[] = [];
      requests.length = 0;
      for await (const { id } of paginate(client.message.list, { limit: 2 })) {
        seen.push(id);
        if (id === last) break;
      }
      return { seen, asked: requests.map(({ path }) => path) };
    };
    const paths = [
      '/messages?limit=2',
      '/messages?limit=2&cursor=c1',
      '/messages?limit=2&cursor=c2',
    ];
    expect(await walk('c')).toEqual({ seen: ['a', 'b', 'c'], asked: paths.slice(0, 2) });
    expect(await walk('none')).toEqual({ seen: ['a', 'b', 'c', 'd'], asked: paths });
  });
});
