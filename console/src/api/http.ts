import {
  errorOfResponse,
  type Host,
  type HttpResponse,
  type Transport,
} from '@textloom/shared/client';
import { authentication, type ObjectSchema } from '@textloom/shared/contract';
import { randomKey } from './randomKey.ts';

const nothing: ObjectSchema = { type: 'object', properties: {} };

/** Connects the shared client to the browser, for the addresses below `base` on this origin. */
export const createHost = (base: string, key: string): Host => ({
  transport: createTransport(base, key),
  createKey: randomKey,
  sleep,
  now: () => Date.now(),
  random: () => Math.random(),
  budget: 2_000,
});

const createTransport =
  (base: string, key: string): Transport =>
  async ({ method, path, body, headers, signal }) => {
    const response = await fetch(base + path, {
      ...requestDefaults,
      method,
      headers: { ...headers, ...credentials(key) },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return toHttpResponse(response);
  };

/** Returns the body of a response that does not end. Rejects with an `ApiError`. */
export async function openStream(
  path: string,
  key: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(path, {
    ...requestDefaults,
    headers: { accept: 'text/event-stream', ...credentials(key) },
    signal,
  });
  if (!response.ok || !response.body) {
    throw errorOfResponse(await toHttpResponse(response), nothing, false);
  }
  return response.body;
}

const requestDefaults = { redirect: 'error', credentials: 'omit', cache: 'no-store' } as const;

const credentials = (key: string) => ({ [authentication.header]: authentication.prefix + key });

async function toHttpResponse(response: Response): Promise<HttpResponse> {
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: parseJson(text) ?? text,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
