import { pino, type Logger } from 'pino';
import type { FastifyRequest } from 'fastify';

/** A query may hold phone numbers, so the log names the route, not the address. */
const req = ({ method, routeOptions }: FastifyRequest) => ({
  method,
  route: routeOptions.url ?? 'unknown',
});

export const createLog = (level: string): Logger =>
  pino({
    level,
    serializers: { req },
    // The bytes of a request that is not HTTP; Fastify logs them with the parser's error.
    redact: { paths: ['err.rawPacket'], remove: true },
  });

/** Logs a failure without its message: a database or a parser quotes in it what it was given. */
export function logFailure(log: Pick<Logger, 'error'>, error: unknown, doing: string): void {
  const { name, code, stack } = error as NodeJS.ErrnoException;
  const frames = stack?.split('\n').filter((line) => line.startsWith('    at '));
  log.error({ name, code, stack: frames }, `Failed at ${doing}`);
}
