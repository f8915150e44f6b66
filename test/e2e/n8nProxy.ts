import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request, in place of being handed on and answered. */
export type Fault =
  /** This answer comes instead; the service never hears of the request. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** The connection breaks off before the service has heard of the request, or after it has done what it asks for. */
  | 'lost before'
  | 'lost after'
  /** The service does what it asks for, and the answer never comes. */
  | 'held';

export interface Proxy {
  readonly url: string;
  /** Method and path of each request, in order. */
  readonly asked: string[];
  /** What becomes of the next requests of this kind, such as `POST /v1/messages`, one each. */
  readonly inject: (kind: string, ...faults: Fault[]) => void;
  /** Breaks off all connections to n8n. */
  readonly breakOff: () => void;
  /** Hands on to another service from now on. */
  readonly reach: (target: string) => void;
  /** How many requests have been answered by the service, and not to n8n. */
  readonly swallowed: () => number;
  readonly stop: () => Promise<void>;
}

/** Stands between n8n and a service. */
export async function startProxy(target: string): Promise<Proxy> {
  const asked: string[] = [];
  const faults = new Map<string, Fault[]>();
  let origin = target;
  let swallowed = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers, socket } = request;
    const body = await bytesOf(request);
    const kind = `${method} ${url}`;
    asked.push(kind);
    const fault = faults.get(kind)?.shift();
    if (fault === 'lost before') return void socket.destroy();
    if (typeof fault === 'object') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      return void response.end(JSON.stringify(fault.body ?? {}));
    }
    const { host, connection, 'content-length': length, ...others } = headers;
    const answer = await fetch(origin + url, {
      method,
      headers: others as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (fault !== undefined) swallowed++;
    if (fault === 'lost after') return void socket.destroy();
    if (fault === 'held') return;
    const retryAfter = answer.headers.get('retry-after');
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      ...(retryAfter !== null && { 'retry-after': retryAfter }),
    });
    response.end(content);
  };
  const server = createServer((request, response) => {
    // The service is not there: neither is an answer.
    serve(request, response).catch(() => void request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    inject: (kind, ...next) => void faults.set(kind, next),
    breakOff: () => server.closeAllConnections(),
    reach: (next) => void (origin = next),
    swallowed: () => swallowed,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
