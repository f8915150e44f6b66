import { pino, type Logger } from 'pino';
import type { FastifyRequest } from 'fastify';

/** A query may hold phone numbers, so the log names the route, not the address. */
const req = ({ method, routeOptions }: FastifyRequest) => ({
  method,
  route: routeOptions.url ?? 'unknown',
});

export interface LogOptions {
  readonly logLevel: string;
  /** `auto` is text on a terminal, and JSON elsewhere. */
  readonly logFormat: 'auto' | 'text' | 'json';
}

export function createLog({ logLevel, logFormat }: LogOptions): Logger {
  const isText = logFormat === 'text' || (logFormat === 'auto' && process.stdout.isTTY);
  return pino(
    {
      level: logLevel,
      serializers: { req },
      // The bytes of a request that is not HTTP; Fastify logs them with the parser's error.
      redact: { paths: ['err.rawPacket'], remove: true },
    },
    isText ? { write: (line) => process.stdout.write(readable(line)) } : pino.destination(1),
  );
}

interface Entry {
  readonly time: number;
  readonly level: number;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

/** An entry as people read it: the time of day, the level, what happened, and the details. */
function readable(line: string): string {
  const { time, level, msg = '', pid: _, hostname: __, ...details } = JSON.parse(line) as Entry;
  const at = new Date(time).toISOString().slice(11, 23);
  const label = (pino.levels.labels[level] ?? '').toUpperCase().padEnd(5);
  const said = Object.entries(details).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${at} ${label} ${msg}${said.join('')}\n`;
}

/** Logs a failure, without what its message quotes: a database or a parser quotes what it was given. */
export function logFailure(log: Pick<Logger, 'error'>, error: unknown, doing: string): void {
  const { name, code, stack } = error as NodeJS.ErrnoException;
  const frames = stack?.split('\n').filter((line) => line.startsWith('    at '));
  log.error({ name, code, reason: reasonsOf(error), stack: frames }, `Failed at ${doing}`);
}

/** The message of an error and of those that caused it. */
function reasonsOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const own = withoutQuotes(error.message);
  const cause = reasonsOf(error.cause);
  return cause ? `${own}, because of ${cause}` : own;
}

const mostShown = 300;

/** All between the first and the last quotation mark is left out, for what is quoted may have such marks itself. */
const withoutQuotes = (message: string): string =>
  message
    .replace(/["`“][^]*["`”]/, '"…"')
    .replace(/(?<!\w)'[^]*'/, "'…'")
    .replaceAll(/\btl_\w+|\S+@\S+|\+?\d[\d\s().-]{4,}\d/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, mostShown);
