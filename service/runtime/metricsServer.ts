import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, register } from 'prom-client';
import type { Background } from './background.ts';
import type { Context } from '../core/context.ts';
import type { Health } from '../observability/health.ts';
import { metricsOfDatabase } from './metricsOfDatabase.ts';

/** Serves `GET /metrics` for Prometheus on a separate server, so that a proxy in front of the API does not expose it. */
export function metricsServer(
  context: Context,
  health: Pick<Health, 'checkDatabase'>,
  readElsewhere: Background['readMetrics'],
  log: FastifyBaseLogger,
): FastifyInstance {
  // Collect these once per process: memory, garbage collection, and event loop lag.
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  const ofDatabase = metricsOfDatabase(context, health);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.get('/metrics', async (_request, reply) => {
    const counted = [await register.getMetricsAsJSON(), ...(await readElsewhere().catch(() => []))];
    const ofProcess = await AggregatorRegistry.aggregate(counted).metrics();
    const text = `${ofProcess}\n${await ofDatabase()}`;
    return reply.type(register.contentType).send(text);
  });
  return app;
}
