import { request as httpRequest, Agent as HttpAgent } from 'node:http';
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https';
import { isTaken } from '@textloom/shared/contract';
import { deliveries } from '../observability/metrics.ts';
import { AddressRefusedError, guardedLookup, urlRefusal } from './address.ts';
import { createLookUp, LookUpError, type Lookup } from './lookUp.ts';

export interface PostResponse {
  readonly status: number | null;
  /** The first characters of the response body. */
  readonly text: string | null;
  /** Why no response arrived. */
  readonly error: string | null;
  readonly retryAfterMs: number | undefined;
}

export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<PostResponse>;

const timeoutMs = 15_000;
const maxBodyLength = 1_000;

/** Posts to receivers over kept-alive connections. It follows no redirects and never rejects. */
export function createPost(
  allowPrivate: boolean,
  lookUp: Lookup = createLookUp(),
): { post: Post; close: () => void } {
  const options = { keepAlive: true, maxFreeSockets: 32, timeout: 30_000 };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  const lookup = guardedLookup(allowPrivate, lookUp);

  const post: Post = (url, headers, body) =>
    new Promise((resolve) => {
      const fail = (error: string) =>
        resolve({ status: null, text: null, error, retryAfterMs: undefined });
      // The rules may have changed since the subscription.
      const refusal = urlRefusal(url, allowPrivate);
      if (refusal) {
        fail(refusal);
        return;
      }
      const target = new URL(url);
      const isHttps = target.protocol === 'https:';
      const request = (isHttps ? httpsRequest : httpRequest)(
        target,
        {
          method: 'POST',
          agent: agents[isHttps ? 'https:' : 'http:'],
          lookup,
          signal: AbortSignal.timeout(timeoutMs),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            if (text.length < maxBodyLength) text += chunk;
            else response.destroy();
          });
          const done = () =>
            resolve({
              status: response.statusCode ?? null,
              text: text.slice(0, maxBodyLength).replaceAll('\0', ''),
              error: null,
              retryAfterMs: parseRetryAfter(response.headers['retry-after']),
            });
          response.on('close', done);
          response.on('error', done);
        },
      );
      request.on('error', (error) => fail(describeError(error)));
      request.end(body);
    });

  return {
    post,
    close: () => {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

/** Counts attempts by whether the receiver accepted the event. */
export const countPosts =
  (post: Post): Post =>
  async (...args) => {
    const response = await post(...args);
    deliveries.inc({ outcome: isTaken(response.status) ? 'succeeded' : 'failed' });
    return response;
  };

/** The error of an attempt that surely did not reach the receiver. */
export const connectionRefused = 'The connection was refused';

function describeError(error: Error): string {
  if (error instanceof AddressRefusedError || error instanceof LookUpError) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError')
    return `No response within ${timeoutMs / 1000} seconds`;
  const known: Record<string, string> = {
    ECONNREFUSED: connectionRefused,
    ECONNRESET: 'The connection was closed before a response arrived',
  };
  return known[code ?? ''] ?? `The connection failed (${code ?? name})`;
}

function parseRetryAfter(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
