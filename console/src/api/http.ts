import {
  errorOfResponse,
  type Host,
  type HttpResponse,
  type Transport,
} from '@textloom/shared/client';
import { toResponse } from '@textloom/shared/client/fetch';
import { authentication, type ObjectSchema } from '@textloom/shared/contract';
import { randomKey } from './randomKey.ts';

/** A connection that broke without notice never responds. */
const timeoutMs = 30_000;

const nothing: ObjectSchema = { type: 'object', properties: {} };

export interface Credentials {
  readonly key: string;
  /** Returns whether the key is still in use. The user can sign out in another tab. */
  readonly isSignedIn: () => boolean;
}

/** Connects the shared client to the browser, for the URLs below `base` on this origin. */
export const createHost = (base: string, credentials: Credentials): Host => ({
  transport: createTransport(base, credentials),
  createKey: randomKey,
  sleep,
  now: () => Date.now(),
  random: () => Math.random(),
  budget: 2_000,
});

const createTransport =
  (base: string, credentials: Credentials): Transport =>
  async ({ method, path, body, headers, signal }) =>
    toHttpResponse(
      await request(base + path, credentials, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
        signal: withLimit(AbortSignal.timeout(timeoutMs), signal),
      }),
    );

/** Returns the body of a response that does not end. Rejects with an `ApiError`. */
export async function openStream(
  path: string,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const opening = new AbortController();
  const timer = setTimeout(() => {
    opening.abort();
  }, timeoutMs);
  const response = await request(path, credentials, {
    headers: { accept: 'text/event-stream' },
    signal: withLimit(opening.signal, signal),
  }).finally(() => {
    clearTimeout(timer);
  });
  if (!response.ok || !response.body) {
    throw errorOfResponse(await toHttpResponse(response), nothing, false);
  }
  return response.body;
}

interface Init extends RequestInit {
  readonly headers: Record<string, string>;
}

/** Makes each request of the console. After the user has signed out, it sends nothing. */
async function request(
  path: string,
  { key, isSignedIn }: Credentials,
  { headers, ...init }: Init,
): Promise<Response> {
  if (!isSignedIn()) throw new Error('The user has signed out');
  return fetch(path, {
    ...init,
    headers: { ...headers, [authentication.header]: authentication.prefix + key },
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  });
}

const withLimit = (limit: AbortSignal, signal: AbortSignal | undefined): AbortSignal =>
  signal ? AbortSignal.any([limit, signal]) : limit;

const toHttpResponse = async (response: Response): Promise<HttpResponse> =>
  toResponse(response.status, Object.fromEntries(response.headers), await response.text());

/** Resolves after the milliseconds, or rejects as soon as the signal aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException('Aborted', 'AbortError'));
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}
