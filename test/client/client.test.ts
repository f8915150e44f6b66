import { describe, expect, it } from '@jest/globals';
import {
  ApiError,
  createClient,
  paginate,
  toRequest,
  type Host,
  type HttpRequest,
  type HttpResponse,
} from '@textloom/shared/client';
import { contract, errors, sampleOf, type ErrorCode } from '@textloom/shared/contract';

type Answer = Partial<HttpResponse> | Error;

/**
 * Creates a host whose service returns these responses in turn. Its time passes only while it
 * sleeps.
 */
function hostOf(
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
  body: {
    code,
    status: errors[code].status,
    title: errors[code].title,
    detail: 'The request failed.',
    request_id: 'req_1',
    errors: [],
    ...more,
  },
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
    const { client, requests } = hostOf([{ body: sent }]);
    await client.message.send(hi);
    await client.message.send(hi, { idempotencyKey: 'mine' });
    await client.message.get({ id: 'msg_1' });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-1',
      'mine',
      undefined,
    ]);
  });

  it('resolves with the body of the response, and with nothing for 204', async () => {
    const { client } = hostOf([
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
    const { client } = hostOf([problem('validation_failed', { errors: faults })]);
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
    const { client } = hostOf([
      { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>404</h1>' },
    ]);
    await expect(client.account.get({})).rejects.toMatchObject({
      code: 'unexpected_response',
      status: 404,
    });
  });

  it('uses the message of the contract if a proxy limits the rate', async () => {
    const limited = { status: 429, headers: { 'retry-after': '120' }, body: '<html>' };
    const { client } = hostOf([limited]);
    await expect(client.message.send(hi)).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      message: errors.rate_limited.title,
      retryAfter: 120,
    });
  });

  it('treats a redirect as an unexpected response', async () => {
    const { client } = hostOf([{ status: 302, body: '' }]);
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
  ])('reports a success that is not from the API: %s', async (_, body) => {
    const { client, requests } = hostOf([{ status: 202, body }]);
    const error: unknown = await client.message.send(hi).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'unexpected_response', status: 202, retryable: false });
    expect(requests).toHaveLength(1);
  });

  it('reports inputs that cannot form a request, and sends nothing', async () => {
    const { client, requests } = hostOf([{ body: sent }]);
    const error: unknown = await client.message
      .get({ id: 'msg_\ud800' })
      .catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'validation_failed', status: 0, retryable: false });
    expect(requests).toHaveLength(0);
  });

  it('keeps the cause if no response arrives', async () => {
    const cause = new Error('ECONNREFUSED');
    const { client } = hostOf([cause], { budget: 0 });
    await expect(client.account.get({})).rejects.toMatchObject({
      code: 'network_error',
      status: 0,
      cause,
    });
  });
});

describe('the client retries', () => {
  const passing: readonly (readonly [string, Answer])[] = [
    ['no response', new Error('ECONNRESET')],
    ['429', problem('rate_limited')],
    ['429 from a proxy', { status: 429, body: '<html>' }],
    ['502 from a proxy', { status: 502, body: 'Bad gateway' }],
    ['503', problem('unavailable')],
    ['504 from a proxy', { status: 504, body: '' }],
    ['a first request that is still running', problem('idempotency_in_progress')],
  ];
  it.each(passing)('after %s, with the same idempotency key', async (_, answer) => {
    const { client, requests } = hostOf([answer, answer, { status: 202, body: sent }]);
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
    const { client, requests } = hostOf([answer]);
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
      const { client, sleeps } = hostOf([busy, { body: sent }], { random });
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
      const { client, sleeps } = hostOf([new Error('down')], { budget: 60_000, random });
      await expect(client.account.get({})).rejects.toThrow();
      expect(sleeps.slice(0, 6)).toEqual(delays);
    },
  );

  it('within its budget', async () => {
    const busy = {
      ...(problem('rate_limited') as Partial<HttpResponse>),
      headers: { 'retry-after': '120' },
    };
    const { client, requests } = hostOf([busy], { budget: 60_000 });
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
      const { client, requests } = hostOf([lost, busy]);
      await expect(client.message.send(hi)).rejects.toMatchObject({
        code: expect.stringMatching(/^(network_error|unexpected_response)$/),
      });
      expect(requests).toHaveLength(2);
    }
  });

  it('not after the caller aborts', async () => {
    const abort = new AbortController();
    const { client, requests } = hostOf([new Error('down')]);
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
    const { client, requests } = hostOf([problem('rate_limited')], {
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
    const { client } = hostOf([problem('recipient_opted_out')]);
    await expect(client.message.send(hi, { signal: abort.signal })).rejects.toMatchObject({
      code: 'recipient_opted_out',
    });
  });
});

describe('a DELETE', () => {
  const lost = new Error('ECONNRESET');

  it('that finds nothing after a response was lost has succeeded', async () => {
    const { client } = hostOf([lost, problem('rate_limited'), problem('not_found')]);
    await expect(client.contact.delete({ id: 'con_1' })).resolves.toBeUndefined();
  });

  it.each<[string, readonly Answer[]]>([
    ['on the first attempt', [problem('not_found')]],
    ['after a response without effect', [problem('rate_limited'), problem('not_found')]],
  ])('that finds nothing %s has failed', async (_, answers) => {
    const { client } = hostOf(answers);
    await expect(client.contact.delete({ id: 'con_1' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.each([301, 302, 303, 307, 308])(
    'that is redirected (%d) has failed, because its effect is unknown',
    async (status) => {
      const { client } = hostOf([{ status, headers: { location: '/login' }, body: '' }]);
      await expect(client.contact.delete({ id: 'con_1' })).rejects.toMatchObject({ status });
    },
  );

  it('that gets a page from a proxy after a response was lost has failed', async () => {
    const { client } = hostOf([lost, { status: 404, body: '<h1>404</h1>' }]);
    await expect(client.contact.delete({ id: 'con_1' })).rejects.toMatchObject({
      code: 'unexpected_response',
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
    const { client, requests } = hostOf([
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
