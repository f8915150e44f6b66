import { basePath, headers, limits, operations } from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { answerBadAddress, answerErrors, answerUnknown } from './http/answerErrors.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { guard } from './http/guard.ts';
import { parseJson } from './http/parseJson.ts';
import { serveConsole } from './http/serveConsole.ts';
import { serveOperation } from './http/serveOperation.ts';
import { newId } from './ids.ts';
import { serveSimulator } from './routes/simulator.ts';
import { version } from './version.ts';

/** The HTTP side of the service, ready to listen. */
export async function buildApp(
  context: Context,
  config: Config,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: limits.bodyBytes,
    genReqId: () => newId('req'),
    loggerInstance: log,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    frameworkErrors: answerBadAddress,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header(headers.requestId, request.id);
  });
  parseJson(app);
  answerErrors(app);

  await app.register(
    async (api) => {
      guard(api, createAuthenticate(context.db), config.rateLimit);
      answerUnknown(api);
      for (const { resource, name, operation } of operations)
        serveOperation(api, context, config, { resource, name, operation });
    },
    { prefix: basePath },
  );

  await app.register(
    async (simulator) => {
      guard(simulator, createAuthenticate(context.db), config.rateLimit);
      serveSimulator(simulator, context);
    },
    { prefix: '/simulator' },
  );

  app.get(`${basePath}/health`, async () => {
    await context.db.selectFrom('account').select('id').limit(1).execute();
    return { status: 'ok', version };
  });
  const document = openApiDocument({ version, serverUrl: basePath });
  app.get(`${basePath}/openapi.json`, () => document);
  await serveConsole(app);
  return app;
}
