import { isAccepted, limits } from '@textloom/shared/contract';
import { Agent, request, type Dispatcher } from 'undici';
import { parseRetryAfter } from '../../times/parseRetryAfter.ts';
import { deliveries } from '../../observability/metrics.ts';
import { AddressRefusedError, guardedLookup, urlRefusal } from './addressGuard.ts';
import { createResolveHost, ResolveError, type ResolveHost } from './resolveHost.ts';

export interface PostResponse {
  readonly status: number | null;
  /** The first characters of the response body. */
  readonly text: string | null;
  /** Why no response arrived. */
  readonly error: string | null;
  readonly retryAfterMs: number | undefined;
}

export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<PostResponse>;

const timeoutMs = 15_000;

/** Posts to receivers over kept-alive connections. It follows no redirects and never rejects. */
export function createPost(
  allowPrivate: boolean,
  resolveHost: ResolveHost = createResolveHost(),
): { post: Post; close: () => void } {
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(allowPrivate, resolveHost), timeout: timeoutMs },
    keepAliveTimeout: 30_000,
  });

  const post: Post = async (url, headers, body) => {
    // The rules may have changed since the subscription.
    const refusal = urlRefusal(url, allowPrivate);
    if (refusal) return { ...noResponse, error: refusal };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await request(url, { method: 'POST', headers, body, dispatcher, signal });
      return {
        status: response.statusCode,
        text: await readStart(response.body),
        error: null,
        retryAfterMs: parseRetryAfter(response.headers['retry-after']?.toString()),
      };
    } catch (error) {
      return { ...noResponse, error: describeError(error as Error) };
    }
  };

  return { post, close: () => void dispatcher.destroy() };
}

const noResponse = { status: null, text: null, retryAfterMs: undefined };

/** Returns the first characters of a body, however it ends. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  let text = '';
  body.setEncoding('utf8');
  try {
    for await (const chunk of body) {
      text += chunk as string;
      if (text.length >= limits.responseLength) break;
    }
  } catch {
    // The receiver has already responded.
  }
  return text.slice(0, limits.responseLength).replaceAll('\0', '');
}

/** Counts attempts by whether the receiver accepted the event. */
export const countPosts =
  (post: Post): Post =>
  async (...args) => {
    const response = await post(...args);
    deliveries.inc({ outcome: isAccepted(response.status) ? 'succeeded' : 'failed' });
    return response;
  };

/** The error of an attempt that definitely did not reach the receiver. */
export const connectionRefused = 'The connection was refused';

const timedOut = `No response within ${timeoutMs / 1000} seconds`;

function describeError(error: Error): string {
  if (error instanceof AddressRefusedError || error instanceof ResolveError) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return timedOut;
  const closed = 'The connection was closed before a response arrived';
  const known: Record<string, string> = {
    ECONNREFUSED: connectionRefused,
    ECONNRESET: closed,
    UND_ERR_SOCKET: closed,
    UND_ERR_CONNECT_TIMEOUT: timedOut,
  };
  return known[code ?? ''] ?? `The connection failed (${code ?? name})`;
}
