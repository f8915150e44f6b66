import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { Context } from '../core/context.ts';
import { inTime } from '../concurrency/inTime.ts';
import { describeFailure, type Failure } from '../observability/log.ts';
import { createPulse } from '../observability/pulse.ts';
import { createSignal } from './signal.ts';
import type { Store } from '../store/database.ts';
import { carrierMetrics } from './metrics/processMetrics.ts';
import { startWorkers, type Pace } from './workers.ts';

/** The result of `Registry.getMetricsAsJSON`. */
type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The background work of the service. */
export interface Background {
  /** Signals that there are new messages in the queue. */
  readonly wake: () => void;
  /** Reads the metrics of the background work that this thread does not have. */
  readonly readMetrics: () => Promise<readonly Metrics[]>;
  /** Returns the parts that make no progress. */
  readonly stuck: () => readonly string[];
  /** Resolves with a sentence if the background work ends unexpectedly. */
  readonly broken: Promise<string>;
  /** Waits until running work finishes, and stops. */
  readonly stop: () => Promise<void>;
}

type OnError = (error: unknown, doing: string) => void;

/** The queue polls the database several times per second. */
const queueLimitMs = 30_000;

/**
 * Works in this thread, for the embedded database, which only one thread can use, and for a test
 * clock.
 */
export async function runInProcess(
  context: Context,
  { background, boss, queueRespondedAt }: Store,
  onError: OnError,
  pace: Pace = {},
): Promise<Background> {
  const queueSignal = createSignal();
  const pulse = createPulse();
  pulse.add('the queue', queueLimitMs, queueRespondedAt);
  const stop = await startWorkers({ ...context, db: background }, boss, {
    ...pace,
    queueSignal,
    pulse,
    onError,
  });
  const metrics = carrierMetrics(context.carriers);
  return {
    wake: queueSignal.raise,
    readMetrics: async () => [await metrics.getMetricsAsJSON()],
    stuck: pulse.stuck,
    broken: new Promise(() => undefined),
    stop,
  };
}

/** A message to the thread. */
export type Command = 'wake' | 'readMetrics' | 'stop';
/** A message from the thread. */
export type Report =
  | { readonly kind: 'started' | 'stopped' }
  | { readonly kind: 'alive'; readonly stuck: readonly string[] }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly doing: string }
  | { readonly kind: 'metrics'; readonly metrics: readonly Metrics[] };

export const heartbeatMs = 1_000;
/** A thread that is silent for this long makes no progress. */
const silentMs = 10_000;
const metricsTimeoutMs = 5_000;
/** A little less than the process waits for the background work. */
const stopTimeoutMs = 19_000;

/**
 * Works in a separate thread, so that requests do not wait for the work on earlier ones. If the
 * thread fails, the process ends.
 */
export async function runInThread(
  config: Config,
  onFailure: (failure: Failure, doing: string) => void,
): Promise<Background> {
  const thread = new Worker(new URL('backgroundThread.ts', import.meta.url), {
    workerData: config,
  });
  const send = (command: Command) => thread.postMessage(command);
  const waitForReport = async <K extends Report['kind']>(
    kind: K,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Extract<Report, { kind: K }>> => {
    for (;;) {
      const [report] = (await once(thread, 'message', options)) as [Report];
      if (report.kind === kind) return report as Extract<Report, { kind: K }>;
    }
  };
  let lastHeartbeat = { at: performance.now(), stuck: [] as readonly string[] };
  thread.on('message', (report: Report) => {
    if (report.kind === 'failed') onFailure(report.failure, report.doing);
    if (report.kind === 'alive') lastHeartbeat = { at: performance.now(), stuck: report.stuck };
  });
  const broken = new Promise<string>((resolve) => {
    const end = () => resolve('The background thread has ended.');
    thread.on('error', (error) => {
      onFailure(describeFailure(error), 'working in the background');
      end();
    });
    thread.on('exit', end);
  });
  await waitForReport('started');
  return {
    wake: () => send('wake'),
    readMetrics: async () => {
      send('readMetrics');
      // Scrapes continue while the thread is stuck, and none may leave a listener behind.
      const signal = AbortSignal.timeout(metricsTimeoutMs);
      return (await waitForReport('metrics', { signal })).metrics;
    },
    stuck: () =>
      performance.now() - lastHeartbeat.at > silentMs
        ? ['the background thread']
        : lastHeartbeat.stuck,
    broken,
    stop: async () => {
      send('stop');
      try {
        await inTime(stopTimeoutMs, waitForReport('stopped'));
      } finally {
        await thread.terminate();
      }
    },
  };
}
