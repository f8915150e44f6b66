import type { AxiosInstance } from 'axios';
import type { Transport } from './transport.ts';

/**
 * The reference adapter. The instance carries the base URL and the credentials:
 * `axios.create({ baseURL, headers: { Authorization: 'Bearer …' }, timeout: 30_000 })`.
 */
export function axiosTransport(http: AxiosInstance): Transport {
  return async ({ method, path, body, headers, signal }) => {
    const response = await http.request<unknown>({
      method,
      url: path,
      // Of an object axios would drop what is named like a part of a prototype, such as `constructor`.
      data: body && JSON.stringify(body),
      headers,
      maxRedirects: 0,
      validateStatus: () => true,
      ...(signal && { signal }),
    });
    return {
      status: response.status,
      headers: response.headers as Record<string, string | undefined>,
      body: response.data,
    };
  };
}
