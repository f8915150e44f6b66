import { basePath, headers, limits, operations } from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { answerBadAddress, answerErrors, answerUnknown } from './http/answerErrors.ts';
import { createRecognise } from './http/authenticate.ts';
import { guard, guardOpen } from './http/guard.ts';
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
    requestTimeout: 30_000,
    frameworkErrors: answerBadAddress,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header(headers.requestId, request.id);
  });
  parseJson(app);
  answerErrors(app);

  const recognise = createRecognise(context.db);
  await app.register(
    async (api) => {
      guard(api, recognise, config.rateLimit);
      answerUnknown(api);
      for (const { resource, name, operation } of operations)
        serveOperation(api, context, config, { resource, name, operation });
    },
    { prefix: basePath },
  );

  await app.register(
    async (simulator) => {
      guard(simulator, recognise, config.rateLimit);
      serveSimulator(simulator, context);
    },
    { prefix: '/simulator' },
  );

  const document = openApiDocument({ version, serverUrl: basePath });
  await app.register(
    async (open) => {
      guardOpen(open, config.rateLimit);
      open.get('/health', async () => {
        await context.db.selectFrom('account').select('id').limit(1).execute();
        return { status: 'ok', version };
      });
      open.get('/openapi.json', () => document);
    },
    { prefix: basePath },
  );

  await serveConsole(app);
  return app;
}
