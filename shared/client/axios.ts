import type { AxiosInstance } from 'axios';
import type { Transport } from './transport.ts';

/**
 * Adapts axios to the client. The instance carries the base URL and the credentials:
 * `axios.create({ baseURL, headers: { Authorization: 'Bearer …' }, timeout: 30_000 })`. An attempt takes
 * no longer than this timeout.
 */
export function axiosTransport(http: AxiosInstance): Transport {
  return async ({ method, path, body, headers, signal: canceled }) => {
    const { timeout } = http.defaults;
    // The timeout of axios begins again with each piece of a response.
    const limit = timeout ? [AbortSignal.timeout(timeout)] : [];
    const response = await http
      .request<unknown>({
        method,
        url: path,
        // From an object, axios would drop fields with names from a prototype, such as `constructor`.
        data: body && JSON.stringify(body),
        headers,
        maxRedirects: 0,
        validateStatus: () => true,
        signal: AbortSignal.any([...limit, ...(canceled ? [canceled] : [])]),
      })
      .catch((error: unknown) => {
        // The error of axios contains the request, and so the key and the message.
        const { message = '', code } = error as {
          readonly message?: string;
          readonly code?: string;
        };
        throw Object.assign(new Error(message), { code });
      });
    return {
      status: response.status,
      headers: response.headers as Record<string, string | undefined>,
      body: response.data,
    };
  };
}
