import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, register } from 'prom-client';
import type { Background } from './background.ts';
import type { Context } from '../core/context.ts';
import type { Health } from '../observability/health.ts';
import { databaseMetrics } from './databaseMetrics.ts';

/**
 * Serves `GET /metrics` for Prometheus on a separate server, so that a proxy in front of the API
 * does not expose it.
 */
export function metricsServer(
  context: Context,
  health: Pick<Health, 'checkDatabase'>,
  readThreadMetrics: Background['readMetrics'],
  log: FastifyBaseLogger,
): FastifyInstance {
  // Collect these once per process: memory, garbage collection, and event loop lag.
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  const readDatabaseMetrics = databaseMetrics(context, health);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.get('/metrics', async (_request, reply) => {
    const registries = [
      await register.getMetricsAsJSON(),
      ...(await readThreadMetrics().catch(() => [])),
    ];
    const processMetrics = await AggregatorRegistry.aggregate(registries).metrics();
    const text = `${processMetrics}\n${await readDatabaseMetrics()}`;
    return reply.type(register.contentType).send(text);
  });
  return app;
}
