import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startServer } from '../../../scripts/programs/startServer.ts';

/** Describes what happens to a request that is not passed on normally. */
export type Fault =
  /** The proxy sends this response, and the service never gets the request. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /**
   * The connection breaks before the service gets the request, or after the service has processed
   * it.
   */
  | 'lost before'
  | 'lost after'
  /** The service processes the request, and the response never arrives. */
  | 'held';

export interface Proxy {
  readonly url: string;
  /** Lists the method and path of each request, in order. */
  readonly asked: string[];
  /**
   * Sets the faults of the next requests of a kind, such as `POST /v1/messages`, one for each
   * request.
   */
  readonly inject: (kind: string, ...faults: Fault[]) => void;
  /** Breaks all connections to n8n. */
  readonly breakOff: () => void;
  /** Passes requests on to another service from now on. */
  readonly reach: (target: string) => void;
  /** Returns the number of requests whose responses from the service did not reach n8n. */
  readonly swallowed: () => number;
  readonly stop: () => Promise<void>;
}

/** Sits between n8n and a service. */
export async function startProxy(target: string): Promise<Proxy> {
  const asked: string[] = [];
  const faults = new Map<string, Fault[]>();
  let origin = target;
  let swallowed = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers, socket } = request;
    const body = await buffer(request);
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
  const server = await startServer((request, response) =>
    // If the service is not running, there is no response either.
    serve(request, response).catch(() => void request.socket.destroy()),
  );
  return {
    ...server,
    asked,
    inject: (kind, ...next) => void faults.set(kind, next),
    reach: (next) => void (origin = next),
    swallowed: () => swallowed,
  };
}
