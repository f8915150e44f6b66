import type { Transport } from '@textloom/shared/client';
import { authentication } from '@textloom/shared/contract';

/** What the requests of an account need. */
export interface Access {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** How long to wait for one response, in milliseconds. */
const timeoutMs = 30_000;

/** Sends requests with the fetch function of Node.js. */
export function fetchTransport({ baseUrl, apiKey }: Access): Transport {
  const root = baseUrl.trim().replace(/\/+$/, '');
  return async ({ method, path, body, headers, signal }) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await fetch(root + path, {
      method,
      headers: { ...headers, [authentication.header]: authentication.prefix + apiKey.trim() },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parsed(await response.text()),
    };
  };
}

/** Returns anything that is not JSON as text, such as the page of a proxy. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
