import { parentPort, workerData } from 'node:worker_threads';
import { register } from 'prom-client';
import { aliveEveryMs, workHere, type Order, type Report } from './background.ts';
import type { Config } from '../config/config.ts';
import { openContext } from './openContext.ts';

const config = workerData as Config;
const say = (report: Report) => parentPort!.postMessage(report);
/** Reports the fields of an error, because an error loses its code on the way to another thread. */
const onError = (error: unknown, doing: string) => {
  const { name, code, stack } = error as NodeJS.ErrnoException;
  say({ kind: 'failed', error: { name, code, stack }, doing });
};

const { context, store } = await openContext(config, { clock: () => new Date(), onError });
const background = await workHere(context, store, config, onError);
const obey = async (order: Order): Promise<void> => {
  switch (order) {
    case 'wake':
      background.wake();
      break;
    case 'count':
      say({ kind: 'counted', metrics: await register.getMetricsAsJSON() });
      break;
    case 'stop':
      await background.stop();
      await store.close();
      say({ kind: 'stopped' });
  }
};
parentPort!.on('message', (order: Order) => void obey(order));
setInterval(() => say({ kind: 'alive', stuck: background.stuck() }), aliveEveryMs).unref();
say({ kind: 'started' });
