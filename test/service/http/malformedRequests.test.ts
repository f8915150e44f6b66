import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basePath, contract, errors, type ErrorCode } from '@textloom/shared/contract';
import Fastify from 'fastify';
import { handleErrors } from '../../../service/http/handleErrors.ts';
import { openFolder } from '../harness/database.ts';
import {
  authorization,
  handset,
  openHarness,
  type Account,
  type Harness,
} from '../harness/harness.ts';
import { until } from '../harness/until.ts';

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let harness: Harness;
let account: Account;
beforeAll(async () => {
  harness = await openHarness(openFolder);
  account = harness.account();
});
afterAll(() => harness.close());

const host = 'host: x\r\n';
const key = () => `authorization: ${authorization(account.keys.admin).authorization}\r\n`;
const head = (line: string, headers = '') => `${line}\r\n${host}${key()}${headers}\r\n`;
const send = (message: object, headers = '') => {
  const body = JSON.stringify(message);
  const all = `content-type: application/json\r\ncontent-length: ${body.length}\r\n${headers}`;
  return head(`POST ${basePath}${contract.message.send.path} HTTP/1.1`, all) + body;
};
const getNothing = () => head(`GET ${basePath}/messages/none HTTP/1.1`);

/** Returns the responses on one connection until the service closes it. */
async function exchange(sent: string, { end = false } = {}): Promise<Received[]> {
  const { hostname, port } = new URL(harness.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (end) socket.end(sent);
  else socket.write(sent);
  await once(socket, 'end');
  socket.destroy();
  return parse(text);
}

function parse(text: string): Received[] {
  if (text === '') return [];
  const [top = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = top.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((one) => [one.split(': ')[0]!.toLowerCase(), one.slice(one.indexOf(': ') + 2)]),
  );
  const after = rest.join('\r\n\r\n');
  const length = Number(headers['content-length']);
  const status = Number(line.split(' ')[1]);
  return [{ status, headers, body: after.slice(0, length) }, ...parse(after.slice(length))];
}

const expectProblem = ({ status, headers, body }: Received, code: ErrorCode) => {
  const problem: unknown = JSON.parse(body);
  expect(problem).toMatchObject({ code, status, title: errors[code].title, errors: [] });
  expect(status).toBe(errors[code].status);
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(problem).toMatchObject({ request_id: headers['request-id'] });
};

const messages = async () => (await account.client.message.list({})).data.length;

describe('a request that is not valid HTTP gets a problem', () => {
  it.each<[string, ErrorCode, () => string]>([
    ['garbage', 'malformed_request', () => 'hello\r\n\r\n'],
    ['an unknown method', 'malformed_request', () => head(`FOO ${basePath}/account HTTP/1.1`)],
    ['a URL with a raw letter', 'malformed_request', () => head('GET /v1/é HTTP/1.1')],
    ['two lengths', 'malformed_request', () => send({}, 'content-length: 3\r\n')],
    ['a length and chunks', 'malformed_request', () => send({}, 'transfer-encoding: chunked\r\n')],
    ['CONNECT', 'malformed_request', () => head('CONNECT x:80 HTTP/1.1')],
    [
      'a malformed chunk',
      'malformed_request',
      () => `${head('POST /v1/messages HTTP/1.1', 'transfer-encoding: chunked\r\n')}zz\r\n`,
    ],
    [
      'long headers',
      'headers_too_large',
      () => head('GET /v1/account HTTP/1.1', `x: ${'a'.repeat(300_000)}\r\n`),
    ],
  ])('because of %s', async (_, code, text) => {
    const responses = await exchange(text());
    expect(responses).toHaveLength(1);
    expectProblem(responses[0]!, code);
    expect(responses[0]!.headers.connection).toBe('close');
  });

  it.each([
    ['no Host header', 'GET /v1/health HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['two Host headers', `GET /v1/health HTTP/1.1\r\n${host}${host}connection: close\r\n\r\n`],
  ])('because of %s', async (_, text) => {
    const [response] = await exchange(text);
    expectProblem(response!, 'malformed_request');
  });

  it('if the client closes its side before the request is complete', async () => {
    for (const part of [getNothing().slice(0, 30), send({ text: 'Hi' }).slice(0, -5)]) {
      const responses = await exchange(part, { end: true });
      expect(responses).toHaveLength(1);
      expectProblem(responses[0]!, 'malformed_request');
    }
  });

  it('after the responses to the requests before it', async () => {
    const message = { to: handset(0), text: 'Hi' };
    const before = await messages();
    const responses = await exchange(`${send(message)}${getNothing()}garbage\r\n\r\n`);
    expect(responses.map(({ status }) => status)).toEqual([202, 404, 400]);
    expectProblem(responses[2]!, 'malformed_request');
    expect(await messages()).toBe(before + 1);
  });
});

describe('a request', () => {
  it('on a connection whose other side is closed gets its response', async () => {
    const responses = await exchange(getNothing(), { end: true });
    expect(responses.map(({ status }) => status)).toEqual([404]);
  });

  it('of HTTP 1.0 needs no Host header', async () => {
    const [response] = await exchange('GET /v1/health HTTP/1.0\r\n\r\n');
    expect(response!.status).toBe(200);
  });

  it('with an unknown expectation is carried out', async () => {
    const headers = 'expect: nonsense\r\nconnection: close\r\n';
    const [response] = await exchange(head('GET /v1/account HTTP/1.1', headers));
    expect(response!.status).toBe(200);
  });

  it('at a path that ends with a slash learns that nothing exists there', async () => {
    const response = await account.raw({ method: 'GET', path: '/messages/' });
    expect(response.body).toMatchObject({
      code: 'unknown_path',
      status: 404,
      detail: 'Nothing exists at this URL. Add the missing ID, or remove the extra slash.',
    });
  });

  it('with a compressed body or a forbidden field name learns what is wrong', async () => {
    const type = { 'content-type': 'application/json' };
    const post = (body: string | Buffer, headers = {}) =>
      account.raw({ ...contract.message.send, headers: { ...type, ...headers }, body });
    const zipped = await post(gzipSync('{}'), { 'content-encoding': 'gzip' });
    expect(zipped.body).toMatchObject({
      code: 'unsupported_media_type',
      detail: expect.stringContaining('compressed'),
    });
    for (const body of ['{"\\u005f_proto__":{}}', '{"constructor":{"prototype":{}}}'])
      expect((await post(body)).body).toMatchObject({
        code: 'malformed_json',
        detail: expect.stringContaining('forbidden name'),
      });
  });
});

describe('a response that refuses a key', () => {
  const challenge = async (headers: Record<string, string>, method = 'GET', path = '/account') =>
    (await account.raw({ method, path, headers })).headers['www-authenticate'];

  it('says which key the request needs', async () => {
    expect(await challenge({ authorization: '' })).toBe('Bearer realm="Textloom"');
    expect(await challenge({ authorization: 'Basic YTpi' })).toBe('Bearer realm="Textloom"');
    expect(await challenge(authorization('wrong'))).toBe(
      'Bearer realm="Textloom", error="invalid_token"',
    );
    expect(await challenge(authorization(account.keys.read), 'POST', '/messages')).toBe(
      'Bearer realm="Textloom", error="insufficient_scope", scope="send"',
    );
    expect(await challenge({})).toBeUndefined();
  });

  it('says what is wrong with the key', async () => {
    const explain = async (headers: Record<string, string>) =>
      (await account.raw({ method: 'GET', path: '/account', headers })).body;
    const key = account.keys.read;
    const cases: [Record<string, string>, RegExp][] = [
      [
        { authorization: '' },
        /^The request has no API key\. Send the header Authorization: Bearer/,
      ],
      [{ authorization: '', 'x-api-key': key }, /^The request has no API key\./],
      [{ authorization: key }, /^The header Authorization has no API key after the word Bearer\./],
      [{ authorization: 'Basic YTpi' }, /has no API key after the word Bearer\. Send the header/],
      [authorization('wrong'), /^The API key is not valid\. Check the API key that you send/],
    ];
    for (const [headers, detail] of cases)
      expect(await explain(headers)).toMatchObject({ detail: expect.stringMatching(detail) });
  });

  it.each(['/mcp', '/simulator/handsets', '/carriers/none/texts'])(
    'says so at %s',
    async (path) => {
      const response = await fetch(harness.url + path, { method: 'GET' });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Textloom"');
    },
  );
});

it('no response has violated the contract', () => expect(harness.faults).toEqual([]));

describe('a request that its client aborts', () => {
  it('is not a failure of the service in the log', async () => {
    const failures: string[] = [];
    const stream = { write: (line: string) => failures.push(line) };
    const app = Fastify({ logger: { level: 'error', stream } });
    handleErrors(app);
    let handled = false;
    app.addHook('onError', async () => {
      handled = true;
    });
    app.post('/', () => 'done');
    await app.listen();
    const socket = connect((app.server.address() as AddressInfo).port);
    const begun = once(app.server, 'request');
    socket.write(`POST / HTTP/1.1\r\n${host}content-length: 9\r\n`);
    socket.write('content-type: application/json\r\n\r\n{');
    await begun;
    socket.destroy();
    await until('the abort is handled', () => handled);
    await app.close();
    expect(failures).toEqual([]);
  });
});
