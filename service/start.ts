import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { bootstrap } from './bootstrap.ts';
import { handsetCarrier } from './carriers/handset.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { releaseClaims } from './delivery/dispatch.ts';
import { createLog, logFailure } from './log.ts';
import { simulatedRegistry } from './messaging/registry.ts';
import { createSignal } from './signal.ts';
import { openStore } from './store/database.ts';
import { openQueues } from './store/jobs.ts';
import { startWorkers } from './workers.ts';

export interface Service {
  /** Such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The first account's key, where this start has made it. */
  readonly newKey: string | undefined;
  /** Stops taking requests, ends what is running and leaves everything else for the next start. */
  readonly stop: () => Promise<void>;
}

/** How long requests that are on their way when the service stops may take. */
const drainMs = 10_000;

/** Starts the service: database, queue, carrier, workers and HTTP. */
export async function startService(
  config: Config,
  clock: () => Date = () => new Date(),
): Promise<Service> {
  const log = createLog(config.logLevel);
  const onError = (error: unknown, doing: string) => logFailure(log, error, doing);
  const store = await openStore(config, (error) => onError(error, 'running the queue'));
  const { db, background, boss } = store;
  try {
    const enqueue = await openQueues(boss);
    if (store.embedded) await releaseClaims(db);
    const line = createSignal();
    const context: Context = {
      db,
      enqueue,
      wakeDispatch: line.raise,
      clock,
      carrier: handsetCarrier({ db: background, boss, enqueue, clock }),
      registry: simulatedRegistry(config.registrationReviewHours),
      enforce10dlc: config.enforce10dlc,
    };
    const newKey = await bootstrap(db, config.apiKey, clock());
    const app = await buildApp(context, config, log);
    const stopWorkers = await startWorkers({ ...context, db: background }, boss, {
      allowPrivateWebhooks: config.allowPrivateWebhooks,
      line,
      onError,
    });
    await app.listen({ host: config.host, port: config.port });
    const { port } = app.server.address() as AddressInfo;
    const stop = async () => {
      // A request that a client has sent half may never come whole.
      const deadline = setTimeout(() => app.server.closeAllConnections(), drainMs);
      await app.close().finally(() => clearTimeout(deadline));
      await stopWorkers();
      await store.close();
    };
    return {
      url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      newKey,
      stop,
    };
  } catch (error) {
    await boss.stop({ graceful: false });
    await store.close();
    throw error;
  }
}
