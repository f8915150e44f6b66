import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { headers, problemType, type ErrorCode } from '@textloom/shared/contract';
import { ServiceError } from '../errors/serviceError.ts';
import { newId } from '../lib/ids.ts';
import { problemToWire, toProblem } from '../errors/toProblem.ts';

/** An error of the HTTP parser. Its reason is a fixed sentence, such as "Invalid method". */
interface ParserError extends Error {
  readonly code?: string;
  readonly reason?: string;
}

/** Reports a refused request, for the log. */
type Report = (requestId: string, error: ServiceError) => void;

interface MalformedRequests {
  /** Responds to a request that the HTTP parser rejects, and closes its connection. */
  readonly refuse: (error: ParserError, socket: Duplex) => void;
  /** Follows the responses of a server, and responds to what is not a request to the app. */
  readonly watch: (server: Server, report: Report) => void;
}

/**
 * Waits for the client to read the response. If the connection closed while the client still sends,
 * the operating system would discard the response.
 */
const lingerMs = 2_000;

const codeByParserError: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
export const incomplete = 'The request ended before it was complete.';

/** Sends problems to requests that never reach the app, because they are not valid HTTP. */
export function createMalformedRequests(): MalformedRequests {
  const pending = new WeakMap<Duplex, Set<ServerResponse>>();
  const refused = new WeakSet<Duplex>();
  let reportRefusal: Report = () => undefined;

  const refuseWith = (error: ServiceError, socket: Duplex) => {
    // The parser reports everything that still arrives on the connection.
    if (refused.has(socket)) return;
    refused.add(socket);
    void Promise.all([...(pending.get(socket) ?? [])].filter(comesFirst).map(isOver)).then(() => {
      if (!socket.writable) return undefined;
      const hasResponse = [...(pending.get(socket) ?? [])].some((one) => one.headersSent);
      const requestId = newId('req');
      if (hasResponse) socket.end();
      else socket.end(formatResponse(error, requestId));
      reportRefusal(requestId, error);
      const deadline = setTimeout(() => socket.destroy(), lingerMs).unref();
      socket.once('close', () => clearTimeout(deadline));
      return undefined;
    });
  };

  return {
    refuse: (error, socket) => {
      if (error.code !== 'ECONNRESET' && !socket.destroyed) refuseWith(explain(error), socket);
    },
    watch: (server, report) => {
      reportRefusal = report;
      server.on('request', (request: IncomingMessage, response) => {
        const { socket } = request;
        const responses = pending.get(socket) ?? new Set();
        pending.set(socket, responses.add(response));
        response.once('close', () => responses.delete(response));
      });
      // Ignores an expectation that the service does not know, as RFC 9110 allows.
      server.on('checkExpectation', (request, response) =>
        server.emit('request', request, response),
      );
      server.on('connect', (_request, socket) => {
        socket.on('error', () => undefined);
        const detail = 'The service is not a proxy. Send the request itself, without CONNECT.';
        refuseWith(new ServiceError('malformed_request', { detail }), socket);
      });
    },
  };
}

/** Whether the response belongs to a request before the malformed one, or has already begun. */
const comesFirst = ({ req, headersSent }: ServerResponse): boolean => req.complete || headersSent;

const isOver = (response: ServerResponse): Promise<unknown> =>
  new Promise((resolve) => response.once('close', resolve));

function explain({ code = '', reason }: ParserError): ServiceError {
  const known = codeByParserError[code];
  if (known) return new ServiceError(known);
  const detail =
    code === 'HPE_INVALID_EOF_STATE'
      ? incomplete
      : reason && `The request is not valid HTTP (${reason}). Check the URL and the headers.`;
  return new ServiceError('malformed_request', detail ? { detail } : {});
}

function formatResponse(error: ServiceError, requestId: string): string {
  const problem = toProblem(error, requestId);
  const body = JSON.stringify(problemToWire(problem));
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `${headers.requestId}: ${requestId}`,
    `Content-Type: ${problemType}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Refuses a request without the one Host header that RFC 9112 requires. */
export function refuseBadHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0')) return;
  const detail = `The request has ${hosts.length} Host headers. Send one.`;
  throw new ServiceError('malformed_request', { detail });
}
