import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { LateError, UnsentError } from '../unsentError.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** By name in lowercase. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Returns whether the provider works and has handled a request, even if it refuses it or does not
 * offer it.
 */
export const isAnswer = (status: number): boolean => status < 500 && status !== 429;

/** The request may have reached the provider, but no complete response came back. */
export class LostResponseError extends Error {
  override readonly name = 'LostResponseError';
}

export type Send = (
  request: HttpRequest,
  options: {
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
    /** Returns whether the request may still be sent. Called once the connection is open. */
    readonly mayLeave?: () => boolean;
  },
) => Promise<HttpResponse>;

const connectMs = 10_000;
const maxBodyBytes = 1_048_576;
/** Less than servers keep idle connections, so that none breaks just when a request goes out. */
const idleMs = 4_000;

/**
 * Creates a function that sends one request once, over kept-alive connections, and follows no
 * redirects. It rejects with an `UnsentError` or a `LostResponseError`. Their messages never
 * contain the request.
 */
export function createSend(): { readonly send: Send; readonly close: () => void } {
  const options = { keepAlive: true, timeout: idleMs };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };

  const send: Send = ({ method, url, headers, body = '' }, { timeoutMs, signal, mayLeave }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new UnsentError('The carrier stops'));
        return;
      }
      const target = new URL(url);
      const isTls = target.protocol === 'https:';
      const request = (isTls ? httpsRequest : httpRequest)(target, {
        method,
        agent: agents[isTls ? 'https:' : 'http:'],
        headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
      });
      let isConnected = false;
      const timers = [
        setTimeout(() => !isConnected && request.destroy(timeout()), connectMs),
        setTimeout(() => request.destroy(timeout()), timeoutMs),
      ];
      const onAbort = () => request.destroy(new Error('The carrier stops'));
      signal.addEventListener('abort', onAbort);
      const end = () => {
        timers.forEach(clearTimeout);
        signal.removeEventListener('abort', onAbort);
      };
      const onFailure = (error: NodeJS.ErrnoException) => {
        end();
        if (error instanceof LateError) {
          reject(error);
          return;
        }
        const reason = `The provider sent no response (${error.code ?? error.message})`;
        const failure = isConnected ? new LostResponseError(reason) : new UnsentError(reason);
        reject(Object.assign(failure, { code: error.code }));
      };
      request.on('socket', (socket) => {
        // Sends nothing before. Connecting can take seconds, and the process may stop in that time.
        const onConnect = () => {
          if (mayLeave && !mayLeave()) {
            request.destroy(new LateError());
            return;
          }
          isConnected = true;
          request.end(body);
        };
        if (!socket.connecting) onConnect();
        else socket.once(isTls ? 'secureConnect' : 'connect', onConnect);
      });
      request.on('error', onFailure);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > maxBodyBytes) request.destroy(new Error('The response is too long'));
          else chunks.push(chunk);
        });
        response.on('error', onFailure);
        response.on('end', () => {
          end();
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, headers: received, body: Buffer.concat(chunks).toString() });
        });
      });
    });

  return {
    send,
    close: () => {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

const timeout = (): Error => Object.assign(new Error('Too slow'), { code: 'ETIMEDOUT' });

/** Builds a GET. Leaves out undefined fields of the query. */
export const getFrom = (
  url: string,
  headers: HttpRequest['headers'],
  query?: Fields,
): HttpRequest => ({
  method: 'GET',
  url: query ? `${url}?${encodeFields(query)}` : url,
  headers,
});

/** Builds a POST of a form. Leaves out undefined fields, and repeats the field of a list. */
export const postForm = (
  url: string,
  fields: Fields,
  headers: HttpRequest['headers'],
): HttpRequest => ({
  method: 'POST',
  url,
  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  body: encodeFields(fields),
});

type Fields = Readonly<Record<string, string | number | readonly string[] | undefined>>;

const encodeFields = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]): [string, string][] =>
      [value ?? []].flat().map((one) => [name, String(one)]),
    ),
  ).toString();

/** Builds a POST of JSON. Leaves out fields that are undefined. */
export const postJson = (
  url: string,
  body: unknown,
  headers: HttpRequest['headers'],
): HttpRequest => ({
  method: 'POST',
  url,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Returns the header of HTTP Basic authentication. */
export const basic = (user: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** Returns the header with a token. */
export const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
});
