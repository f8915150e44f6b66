import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Transport } from '@textloom/shared/client';

/** The base URL as the paths of the contract continue it. */
export const baseUrlOf = ({ authData }: Bundle): string =>
  (authData.base_url ?? '').trim().replace(/\/+$/, '');

/** The credentials are added by `authenticate`, which z.request runs before every request. */
export function zapierTransport(
  z: ZObject,
  bundle: Bundle,
  /** How long a request may take, in milliseconds. */
  timeout: () => number,
): Transport {
  return async ({ method, path, body, headers, signal }) => {
    const options = {
      method,
      url: baseUrlOf(bundle) + path,
      // z.request adds the name only when it merges.
      headers: { ...headers, 'user-agent': 'Zapier' },
      // z.request blanks every {{…}} that it finds in an object, so it is given text.
      body: body && JSON.stringify(body),
      // Merging copies the whole definition of the app, blanks every {{…}} in the query and refuses some in a text.
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
