import { authentication } from '../contract/index.ts';
import type { HttpResponse, Transport } from './transport.ts';

/** The base URL of the API, with its version, and an API key. */
export interface Access {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Sends requests with the fetch function. An attempt takes no longer than `timeoutMs`. */
export function fetchTransport({ baseUrl, apiKey }: Access, timeoutMs: number): Transport {
  const root = baseUrl.trim().replace(/\/+$/, '');
  return async ({ method, path, body, headers, signal }) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await fetch(root + path, {
      method,
      headers: { ...headers, [authentication.header]: authentication.prefix + apiKey.trim() },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body && { body: JSON.stringify(body) }),
    });
    return toResponse(response.status, Object.fromEntries(response.headers), await response.text());
  };
}

/** Returns a response with its parsed body, or with the text of a body that is not JSON. */
export const toResponse = (
  status: number,
  headers: HttpResponse['headers'],
  text: string,
): HttpResponse => ({ status, headers, body: parsed(text) });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
