import { beforeEach, describe, expect, it } from '@jest/globals';
import { contract, headers, sampleOf } from '@textloom/shared/contract';
import type { AxiosAdapter } from 'axios';
import {
  paginate,
  sendMany,
  Textloom,
  verifyWebhook,
  type CallOptions,
} from '../../sdks/node/src/index.ts';

const asked: string[] = [];
const adapter: AxiosAdapter = async (config) => {
  asked.push(`${config.method} ${config.url}`);
  const hasMore = asked.length < 2;
  const page = { data: [{ id: 'one' }], has_more: hasMore, next_cursor: hasMore ? 'next' : null };
  const isList = config.method === 'get';
  return {
    status: isList ? 200 : 202,
    statusText: '',
    headers: {
      [headers.requestId.toLowerCase()]: 'req_1',
      [headers.idempotentReplayed.toLowerCase()]: 'true',
    },
    config,
    data: isList ? page : sampleOf(contract.message.send.output),
  };
};
const settings = { apiKey: 'key', baseUrl: 'http://127.0.0.1:1/v1' };
const textloom = new Textloom({ ...settings, axios: { adapter } });
const message = { to: '+12025550123', text: 'Hi' };
/** Calls a function as a JavaScript program can. */
const untyped = (call: unknown) => call as (...given: unknown[]) => Promise<unknown>;
const send = untyped(textloom.messages.send);

beforeEach(() => void asked.splice(0));

describe('a call of the client for Node.js', () => {
  const accepted = 'The accepted options are: idempotencyKey, signal, onResponse.';
  it.each([
    [
      { idempotency_key: 'order-7' },
      'Unknown option "idempotency_key". Did you mean "idempotencyKey"?',
    ],
    [{ key: 'order-7' }, `Unknown option "key". ${accepted}`],
    ['order-7', `The options must be an object. ${accepted}`],
    [new AbortController().signal, `The options must be an object. ${accepted}`],
  ])('is refused with the options %j, and nothing is sent', async (options, reason) => {
    await expect(send(message, options)).rejects.toThrow(new TypeError(reason));
    expect(asked).toEqual([]);
  });

  it.each([
    ['a text as its inputs', ['+12025550123', { idempotencyKey: 'order-7' }]],
    ['more arguments than it has', [message, undefined, { idempotencyKey: 'order-7' }]],
  ])('is refused with %s', async (_, given) => {
    await expect(send(...given)).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
  });

  it('accepts options that are absent', async () => {
    await send(message, undefined);
    await send(message, null);
    expect(asked).toHaveLength(2);
  });

  it('shows its response before its result', async () => {
    const seen: unknown[] = [];
    await textloom.messages.send(message, {
      onResponse: ({ status, requestId, replayed }) => seen.push([status, requestId, replayed]),
    });
    expect(seen).toEqual([[202, 'req_1', true]]);
  });
});

describe('sendMany', () => {
  it('is refused with one idempotency key for all messages', async () => {
    await expect(
      untyped(sendMany)(textloom, [message], { idempotencyKey: 'order-7' }),
    ).rejects.toThrow('Unknown option "idempotencyKey". Set an idempotency_key on each message.');
    expect(asked).toEqual([]);
  });
});

describe('paginate', () => {
  const readAll = async (pages: AsyncIterable<unknown>): Promise<unknown[]> => {
    const all = [];
    for await (const one of pages) all.push(one);
    return all;
  };
  const observeInto = (seen: number[]): CallOptions => ({
    onResponse: ({ status }) => void seen.push(status),
  });

  it('passes the ID of a list, and asks for all pages', async () => {
    const ids: unknown[] = [];
    for await (const { id } of paginate(textloom.messages.attempts, 'msg_1', { limit: 1 }))
      ids.push(id);
    expect(ids).toEqual(['one', 'one']);
    expect(asked).toEqual([
      'get /messages/msg_1/attempts?limit=1',
      'get /messages/msg_1/attempts?limit=1&cursor=next',
    ]);
  });

  it('passes its options to the call for each page', async () => {
    const seen: number[] = [];
    const options = observeInto(seen);
    await readAll(paginate(textloom.contacts.list, { limit: 1 }, options));
    await readAll(paginate(textloom.messages.attempts, 'msg_1', undefined, options));
    expect(seen).toEqual([200, 200, 200]);
  });

  it('reads a list without pages', async () => {
    const seen: number[] = [];
    const options = observeInto(seen);
    asked.push('the first page');
    expect(await readAll(paginate(textloom.carriers.list, options))).toHaveLength(1);
    expect(seen).toEqual([200]);
  });

  it.each([
    [{ limit: 1 }, { timeout: 5 }],
    [{ limit: 1 }, {}, 'another'],
  ])('is refused with other options or more arguments: %j, %j', async (...given) => {
    const pages = (paginate as (...all: unknown[]) => AsyncGenerator)(
      textloom.contacts.list,
      ...given,
    );
    await expect(readAll(pages)).rejects.toThrow(TypeError);
    expect(asked).toEqual([]);
  });
});

describe('a client for Node.js', () => {
  it.each([
    [{ ...settings, apiKey: undefined }, 'The API key is missing. Pass it as "apiKey".'],
    [{ ...settings, apiKey: '' }, 'The API key is missing.'],
    [{ apiKey: 'key' }, 'The base URL is missing. Pass it as "baseUrl"'],
    [{ apiKey: 'key', baseURL: settings.baseUrl }, 'Did you mean "baseUrl"?'],
    [{ ...settings, retry_for: 0 }, 'Unknown option "retry_for". Did you mean "retryFor"?'],
    [{ ...settings, timeOut: 5 }, 'Unknown option "timeOut". Did you mean "timeout"?'],
    [{ ...settings, maxRetries: 0 }, 'Unknown option "maxRetries". The accepted options are:'],
    [undefined, 'The API key is missing.'],
    ['key', 'The options must be an object.'],
  ])('is not created with %j', (options, reason) => {
    expect(() => void Reflect.construct(Textloom, [options])).toThrow(reason);
  });
});

describe('verifyWebhook', () => {
  it('is refused with a mistyped tolerance', () => {
    expect(() => untyped(verifyWebhook)('{}', {}, 'whsec_', { tolerence: 5 })).toThrow(
      'Unknown option "tolerence".',
    );
  });
});

describe('the client for Node.js', () => {
  const open = (options: object) => new Textloom({ ...settings, axios: { adapter }, ...options });

  it.each([
    ...[0, 0.5, -1, NaN, Infinity, 5e9, '1000', 30n].map((one) => ['timeout', one, 1]),
    ...[-1, NaN, Infinity, 5e9, '1000', true].map((one) => ['retryFor', one, 0]),
  ] as [string, unknown, number][])('refuses the %s %p', (name, value, least) => {
    expect(() => open({ [name]: value })).toThrow(
      new TypeError(
        `The option "${name}" must be a number of milliseconds from ${least} to 2147483647.`,
      ),
    );
  });

  it.each([1_000.9999999, 2_147_483_646.5, 2 ** 31 - 1, undefined, null])(
    'accepts the timeout %p',
    async (timeout) => {
      await open({ timeout, retryFor: 0 }).messages.send(message);
      expect(asked).toHaveLength(1);
    },
  );
});
