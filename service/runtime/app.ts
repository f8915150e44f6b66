import { setImmediate as turn } from 'node:timers/promises';
import { basePath, headers, limits, operations } from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createRecordDenial } from '../audit/denials.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../core/context.ts';
import type { OpenApi } from '../docs/openApi.ts';
import { serveDocs } from '../docs/serveDocs.ts';
import { handleBadUrl, handleErrors, handleNotFound } from '../http/handleErrors.ts';
import { createAuthenticator } from '../http/authenticate.ts';
import { createEnforceRateLimit, guard, guardPublic, guardUnknown } from '../http/guard.ts';
import { limitConnections } from '../http/limitConnections.ts';
import { createMalformedRequests, refuseBadHost } from '../http/malformedRequests.ts';
import { parseJson } from '../http/parseJson.ts';
import { parseQuery } from '../http/parseQuery.ts';
import { sendTagged, tag, type Tagged } from '../docs/sendTagged.ts';
import { serveCallbacks } from '../http/serveCallbacks.ts';
import { serveConsole } from '../http/serveConsole.ts';
import { serveHealth } from '../http/serveHealth.ts';
import { serveMedia } from '../http/serveMedia.ts';
import { serveOperation } from '../http/operation/serveOperation.ts';
import { serveMcp } from '../mcp/serveMcp.ts';
import type { Health } from '../observability/health.ts';
import { newId } from '../lib/ids.ts';
import { logFailure, oneLinePerRequest, toRoute } from '../observability/log.ts';
import { requestSeconds } from '../observability/metrics.ts';
import { serveSimulator } from '../http/simulator.ts';
import { version } from '../lib/version.ts';

interface Options {
  readonly log: FastifyBaseLogger;
  readonly health: Pick<Health, 'check'>;
  /** Whether this process is about to stop accepting requests. */
  readonly isStopping: () => boolean;
}

let document: object | undefined;
/** Describes the API on the first request for it, because that would delay each start. */
const describeApi = () =>
  (document ??= openApiDocument({ version, serverUrl: basePath })) as OpenApi;

/** Builds the HTTP app of the service, ready to listen. */
export async function buildApp(
  context: Context,
  config: Config,
  { log, health, isStopping }: Options,
): Promise<FastifyInstance> {
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
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    frameworkErrors: handleBadUrl,
    clientErrorHandler: malformedRequests.refuse,
  });
  malformedRequests.watch(app.server, (reqId, { code, message }) =>
    log.info({ reqId, code }, `refused a malformed request: ${message}`),
  );
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

  const enforceRateLimit = createEnforceRateLimit({
    perSecond: config.rateLimit,
    burst: config.rateLimitBurst,
  });
  // The connections of a proxy belong to all its clients.
  if (!config.trustProxy) limitConnections(app.server, config.connectionLimit);
  guardUnknown(app, enforceRateLimit);
  const authenticate = createAuthenticator(context);
  const recordDenial = createRecordDenial(context, (error) =>
    logFailure(log, error, 'recording a denied request'),
  );
  await app.register(
    async (api) => {
      guard(api, authenticate, enforceRateLimit, recordDenial);
      handleNotFound(api);
      api.addHook('onRoute', (route) => {
        if (route.config?.operation !== 'account.update') return;
        route.onSend = async ({ caller }) => {
          if (caller) authenticate.forget(caller.account.id);
        };
      });
      for (const { resource, name, operation } of operations)
        serveOperation(api, context, { resource, name, operation, recordDenial });
    },
    { prefix: basePath },
  );

  await app.register(
    async (simulator) => {
      guard(simulator, authenticate, enforceRateLimit, recordDenial);
      serveSimulator(simulator, context);
    },
    { prefix: '/simulator' },
  );

  await app.register(async (agents) => {
    guard(agents, authenticate, enforceRateLimit, recordDenial);
    const { publicUrl } = config;
    serveMcp(agents, context, { api: app, publicUrl, keepsSessions: config.mcpSessions });
  });

  await app.register(async (callbacks) =>
    serveCallbacks(callbacks, context, config.publicUrl, enforceRateLimit),
  );

  await app.register(async (open) => {
    guardPublic(open, enforceRateLimit);
    serveHealth(open, health, isStopping);
    serveMedia(open, context);
    let served: Tagged | undefined;
    open.get(`${basePath}/openapi.json`, (request, reply) => {
      served ??= tag(JSON.stringify(describeApi()));
      return sendTagged(request, reply, served, 'application/json; charset=utf-8');
    });
    serveDocs(open, describeApi, config.publicUrl);
    await serveConsole(open);
  });
  return app;
}
