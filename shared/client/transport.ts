import type { Operation } from '../contract/index.ts';

export interface HttpRequest {
  readonly method: Operation['method'];
  /** The path relative to the base URL, with the query if there is one: `/messages?limit=20`. */
  readonly path: string;
  /** The transport sends it as JSON. Absent if the request has no body. */
  readonly body?: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Record<string, string | undefined>;
  /** The parsed JSON, or anything else that arrived. */
  readonly body: unknown;
}

/**
 * Sends a request for the client; every host provides one. A transport adds the base URL and the
 * credentials, and resolves for every HTTP status. It rejects only if no response arrives. It never
 * follows a redirect and never repeats a request.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;
