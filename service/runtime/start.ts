import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { runInProcess, runInThread, type Background } from './background.ts';
import { bootstrap } from './bootstrap.ts';
import { findApiKey, findApiKeyProblem } from './checkApiKey.ts';
import type { Config } from '../config/config.ts';
import { releaseClaims } from '../dispatch/recoverStaleClaims.ts';
import { createHealth } from '../observability/health.ts';
import { formatOrigin } from '../config/formatOrigin.ts';
import { inTime, OverdueError } from '../concurrency/inTime.ts';
import { createFailureLog } from '../observability/failureLog.ts';
import { createLog, describeFailure } from '../observability/log.ts';
import { serveHolds } from '../store/embedded/holds.ts';
import { waitForQuiet } from './waitForQuiet.ts';
import { openMetrics } from './metrics/openMetrics.ts';
import { openContext } from './openContext.ts';
import type { Pace } from './workers.ts';

export interface Service {
  /** The URL of the service, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The URL of the metrics server, if there is one. */
  readonly metricsUrl: string | undefined;
  /** Resolves with the reason once the process cannot recover and must end. */
  readonly broken: Promise<string>;
  /**
   * Stops accepting requests, finishes running work, and leaves everything else for the next start.
   * The signal ends the time in which only `GET /ready` tells that the process stops.
   */
  readonly stop: (hurry?: AbortSignal) => Promise<void>;
}

/** The time limit for requests that are in progress when the service stops. */
const drainMs = 10_000;
/** The time limit for each other phase. A lost connection is abandoned earlier. */
const stopBackgroundMs = 20_000;
const closeMs = 2_000;

interface StartOptions extends Pace {
  /** Only for tests. */
  readonly clock?: () => Date;
  /**
   * Receives the key of the first account if this start creates it, even if the rest of the start
   * fails, because no later start can show it.
   */
  readonly onNewKey?: (key: string) => void;
}

/** Starts the service: database, queue, carriers, workers, and HTTP. */
export async function startService(
  config: Config,
  { clock, onNewKey = () => undefined, ...pace }: StartOptions = {},
): Promise<Service> {
  const log = createLog(config);
  const onFailure = createFailureLog(log);
  const onError = (error: unknown, doing: string) => onFailure(describeFailure(error), doing);
  /** What is open so far. */
  const opened: {
    app?: FastifyInstance;
    metrics?: FastifyInstance;
    background?: Background;
    endHolds?: () => unknown;
  } = {};
  let listeningPort: number | undefined;
  const { context, store } = await openContext(config, {
    clock: clock ?? (() => new Date()),
    onError,
    onWait: (sentence) => log.warn(sentence),
    wakeDispatch: () => opened.background?.wake(),
    listeningPort: () => listeningPort,
  });
  const { db, boss } = store;
  const health = createHealth({ store, stuck: () => opened.background?.stuck() ?? [] });
  const close = () => {
    health.stop();
    return endAll([
      () => inTime(closeMs, Promise.resolve(opened.endHolds?.())),
      () => inTime(drainMs + closeMs, Promise.resolve(opened.app?.close())),
      () => inTime(closeMs, Promise.resolve(opened.metrics?.close())),
      () => inTime(stopBackgroundMs, Promise.resolve(opened.background?.stop())),
      () => inTime(closeMs, boss.stop({ graceful: false })),
      () => inTime(closeMs, store.close()),
    ]);
  };
  try {
    if (store.embedded) await releaseClaims(db);
    const newKey = await bootstrap(db, {
      apiKey: config.apiKey,
      numbers: context.carriers.numbers,
      now: context.clock(),
    });
    if (newKey !== undefined) onNewKey(newKey);
    const key = await findApiKey(db, config.apiKey);
    const keyProblem = key && findApiKeyProblem(key, context.clock());
    if (keyProblem !== undefined) log.warn(keyProblem);
    // A provider that does not respond must not delay the start.
    for (const { inventory } of context.carriers.all) void inventory?.refresh();
    let isStopping = false;
    const app = await buildApp(context, config, { log, health, isStopping: () => isStopping });
    opened.app = app;
    const background =
      store.embedded || clock
        ? await runInProcess(context, store, onError, pace)
        : await runInThread(config, onFailure);
    opened.background = background;
    const { host, metricsPort } = config;
    if (metricsPort !== undefined) {
      opened.metrics = openMetrics(config, { context, store, health, background, log });
      await opened.metrics.listen({ host, port: metricsPort });
    }
    await app.listen({ host, port: config.port });
    listeningPort = getPort(app);
    if (store.holder)
      opened.endHolds = await serveHolds(config.dataDir, store.holder, (code) =>
        log.warn(
          `A backup must wait until this service stops: it cannot respond to one (${code}).`,
        ),
      );
    const stop = async (hurry?: AbortSignal) => {
      isStopping = true;
      await sleep(config.drainSeconds * 1_000, undefined, { signal: hurry }).catch(() => undefined);
      await waitForQuiet(app.server);
      // A request that a client sent only in part might never be complete.
      const deadline = setTimeout(() => app.server.closeAllConnections(), drainMs);
      const failure = await close();
      clearTimeout(deadline);
      if (failure instanceof OverdueError)
        throw new Error('Running work did not end in time. The next start resumes it.');
      if (failure) throw failure;
    };
    return {
      url: formatOrigin(host, getPort(app)),
      metricsUrl: opened.metrics && formatOrigin(host, getPort(opened.metrics)),
      broken: Promise.race([health.broken, background.broken]),
      stop,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Runs all phases, and returns the first failure. Each phase can wait forever, and a failed phase
 * must not prevent the next one.
 */
async function endAll(phases: readonly (() => Promise<unknown>)[]): Promise<Error | undefined> {
  const failures: Error[] = [];
  for (const phase of phases)
    try {
      await phase();
    } catch (error) {
      failures.push(error as Error);
    }
  return failures[0];
}

const getPort = ({ server }: FastifyInstance): number => (server.address() as AddressInfo).port;
