import { parentPort, workerData } from 'node:worker_threads';
import { register } from 'prom-client';
import { heartbeatMs, runInProcess, type Command, type Report } from './background.ts';
import type { Config } from '../config/config.ts';
import { describeFailure } from '../observability/log.ts';
import { connectionMetrics, lagMetrics } from './metrics/processMetrics.ts';
import { openContext } from './openContext.ts';

const config = workerData as Config;
const report = (report: Report) => parentPort!.postMessage(report);
const onError = (error: unknown, doing: string) =>
  report({ kind: 'failed', failure: describeFailure(error), doing });

const { context, store } = await openContext(config, { clock: () => new Date(), onError });
const background = await runInProcess(context, store, onError);
const registries = [connectionMetrics(store), lagMetrics('background')];
const runCommand = async (command: Command): Promise<void> => {
  switch (command) {
    case 'wake':
      background.wake();
      break;
    case 'readMetrics':
      report({
        kind: 'metrics',
        metrics: [
          ...(await Promise.all([register, ...registries].map((one) => one.getMetricsAsJSON()))),
          ...(await background.readMetrics()),
        ],
      });
      break;
    case 'stop':
      await background.stop();
      await store.close();
      report({ kind: 'stopped' });
  }
};
parentPort!.on('message', (command: Command) => void runCommand(command));
setInterval(() => report({ kind: 'alive', stuck: background.stuck() }), heartbeatMs).unref();
report({ kind: 'started' });
