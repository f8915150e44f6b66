import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Transport } from '@textloom/shared/client';

/** Returns the base URL without the final slash, because the paths of the contract begin with one. */
export const readBaseUrl = ({ authData }: Bundle): string =>
  (authData.base_url ?? '').trim().replace(/\/+$/, '');

/**
 * Sends requests through Zapier. `authenticate`, which z.request runs before each request, adds the
 * credentials.
 */
export function zapierTransport(
  z: ZObject,
  bundle: Bundle,
  /** Returns the time limit of a request in milliseconds. */
  timeout: () => number,
): Transport {
  return async ({ method, path, body, headers, signal }) => {
    const options = {
      method,
      url: readBaseUrl(bundle) + path,
      // z.request adds this header only if it merges.
      headers: { ...headers, 'user-agent': 'Zapier' },
      // z.request blanks every {{…}} in an object, so the body is text.
      body: body && JSON.stringify(body),
      // A merge copies the whole definition of the app, blanks every {{…}} in the query and rejects some in a text.
      merge: false,
      redirect: 'manual' as const,
      skipThrowForStatus: true,
      throwForThrottlingEarly: false,
      timeout: Math.max(1, timeout()),
      signal,
    };
    const response = await z.request<unknown>(options);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers as Iterable<[string, string]>),
      body: response.data ?? response.content,
    };
  };
}
