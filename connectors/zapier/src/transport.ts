import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Transport } from '@textloom/shared/client';

/** The base URL as the paths of the contract continue it. */
export const baseUrlOf = ({ authData }: Bundle): string =>
  (authData.base_url ?? '').trim().replace(/\/+$/, '');

/** The credentials are added by `authenticate`, which z.request runs before every request. */
export function zapierTransport(z: ZObject, bundle: Bundle): Transport {
  return async ({ method, path, body, headers, signal }) => {
    const options = {
      method,
      url: baseUrlOf(bundle) + path,
      headers,
      // z.request blanks every {{…}} it finds in an object, so it is given text, with the braces escaped.
      body: body && JSON.stringify(body).replaceAll('{{', '{\\u007b'),
      redirect: 'manual' as const,
      skipThrowForStatus: true,
      throwForThrottlingEarly: false,
      timeout: 12_000,
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
