import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authentication } from '@textloom/shared/contract';
import { createClient, type HttpRequest, type Transport } from '@textloom/shared/client';
import { startServer, type LocalServer } from '../../scripts/programs/startServer.ts';
import { problemBody } from '../problemBody.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface TransportHost {
  /** Returns a transport of the host with this base URL and key. */
  readonly connect: (baseUrl: string, apiKey: string) => Transport | Promise<Transport>;
}

const request = (change: Partial<HttpRequest>): HttpRequest => ({
  method: 'GET',
  path: '/things',
  headers: { accept: 'application/json' },
  ...change,
});

/** Tests what the transport of every host must and must not do. All adapters share it. */
export function describeTransport(name: string, { connect }: TransportHost): void {
  describe(`the transport of ${name}`, () => {
    const seen: Seen[] = [];
    let answer: { status: number; headers?: Record<string, string>; body?: string } | 'none';
    let server: LocalServer;
    let transport: Transport;
    let baseUrl: string;
    beforeAll(async () => {
      server = await startServer(async (incoming, response) => {
        seen.push({
          method: incoming.method!,
          url: incoming.url!,
          headers: incoming.headers,
          body: await text(incoming),
        });
        if (answer === 'none') return void incoming.socket.destroy();
        response.writeHead(answer.status, answer.headers ?? { 'content-type': 'application/json' });
        response.end(answer.body);
      });
      baseUrl = `${server.url}/v1`;
      transport = await connect(baseUrl, 'tl_key');
    });
    afterAll(() => server.stop());
    beforeEach(() => {
      seen.length = 0;
      answer = { status: 200, body: '{"ok":true}' };
    });

    it('adds the base URL and the credentials', async () => {
      await transport(request({}));
      expect(seen).toHaveLength(1);
      expect(seen[0]).toMatchObject({ method: 'GET', url: '/v1/things' });
      expect(seen[0]!.headers[authentication.header.toLowerCase()]).toBe(
        `${authentication.prefix}tl_key`,
      );
    });

    it('leaves the query unchanged', async () => {
      await transport(request({ path: '/things?type=a&type=b&to=%2B1%20555%20%7B%7Bx%7D%7D' }));
      expect(seen[0]!.url).toBe('/v1/things?type=a&type=b&to=%2B1%20555%20%7B%7Bx%7D%7D');
    });

    it.each(['POST', 'PUT', 'PATCH'] as const)(
      'sends the body of a %s as JSON, character for character',
      async (method) => {
        const body = {
          text: 'Hi {{first_name}}, {{bundle.x}} {{process.env}} "quoted" \\ é 👋 שלום\r\nline two',
          empty: '',
          none: null,
          list: ['{{a}}', 1],
          deep: { text: '{{deep}}', constructor: 'ACME', prototype: 'Mk I' },
        };
        await transport(request({ method, body, headers: { 'content-type': 'application/json' } }));
        expect(seen[0]!.method).toBe(method);
        expect(seen[0]!.headers['content-type']).toMatch(/^application\/json/);
        expect(JSON.parse(seen[0]!.body)).toEqual(body);
      },
    );

    it.each(['POST', 'DELETE'] as const)(
      'sends a %s without a body if there is none',
      async (method) => {
        await transport(request({ method }));
        expect(seen[0]).toMatchObject({ method, body: '' });
      },
    );

    it('passes the headers of the request on', async () => {
      await transport(request({ method: 'POST', headers: { 'idempotency-key': 'k-1' } }));
      expect(seen[0]!.headers['idempotency-key']).toBe('k-1');
    });

    it('returns the status, the headers in lowercase and the parsed body', async () => {
      answer = {
        status: 202,
        headers: { 'Content-Type': 'application/json', 'Request-Id': 'req_1', 'Retry-After': '7' },
        body: '{"id":"msg_1","error":null}',
      };
      const response = await transport(request({}));
      expect(response).toMatchObject({ status: 202, body: { id: 'msg_1', error: null } });
      expect(response.headers).toMatchObject({ 'request-id': 'req_1', 'retry-after': '7' });
    });

    it.each([400, 401, 404, 422, 429, 500, 503])(
      'resolves, and does not reject, on the error status %i, and sends one request',
      async (status) => {
        answer = {
          status,
          headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '3' },
          body: '{"code":"some_error"}',
        };
        const response = await transport(
          request({
            method: 'POST',
            body: { a: 1 },
            headers: { 'content-type': 'application/json' },
          }),
        );
        expect(response.status).toBe(status);
        expect(response.headers['retry-after']).toBe('3');
        expect(response.body).toMatchObject({ code: 'some_error' });
        expect(seen).toHaveLength(1);
      },
    );

    it('resolves on a response that is not JSON', async () => {
      answer = {
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: '<h1>Bad gateway</h1>',
      };
      const response = await transport(request({}));
      expect(response.status).toBe(502);
      expect(response.body).not.toHaveProperty('code');
    });

    it('resolves on a response without a body', async () => {
      answer = { status: 204, headers: {} };
      expect((await transport(request({ method: 'DELETE' }))).status).toBe(204);
    });

    it('does not follow a redirect', async () => {
      answer = { status: 307, headers: { location: `${baseUrl}/elsewhere` } };
      const response = await transport(
        request({
          method: 'POST',
          body: { a: 1 },
          headers: { 'content-type': 'application/json' },
        }),
      );
      expect(response.status).toBe(307);
      expect(seen).toHaveLength(1);
    });

    it('rejects when no response arrives', async () => {
      const nowhere = await connect('http://127.0.0.1:1/v1', 'tl_key');
      await expect(nowhere(request({}))).rejects.toThrow();
    });

    const send = (by: Transport, budget = -1) =>
      createClient({
        transport: by,
        createKey: () => 'key',
        sleep: () => Promise.resolve(),
        now: () => 0,
        random: () => 0,
        budget,
      }).message.send({ to: '+12025550123', text: 'Hi' });

    it('lets the client tell a refused connection from a lost response', async () => {
      const nowhere = await connect('http://127.0.0.1:1/v1', 'tl_key');
      await expect(send(nowhere)).rejects.toMatchObject({ code: 'network_error' });
      const hasRun = { code: 'no_response', mayHaveRun: true };
      answer = 'none';
      await expect(send(transport)).rejects.toMatchObject(hasRun);
      expect(seen).toHaveLength(1);
    });

    it.each(['tl_\nkey', 'tl_“key”'])(
      'lets the client refuse the API key %j at the first attempt, without showing it',
      async (key) => {
        // Some hosts remove what a header cannot hold, and the service refuses the rest.
        answer = { status: 401, body: JSON.stringify(problemBody('unauthenticated', 401)) };
        const odd = await connect(baseUrl, key);
        await expect(send(odd, 60_000)).rejects.toMatchObject({
          code: 'unauthenticated',
          cause: undefined,
        });
        expect(seen.length).toBeLessThan(2);
      },
    );
  });
}
