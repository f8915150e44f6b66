import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createSignal } from './signal.ts';
import type { Store } from './store/database.ts';
import { startWorkers } from './workers.ts';

/** What `Registry.getMetricsAsJSON` gives. */
export type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** All that the service does without being asked. */
export interface Background {
  /** Says that messages have been put into line. */
  readonly wake: () => void;
  /** What was counted elsewhere than in this thread. */
  readonly readMetrics: () => Promise<readonly Metrics[]>;
  /** Lets what is running finish. */
  readonly stop: () => Promise<void>;
}

type OnError = (error: unknown, doing: string) => void;

/** In this thread: for the embedded database, which no other one can use, and a clock that is told. */
export async function workHere(
  context: Context,
  { background, boss }: Store,
  { allowPrivateWebhooks }: Config,
  onError: OnError,
): Promise<Background> {
  const line = createSignal();
  const stop = await startWorkers({ ...context, db: background }, boss, {
    allowPrivateWebhooks,
    line,
    onError,
  });
  return { wake: line.raise, readMetrics: () => Promise.resolve([]), stop };
}

/** To the thread. */
export type Order = 'wake' | 'count' | 'stop';
/** From the thread. */
export type Report =
  | { readonly kind: 'started' | 'stopped' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly doing: string }
  | { readonly kind: 'counted'; readonly metrics: Metrics };

/**
 * In a thread of its own, so that requests need not wait for the work on those before them. If that
 * thread fails, the process does.
 */
export async function workInThread(config: Config, onError: OnError): Promise<Background> {
  const thread = new Worker(new URL('backgroundThread.ts', import.meta.url), {
    workerData: config,
  });
  const order = (what: Order) => thread.postMessage(what);
  const reported = async <K extends Report['kind']>(
    kind: K,
  ): Promise<Extract<Report, { kind: K }>> => {
    for (;;) {
      const [report] = (await once(thread, 'message')) as [Report];
      if (report.kind === kind) return report as Extract<Report, { kind: K }>;
    }
  };
  thread.on('message', (report: Report) => {
    if (report.kind === 'failed') onError(report.error, report.doing);
  });
  await reported('started');
  return {
    wake: () => order('wake'),
    readMetrics: async () => {
      order('count');
      return [(await reported('counted')).metrics];
    },
    stop: async () => {
      order('stop');
      await reported('stopped');
      await thread.terminate();
    },
  };
}
