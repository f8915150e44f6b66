import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The SDK only looks at the path and the query. */
const origin = 'http://localhost';

/** Converts a request without its body. It aborts if the client leaves. */
export function toWebRequest(
  { method, url, headers }: FastifyRequest,
  { raw }: FastifyReply,
): Request {
  const left = new AbortController();
  raw.on('close', () => left.abort());
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, one] as [string, string]])),
  );
  return new Request(origin + url, { method, headers: pairs, signal: left.signal });
}

/** Sends a response of the Fetch API, and streams its body. */
export function sendResponse(reply: FastifyReply, { status, headers, body }: Response) {
  reply.code(status).headers(Object.fromEntries(headers));
  return reply.send(body && Readable.fromWeb(body));
}
