import type { Operation } from '../contract/index.ts';

export interface HttpRequest {
  readonly method: Operation['method'];
  /** Below the base URL, with the query where there is one: `/messages?limit=20`. */
  readonly path: string;
  /** Travels as JSON; absent where the request has no body. */
  readonly body?: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, string | undefined>;
  /** The parsed JSON, or whatever else arrived. */
  readonly body: unknown;
}

/**
 * The one thing a host must provide. It adds the base URL and the credentials, and it resolves
 * for every HTTP status: it rejects only when no response arrived. It never follows a redirect
 * and never repeats a request.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;
