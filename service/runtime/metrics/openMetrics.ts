import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../core/context.ts';
import type { Health } from '../../observability/health.ts';
import type { Store } from '../../store/database.ts';
import type { Background } from '../background.ts';
import { databaseMetrics } from './databaseMetrics.ts';
import { metricsServer } from './metricsServer.ts';
import { connectionMetrics, diskMetrics, lagMetrics, progressMetrics } from './processMetrics.ts';

interface Sources {
  readonly context: Context;
  readonly store: Store;
  readonly health: Health;
  readonly background: Background;
  readonly log: FastifyBaseLogger;
}

/** Creates the server of all metrics of this process, ready to listen. */
export function openMetrics(
  { dataDir }: Pick<Config, 'dataDir'>,
  { context, store, health, background, log }: Sources,
): FastifyInstance {
  const hasFolder = store.embedded && !dataDir.startsWith('memory:');
  return metricsServer({
    registries: [
      connectionMetrics(store),
      progressMetrics(background),
      lagMetrics('main'),
      ...(hasFolder ? [diskMetrics(dataDir)] : []),
    ],
    background,
    // Requests never wait for a scrape: it uses the connections of the background work.
    readDatabaseMetrics: databaseMetrics(
      {
        db: store.background,
        clock: context.clock,
        carriers: context.carriers.all.map(({ name }) => name),
      },
      health,
    ),
    log,
  });
}
