import { authentication } from '@textloom/shared/contract';
import type { HttpResponse, Transport } from '@textloom/shared/client';

interface Access {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** One attempt takes no longer, so that a client that waits for a minute gets the retry too. */
const attemptMs = 15_000;

/** Sends requests with the fetch of Node.js, so that the package needs no other package. */
export const fetchTransport =
  ({ baseUrl, apiKey }: Access): Transport =>
  async ({ method, path, body, headers, signal }) => {
    const timeout = AbortSignal.timeout(attemptMs);
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, [authentication.header]: authentication.prefix + apiKey },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body && { body: JSON.stringify(body) }),
    });
    return toResponse(response.status, Object.fromEntries(response.headers), await response.text());
  };

/** Returns a response with its parsed body, or with the text of a body that is not JSON. */
export const toResponse = (
  status: number,
  headers: HttpResponse['headers'],
  text: string,
): HttpResponse => ({ status, headers, body: parsed(text) });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
