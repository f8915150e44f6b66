import { describe, expect, it } from '@jest/globals';
import { ApiError, type HttpResponse } from '@textloom/shared/client';
import { createHost, hi, problem, sent, type Answer } from './createHost.ts';

describe('the client retries', () => {
  const passing: readonly (readonly [string, Answer])[] = [
    ['no response', new Error('ECONNRESET')],
    ['429', problem('rate_limited')],
    ['429 from a proxy', { status: 429, body: '<html>' }],
    ['502 from a proxy', { status: 502, body: 'Bad gateway' }],
    ['503', problem('unavailable')],
    ['503 without confirmation', problem('unconfirmed')],
    ['504 from a proxy', { status: 504, body: '' }],
    ['520 from Cloudflare', { status: 520, body: '<html>' }],
    ['524 from Cloudflare', { status: 524, body: '<html>' }],
    ['530 from Cloudflare', { status: 530, body: 'error code: 1033' }],
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
    ['505 from a proxy', { status: 505, body: '' }],
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

  it('within its budget at the start of the call, although that of its host shrinks', async () => {
    const { client, sleeps } = createHost([new Error('down')], { budget: 60_000, isShared: true });
    await expect(client.account.get({})).rejects.toThrow();
    expect(sleeps.reduce((sum, sleep) => sum + sleep)).toBeGreaterThan(50_000);
  });

  it('for a shorter time as long as there is no connection, and then for its whole budget', async () => {
    const refused = new Error('connect ECONNREFUSED 127.0.0.1:4010');
    const limits = { budget: 60_000, connectBudget: 10_000 };
    const away = createHost([refused], limits);
    await expect(away.client.message.send(hi)).rejects.toMatchObject({ code: 'network_error' });
    expect(away.sleeps.reduce((sum, sleep) => sum + sleep)).toBeLessThanOrEqual(10_000);
    const slow = createHost([new Error('ECONNRESET'), refused], limits);
    await expect(slow.client.message.send(hi)).rejects.toMatchObject({ code: 'no_response' });
    expect(slow.sleeps.reduce((sum, sleep) => sum + sleep)).toBeGreaterThan(40_000);
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
    ['goes to a URL where nothing exists', problem('unknown_path')],
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
      mayHaveRun: true,
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
      mayHaveRun: false,
      cause: { code: 'rate_limited' },
    });
    expect(requests).toHaveLength(1);
  });

  it('and the error says that an earlier request without a response may have run', async () => {
    const abort = new AbortController();
    const answers = [new Error('ECONNRESET'), problem('rate_limited')];
    const { client, requests } = createHost(answers, {
      whileAsleep: () => {
        if (requests.length === 2) abort.abort();
      },
    });
    await expect(client.message.send(hi, { signal: abort.signal })).rejects.toMatchObject({
      code: 'aborted',
      mayHaveRun: true,
    });
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
