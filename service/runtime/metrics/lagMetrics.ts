import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, Registry } from 'prom-client';

/** The embedded database works in the thread of the requests, which is then the only one. */
type Thread = 'main' | 'background';

const resolutionMs = 10;
/** One in a hundred of the steps since the last scrape is later. */
const percentile = 99;
const nanoseconds = 1e9;

/** Shows how late the event loop of this thread is. */
export function lagMetrics(thread: Thread): Registry {
  const registry = new Registry();
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  new Gauge({
    name: 'textloom_event_loop_lag_seconds',
    help: 'How late the event loop of a thread is, 99th percentile since the last scrape, in this process',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      this.set({ thread }, delay.count === 0 ? 0 : delay.percentile(percentile) / nanoseconds);
      delay.reset();
    },
  });
  return registry;
}
