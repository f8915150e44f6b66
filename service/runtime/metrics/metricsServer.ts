import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, register, type Registry } from 'prom-client';
import type { Background } from '../background.ts';

interface Sources {
  /** The metrics of this process that are not in the global registry. */
  readonly registries: readonly Registry[];
  readonly background: Pick<Background, 'readMetrics'>;
  readonly readDatabaseMetrics: () => Promise<string>;
  readonly log: FastifyBaseLogger;
}

/**
 * Serves `GET /metrics` for Prometheus on a separate server, so that a proxy in front of the API
 * does not expose it.
 */
export function metricsServer({
  registries,
  background,
  readDatabaseMetrics,
  log,
}: Sources): FastifyInstance {
  // Collect these once per process: memory, garbage collection, and event loop lag.
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  let lastOfThreads: Awaited<ReturnType<Background['readMetrics']>> = [];
  /** Without a response, repeats the last counts. A count that falls looks like a restart. */
  const readThreads = async () => {
    try {
      return (lastOfThreads = await background.readMetrics());
    } catch {
      return lastOfThreads.map((metrics) => metrics.filter(isCount));
    }
  };
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.get('/metrics', async (_request, reply) => {
    // Without the database or the other thread, each takes seconds, so they run side by side.
    const [database, ofThreads, ...own] = await Promise.all([
      readDatabaseMetrics(),
      readThreads(),
      ...[register, ...registries].map((one) => one.getMetricsAsJSON()),
    ]);
    // The library leaves out the start of the process, which differs among processes but not here.
    const all = [...own, ...ofThreads].map((metrics) =>
      metrics.map((one) => ({
        ...one,
        aggregator: one.aggregator === 'omit' ? 'first' : one.aggregator,
      })),
    );
    const ofProcess = await AggregatorRegistry.aggregate(all).metrics();
    return reply.type(register.contentType).send(`${ofProcess}\n${database}`);
  });
  return app;
}

/** The library gives the types in this form, unlike its declaration. */
const isCount = ({ type }: { readonly type: unknown }): boolean =>
  type === 'counter' || type === 'histogram';
