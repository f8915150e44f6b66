import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Carrier, SubmitResponse } from '../../../service/carriers/carrier.ts';
import type { Dialect, Found } from '../../../service/carriers/http/dialect.ts';
import type { EngineSettings } from '../../../service/carriers/http/engineSettings.ts';
import { httpCarrier } from '../../../service/carriers/http/httpCarrier.ts';
import { postJson } from '../../../service/carriers/http/send.ts';
import { createLease } from '../../../service/carriers/lease.ts';
import { until } from '../harness/until.ts';
import { createSubmission } from './createSubmission.ts';

type Respond = (response: ServerResponse, count: number, request: IncomingMessage) => void;

const accept: Respond = (response, count) => response.end(JSON.stringify({ id: `ref-${count}` }));
const cut: Respond = (response) => response.destroy();

interface Opened {
  readonly carrier: Carrier;
  readonly results: SubmitResponse[];
  readonly errors: string[];
  readonly posts: () => number;
  readonly probes: () => number;
}

describe('the engine of carriers over HTTP', () => {
  const open: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  const openEngine = async (
    respond: Respond,
    {
      lookUp,
      probe,
      settings,
    }: {
      lookUp?: { find: () => Found; isConclusive: boolean; delayMs?: number };
      /** Returns the status of the response to a probe. */
      probe?: () => number | Promise<number>;
      settings?: Partial<EngineSettings>;
    } = {},
  ): Promise<Opened> => {
    let posts = 0;
    let probes = 0;
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        if (request.url === '/probe') {
          probes++;
          void Promise.resolve(probe!()).then((status) => response.writeHead(status).end());
        } else if (request.method === 'GET')
          setTimeout(() => response.end('{}'), lookUp?.delayMs ?? 0);
        else respond(response, ++posts, request);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const dialect: Dialect<EngineSettings> = {
      takesMedia: false,
      submit: ({ baseUrl }, { to }) => postJson(baseUrl, { to }, {}),
      read: ({ status, body }) => {
        const { id, busy, full } = JSON.parse(body) as Record<string, string | undefined>;
        if (busy) return { kind: 'retry', code: busy };
        if (full) return { kind: 'retry', code: full, isAboutSender: true };
        return status === 200 && id ? { kind: 'accepted', ref: id } : undefined;
      },
      ...(lookUp && {
        lookUp: {
          request: ({ baseUrl }) => ({ method: 'GET', url: baseUrl, headers: {} }),
          read: lookUp.find,
          isConclusive: lookUp.isConclusive,
        },
      }),
      ...(probe && {
        probe: ({ baseUrl }) => ({ method: 'GET', url: `${baseUrl}probe`, headers: {} }),
      }),
      isGenuine: () => false,
      readCallback: () => [],
      reply: { type: 'text/plain', body: '' },
    };
    const results: SubmitResponse[] = [];
    const errors: string[] = [];
    const carrier = httpCarrier(
      dialect,
      {
        baseUrl: `http://127.0.0.1:${port}/`,
        numbers: undefined,
        concurrency: 3,
        throughput: 0,
        timeoutSeconds: 1,
        ...settings,
      },
      {
        name: 'acme',
        toCallbackUrl: (messageId) => `https://sms.example.com/${messageId}`,
        inboundWebhookUrl: 'https://sms.example.com/texts',
        clock: () => new Date(),
        onError: (error) => errors.push(String(error)),
      },
    );
    await carrier.start({
      submitResponses: (some) => {
        results.push(...some);
        return Promise.resolve(some.map(() => 'accepted'));
      },
      receipts: (some) => Promise.resolve(some.map(() => 'accepted')),
      texts: (some) => Promise.resolve(some.map(() => 'accepted')),
      onCapacity: () => undefined,
    });
    open.push(async () => {
      await carrier.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    });
    return { carrier, results, errors, posts: () => posts, probes: () => probes };
  };
  const message = (at: number) =>
    createSubmission({ messageId: `msg_${at}`, to: `+1312555${String(at).padStart(4, '0')}` });
  const submitOne = async ({ carrier, results }: Opened) => {
    await carrier.submit([message(1)]);
    return until('there is a result', () => results[0]?.result);
  };

  it('has no more requests under way than it may', async () => {
    const opened = await openEngine(() => undefined);
    const results = await opened.carrier.submit([1, 2, 3, 4, 5].map(message));
    expect(results.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 3 }, () => 'pending'),
      ...Array.from({ length: 2 }, () => 'unsent'),
    ]);
    expect(opened.carrier.capacity()).toBe(0);
  });

  it.each([
    [429, { 'retry-after': '60' }, { kind: 'unsent', attempt: { result: 'throttled' } }],
    [400, {}, { kind: 'refused', error: 'carrier_rejected', carrierCode: 'HTTP 400' }],
    [401, {}, { kind: 'unsent', attempt: { result: 'temporary_error' } }],
    [301, {}, { kind: 'unsent' }],
    [404, {}, { kind: 'unsent' }],
    [500, {}, { kind: 'accepted', refs: [null] }],
    [503, {}, { kind: 'accepted', refs: [null] }],
    [408, {}, { kind: 'accepted', refs: [null] }],
    [303, {}, { kind: 'accepted', refs: [null] }],
    [200, {}, { kind: 'accepted', refs: [null] }],
  ])('takes a response %i for what it is', async (status, headers, result) => {
    const opened = await openEngine((response) => response.writeHead(status, headers).end('oops'));
    expect(await submitOne(opened)).toMatchObject(result);
    if (status === 429) expect(opened.carrier.circuit().retryInMs).toBeGreaterThan(30_000);
    if (status === 404) expect(opened.errors).toEqual([expect.stringContaining('HTTP 404')]);
  });

  it('tries a message again later that the provider refuses for now, and sends the others', async () => {
    const opened = await openEngine((response) =>
      response.writeHead(429).end(JSON.stringify({ busy: '21611' })),
    );
    const again = [0, 3, 20].map((attempts, at) => ({ ...message(at), attempts }));
    await opened.carrier.submit(again);
    await until('there are results', () => opened.results.length === 3);
    const results = new Map(opened.results.map(({ messageId, result }) => [messageId, result]));
    const attempt = { result: 'temporary_error', code: '21611' };
    expect(again.map(({ messageId }) => results.get(messageId))).toEqual(
      [1_000, 8_000, 60_000].map((retryAfterMs) => ({ kind: 'unsent', retryAfterMs, attempt })),
    );
    expect([opened.carrier.capacity(), opened.carrier.circuit()]).toEqual([
      3,
      { isOpen: false, retryInMs: 0 },
    ]);
  });

  it('tries a message later than others if the provider does not serve it', async () => {
    for (const attempts of [0, 4, 20]) {
      const opened = await openEngine((response) => response.writeHead(403).end());
      await opened.carrier.submit([{ ...message(1), attempts }]);
      expect(await until('there is a result', () => opened.results[0]?.result)).toMatchObject({
        kind: 'unsent',
        retryAfterMs: Math.min(1_000 * 2 ** attempts, 60_000),
      });
    }
  });

  it('tries a message later than others if nothing can build its request', async () => {
    const opened = await openEngine(accept, { settings: { baseUrl: 'nonsense' } });
    await opened.carrier.submit([{ ...message(1), attempts: 4 }]);
    expect(await until('there is a result', () => opened.results[0]?.result)).toEqual({
      kind: 'unsent',
      retryAfterMs: 16_000,
      attempt: { result: 'unreachable' },
    });
  });

  it('pauses a sender whose queue at the provider is full, and no other', async () => {
    const opened = await openEngine((response) =>
      response.writeHead(429).end(JSON.stringify({ full: '21611' })),
    );
    expect(await submitOne(opened)).toEqual({
      kind: 'unsent',
      retryAfterMs: 30_000,
      pausesSender: true,
      attempt: { result: 'temporary_error', code: '21611' },
    });
    expect(opened.carrier.circuit()).toEqual({ isOpen: false, retryInMs: 0 });
  });

  it('counts a message as sent if the response is cut or never comes', async () => {
    for (const respond of [cut, () => undefined]) {
      const opened = await openEngine(respond);
      expect(await submitOne(opened)).toEqual({ kind: 'accepted', refs: [null] });
      expect(opened.posts()).toBe(1);
    }
  });

  it('keeps a message if nothing listens at the provider', async () => {
    const opened = await openEngine(accept, { settings: { baseUrl: 'http://127.0.0.1:9/' } });
    expect(await submitOne(opened)).toEqual({
      kind: 'unsent',
      retryAfterMs: 500,
      attempt: { result: 'unreachable' },
    });
    expect(opened.carrier.capacity()).toBe(0);
  });

  it('keeps a message whose process is suspended while it connects', async () => {
    const opened = await openEngine(accept);
    const late = { ...message(1), lease: createLease(0) };
    await opened.carrier.submit([late]);
    const { result } = await until('there is a result', () => opened.results[0]);
    expect([result, opened.posts()]).toEqual([{ kind: 'unsent', retryAfterMs: 500 }, 0]);
    expect(opened.carrier.pending()).toEqual([]);
  });

  it('does not count messages of a suspended process as a failing provider', async () => {
    const opened = await openEngine(accept);
    const late = [1, 2, 3].map((at) => ({ ...message(at), lease: createLease(0) }));
    await opened.carrier.submit(late);
    await until('there are results', () => opened.results.length === 3);
    expect([opened.carrier.capacity(), opened.carrier.circuit().isOpen]).toEqual([3, false]);
  });

  it('probes with one message after a failure, and then takes its whole window again', async () => {
    let isUp = false;
    const opened = await openEngine((response, count, request) =>
      (isUp ? accept : cut)(response, count, request),
    );
    await submitOne(opened);
    isUp = true;
    await until('the pause ends', () => opened.carrier.capacity() > 0);
    expect(opened.carrier.capacity()).toBe(1);
    await opened.carrier.submit([message(2)]);
    await until('it is accepted', () => opened.results.length === 2);
    expect(opened.carrier.capacity()).toBe(3);
    expect(opened.carrier.circuit().isOpen).toBe(false);
  });

  it('does not count one lost connection among many messages as a failing provider', async () => {
    const opened = await openEngine((response, count, request) =>
      (count === 2 ? cut : accept)(response, count, request),
    );
    await opened.carrier.submit([1, 2, 3].map(message));
    await until('there are results', () => opened.results.length === 3);
    expect(opened.carrier.circuit().isOpen).toBe(false);
  });

  it('opens its circuit after three failures in a row', async () => {
    const opened = await openEngine(cut);
    await opened.carrier.submit([1, 2].map(message));
    await until('there are results', () => opened.results.length === 2);
    expect(opened.carrier.circuit().isOpen).toBe(false);
    await until('the pause ends', () => opened.carrier.capacity() > 0);
    await opened.carrier.submit([message(3)]);
    await until('there are results', () => opened.results.length === 3);
    expect(opened.carrier.circuit().isOpen).toBe(true);
  });

  it('opens its circuit if the provider asks for a long pause', async () => {
    const limited: Respond = (response) => response.writeHead(429, { 'retry-after': '31' }).end();
    const opened = await openEngine(limited);
    expect(await submitOne(opened)).toMatchObject({ kind: 'unsent' });
    expect(opened.carrier.circuit().isOpen).toBe(true);
    const short: Respond = (response) => response.writeHead(429, { 'retry-after': '29' }).end();
    const other = await openEngine(short);
    await submitOne(other);
    expect(other.carrier.circuit().isOpen).toBe(false);
  });

  it('keeps its circuit open if a request that was under way before the pause succeeds', async () => {
    const first = Promise.withResolvers<undefined>();
    const opened = await openEngine((response, count, request) => {
      if (count > 1) response.writeHead(429, { 'retry-after': '3600' }).end();
      else void first.promise.then(() => accept(response, count, request));
    });
    await opened.carrier.submit([message(1)]);
    await until('the first request is under way', () => opened.posts() === 1);
    await opened.carrier.submit([message(2)]);
    await until('the provider asks for a pause', () => opened.results.length === 1);
    first.resolve(undefined);
    await until('the first message is accepted', () => opened.results.length === 2);
    expect(opened.carrier.capacity()).toBe(0);
    expect(opened.carrier.circuit().isOpen).toBe(true);
  });

  it.each(['0', '0.01', 'Thu, 01 Jan 2026 00:00:00 GMT'])(
    'pauses for longer each time if the provider asks for no pause: Retry-After %s',
    async (after) => {
      let respondedAt = 0;
      const opened = await openEngine((response) => {
        respondedAt = performance.now();
        response.writeHead(429, { 'retry-after': after }).end();
      });
      for (const [at, leastMs] of [400, 900].entries()) {
        await opened.carrier.submit([message(at)]);
        await until('there is a result', () => opened.results.length === at + 1);
        await until('there is capacity', () => opened.carrier.capacity() > 0);
        // A busy machine can only make the pause look longer.
        expect(performance.now() - respondedAt).toBeGreaterThan(leastMs);
      }
    },
  );

  it('asks a provider that failed with probes, and sends no message until one succeeds', async () => {
    let isUp = false;
    const firstProbe = Promise.withResolvers<number>();
    const opened = await openEngine(
      (response, count, request) => (isUp ? accept : cut)(response, count, request),
      { probe: () => (opened.probes() > 1 ? (isUp ? 200 : 503) : firstProbe.promise) },
    );
    await submitOne(opened);
    await until('a probe is under way', () => opened.probes() > 0);
    expect([opened.carrier.capacity(), opened.carrier.circuit().isOpen]).toEqual([0, false]);
    firstProbe.resolve(503);
    await until('the probe failed', () => opened.carrier.circuit().isOpen);
    await until('another probe failed', () => opened.probes() > 1);
    expect(opened.carrier.capacity()).toBe(0);
    expect(opened.posts()).toBe(1);
    isUp = true;
    await until('a probe succeeds', () => opened.carrier.capacity() > 0);
    expect([opened.carrier.capacity(), opened.carrier.circuit().isOpen]).toEqual([1, true]);
    await opened.carrier.submit([message(2)]);
    await until('a message is accepted', () => opened.results.length === 2);
    expect([opened.carrier.capacity(), opened.carrier.circuit().isOpen]).toEqual([3, false]);
    expect(opened.probes()).toBeGreaterThan(2);
  });

  it('does not take a provider that is slow for one that fails', async () => {
    const opened = await openEngine(cut, {
      probe: () => sleep(2_500, 200),
      settings: { timeoutSeconds: 10 },
    });
    await submitOne(opened);
    await until('a message may test the provider', () => opened.carrier.capacity() === 1);
    expect([opened.probes(), opened.carrier.circuit().isOpen]).toEqual([1, false]);
  });

  it('lets a message test the provider if the account may not make the probe', async () => {
    const opened = await openEngine(cut, { probe: () => 403 });
    await submitOne(opened);
    expect(opened.carrier.capacity()).toBe(0);
    await until('a message may test the provider', () => opened.carrier.capacity() === 1);
    expect(opened.probes()).toBe(1);
  });

  it('finds a message whose response was lost by asking the provider', async () => {
    const lookUp = { find: (): Found => ({ kind: 'found', ref: 'ref-9' }), isConclusive: false };
    const opened = await openEngine(cut, { lookUp });
    expect(await submitOne(opened)).toEqual({ kind: 'accepted', refs: [null] });
    await until('the provider is asked', () => opened.results.length === 2);
    expect(opened.results[1]!.result).toEqual({ kind: 'accepted', refs: ['ref-9'] });
    expect(await opened.carrier.find([message(1)])).toEqual(new Map([['msg_1', ['ref-9']]]));
  });

  it('waits for the result of a slow look-up', async () => {
    const opened = await openEngine(cut, {
      lookUp: { find: () => ({ kind: 'found', ref: 'ref-9' }), isConclusive: true, delayMs: 4_500 },
      settings: { timeoutSeconds: 10 },
    });
    expect(await opened.carrier.find([message(1)])).toEqual(new Map([['msg_1', ['ref-9']]]));
  });

  it('never sends a message again because a list does not show it', async () => {
    const lookUp = { find: (): Found => ({ kind: 'absent' }), isConclusive: false };
    const opened = await openEngine(cut, { lookUp });
    expect(await submitOne(opened)).toEqual({ kind: 'accepted', refs: [null] });
    expect(await opened.carrier.find([message(2)])).toEqual(new Map([['msg_2', [null]]]));
  });

  it('sends a message again only if the provider definitely does not know it', async () => {
    let asked = 0;
    const find = (): Found => (++asked < 2 ? { kind: 'unknown' } : { kind: 'absent' });
    const opened = await openEngine(cut, { lookUp: { find, isConclusive: true } });
    expect(await submitOne(opened)).toMatchObject({ kind: 'unsent', keepsCarrier: true });
    expect(asked).toBe(2);
    expect(await opened.carrier.find([message(1)])).toEqual(new Map());
  });

  it('decides nothing after a crash about a message if the provider cannot be asked for it', async () => {
    const answers: Found[] = [{ kind: 'unknown' }, { kind: 'absent' }];
    const find = (): Found => answers.shift() ?? { kind: 'found', ref: 'ref-9' };
    const opened = await openEngine(accept, {
      lookUp: { find, isConclusive: true },
      settings: { concurrency: 1 },
    });
    const waiting = [1, 2, 3].map((one) => ({
      ...message(one),
      expiresAt: new Date(Date.now() + 60_000),
    }));
    expect(await opened.carrier.find(waiting)).toEqual(
      new Map<string, unknown>([
        ['msg_1', 'undecided'],
        ['msg_3', ['ref-9']],
      ]),
    );
    expect(opened.errors).toEqual(['Error: The provider could not be asked for 1 of 3 messages']);
  });

  it('keeps the answers of a provider that is too slow for all messages after a crash', async () => {
    const opened = await openEngine(accept, {
      lookUp: {
        find: () => ({ kind: 'found', ref: 'ref-9' }),
        isConclusive: false,
        delayMs: 3_500,
      },
      settings: { concurrency: 1, timeoutSeconds: 10 },
    });
    const found = await opened.carrier.find([1, 2, 3, 4].map(message));
    expect(found.get('msg_1')).toEqual(['ref-9']);
    expect(found.get('msg_4')).toBe('undecided');
  });

  it('gives up on the response of a message that has expired if the provider cannot be asked', async () => {
    const lookUp = { find: (): Found => ({ kind: 'unknown' }), isConclusive: true };
    const opened = await openEngine(cut, { lookUp });
    const expired = { ...message(1), expiresAt: new Date(Date.now() - 1) };
    await opened.carrier.submit([expired]);
    const result = await until('there is a result', () => opened.results[0]?.result);
    expect(result).toEqual({ kind: 'accepted', refs: [null] });
    expect(await opened.carrier.find([expired])).toEqual(new Map([['msg_1', [null]]]));
    expect(opened.posts()).toBe(1);
  });

  it('keeps to its rate', async () => {
    const opened = await openEngine(accept, { settings: { throughput: 10 } });
    let sent = 0;
    const begin = performance.now();
    while (sent < 6) {
      const results = await opened.carrier.submit([message(sent)]);
      if (results[0]!.kind === 'pending') sent++;
      else await until('there is capacity', () => opened.carrier.capacity() > 0);
    }
    expect(performance.now() - begin).toBeGreaterThan(450);
  });
});
