import { setImmediate as turn } from 'node:timers/promises';
import { headers, limits } from '@textloom/shared/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { handleBadUrl, handleErrors } from '../http/handleErrors.ts';
import { limitConnections } from '../http/limitConnections.ts';
import { createMalformedRequests, refuseBadHost } from '../http/malformedRequests.ts';
import { parseJson } from '../http/parseJson.ts';
import { parseQuery } from '../http/parseQuery.ts';
import { newId } from '../lib/ids.ts';
import { oneLinePerRequest, toRoute } from '../observability/log.ts';
import { requestSeconds } from '../observability/metrics.ts';

interface Options {
  readonly log: FastifyBaseLogger;
  /** Whether this process is about to stop accepting requests. */
  readonly isStopping: () => boolean;
}

/** Creates a server without routes, which reads requests and reports errors in the same way. */
export function createServer(
  { trustProxy, connectionLimit }: Pick<Config, 'trustProxy' | 'connectionLimit'>,
  { log, isStopping }: Options,
): FastifyInstance {
  const malformedRequests = createMalformedRequests();
  const app = Fastify({
    bodyLimit: limits.bodyBytes,
    genReqId: () => newId('req'),
    loggerInstance: log,
    logController: oneLinePerRequest,
    routerOptions: { maxParamLength: 300, querystringParser: parseQuery },
    forceCloseConnections: 'idle',
    // A request on a connection that is still open is carried out, and then the connection closes.
    return503OnClosing: false,
    // The time from the first byte of a request to the last. Incomplete headers have a separate
    // limit.
    requestTimeout: 30_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      // Node.js would respond without a body. `refuseBadHost` responds with a problem.
      requireHostHeader: false,
    },
    // Trust one proxy. Anything that a client put into the header is further left and has no
    // effect.
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    frameworkErrors: handleBadUrl,
    clientErrorHandler: malformedRequests.refuse,
  });
  malformedRequests.watch(app.server, (reqId, { code, message }) =>
    log.info({ reqId, code }, `refused a malformed request: ${message}`),
  );
  // The connections of a proxy belong to all its clients.
  if (!trustProxy) limitConnections(app.server, connectionLimit);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(headers.requestId, request.id);
    if (isStopping()) reply.header('connection', 'close');
    refuseBadHost(request.raw);
  });
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation ?? toRoute(request);
    requestSeconds.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  // Accepts the connections that wait, because closing the socket would reset them.
  app.addHook('preClose', () => turn());
  parseJson(app);
  handleErrors(app);
  return app;
}
