import { basePath, operations } from '@textloom/shared/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createRecordDenial } from '../audit/denials.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../core/context.ts';
import { serveDocs } from '../docs/serveDocs.ts';
import { handleNotFound } from '../http/handleErrors.ts';
import { createAuthenticator } from '../http/authenticate.ts';
import { createEnforceRateLimit, guard, guardPublic, guardUnknown } from '../http/guard.ts';
import { describeApi, serveOpenApi } from '../docs/serveOpenApi.ts';
import { serveCallbacks } from '../http/serveCallbacks.ts';
import { serveConsole } from '../http/serveConsole.ts';
import { serveHealth } from '../http/serveHealth.ts';
import { serveMedia } from '../http/serveMedia.ts';
import { serveOperation } from '../http/operation/serveOperation.ts';
import { serveMcp } from '../mcp/serveMcp.ts';
import type { Health } from '../observability/health.ts';
import { logFailure } from '../observability/log.ts';
import { serveSimulator } from '../http/simulator.ts';
import { createServer } from './createServer.ts';

interface Options {
  readonly log: FastifyBaseLogger;
  readonly health: Pick<Health, 'check'>;
  /** Whether this process is about to stop accepting requests. */
  readonly isStopping: () => boolean;
}

/** Builds the HTTP app of the service, ready to listen. */
export async function buildApp(
  context: Context,
  config: Config,
  { log, health, isStopping }: Options,
): Promise<FastifyInstance> {
  const app = createServer(config, { log, isStopping });
  const enforceRateLimit = createEnforceRateLimit({
    perSecond: config.rateLimit,
    burst: config.rateLimitBurst,
  });
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
    serveOpenApi(open);
    serveDocs(open, describeApi, config.publicUrl);
    await serveConsole(open);
  });
  return app;
}
