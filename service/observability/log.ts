import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { pino, type Logger } from 'pino';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Stands for the URL of a route that contains a secret. */
    shownUrl?: string;
  }
}

/** Returns the route of a request without queries, phone numbers and secrets. */
export const toRoute = ({ routeOptions: { config, url } }: FastifyRequest): string =>
  config.shownUrl ?? url ?? 'unknown';

const req = (request: FastifyRequest) => ({ method: request.method, route: toRoute(request) });

/** Logs each request in one line, when it ends, because each line takes processor time. */
export const oneLinePerRequest = new (class extends LogController {
  override incomingRequest(): void {
    // `requestCompleted` logs the request.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const entry = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...entry, err: error }, 'request errored');
    else request.log.info(entry, 'request completed');
  }
})();

export interface LogOptions {
  readonly logLevel: string;
  /** `auto` is text in a terminal, and JSON otherwise. */
  readonly logFormat: 'auto' | 'text' | 'json';
}

export function createLog({ logLevel, logFormat }: LogOptions): Logger {
  const isText = logFormat === 'text' || (logFormat === 'auto' && process.stdout.isTTY);
  return pino(
    {
      level: logLevel,
      serializers: { req },
      // Fastify logs the bytes of a request that is not HTTP with the error of the parser.
      redact: { paths: ['err.rawPacket'], remove: true },
    },
    isText ? { write: (line) => process.stdout.write(readable(line)) } : openOutput(),
  );
}

/** How much of the log waits in memory while its disk is full. Further entries are lost. */
const maxWaitingBytes = 8 * 1024 * 1024;

/**
 * Opens the standard output. If it is a file on a full disk, the service continues without a log,
 * and writes the waiting entries as soon as there is space.
 */
function openOutput() {
  const output = pino.destination({ dest: 1, maxLength: maxWaitingBytes });
  const flushSync = output.flushSync.bind(output);
  let isFailing = false;
  // Without a listener, the error would end the process.
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  // When the process ends, the library would repeat a failing write forever.
  output.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return output;
}

interface Entry {
  readonly time: number;
  readonly level: number;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

/** Formats an entry for people: the time of day, the level, the message, and the details. */
function readable(line: string): string {
  const { time, level, msg = '', pid: _, hostname: __, ...details } = JSON.parse(line) as Entry;
  const at = new Date(time).toISOString().slice(11, 23);
  const label = (pino.levels.labels[level] ?? '').toUpperCase().padEnd(5);
  const fields = Object.entries(details).map(
    ([name, value]) => ` ${name}=${JSON.stringify(value)}`,
  );
  return `${at} ${label} ${msg}${fields.join('')}\n`;
}

/** Describes an error in the log. Unlike the error, it reaches another thread unchanged. */
export interface Failure {
  readonly name: string;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  readonly stack: readonly string[] | undefined;
}

/**
 * Describes an error without the quotes in its message, because databases and parsers quote their
 * input.
 */
export function describeFailure(error: unknown): Failure {
  const { name, stack } = error as Error;
  const frames = stack?.split('\n').filter((line) => line.startsWith('    at '));
  return { name, code: findCode(error), reason: joinReasons(error), stack: frames };
}

/** Returns the code of an error, or of its nearest cause that has one. */
function findCode(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as NodeJS.ErrnoException;
  return code ?? (cause === undefined ? undefined : findCode(cause));
}

export type ErrorLog = Pick<Logger, 'error'>;

export const writeFailure = (log: ErrorLog, failure: Failure, doing: string): void =>
  log.error(failure, `Failed while ${doing}`);

export const logFailure = (log: ErrorLog, error: unknown, doing: string): void =>
  writeFailure(log, describeFailure(error), doing);

/**
 * Returns the message of an error and of its causes, without quotes and numbers. The queue reports
 * copies of errors, which are objects with a message.
 */
export function joinReasons(error: unknown): string | undefined {
  const { message: written, cause: inner } = (error ?? {}) as Partial<Error>;
  if (typeof written !== 'string') return undefined;
  const message = withoutQuotes(written);
  const cause = joinReasons(inner);
  return cause ? `${message}, caused by ${cause}` : message;
}

const maxReasonLength = 300;

/**
 * Removes everything between the first and the last quotation mark, because a quote can contain
 * quotation marks. It takes linear time, because a message can quote a header of a request.
 */
const withoutQuotes = (message: string): string =>
  message
    .replace(/^([^"`“]*)["`“][^]*["`”]/, '$1"…"')
    .replace(/(?<!\w)'[^]*'/, "'…'")
    .replaceAll(/\S+/g, (word) => (/.@./.test(word) ? '…' : word))
    .replaceAll(/\btl_\w+|\+?\d[\d\s().-]{4,}\d/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxReasonLength);
