import { basePath } from '@textloom/shared/contract';
import { readConfig } from '../../config/config.ts';
import { startService } from '../../runtime/start.ts';
import { CommandError, type Command } from '../command.ts';
import { checkPorts } from '../doctor/checkPorts.ts';
import { explainFailure } from '../explainFailure.ts';

export const serve: Command = {
  forms: {
    serve: 'Run the service until it gets a signal to stop',
  },
  run: async (_args, { environment, print, printError }) => {
    const config = readConfig(environment);
    // A first start on a busy port would create the account, and show its key only this once.
    for (const { kind, text } of await checkPorts(config))
      if (kind !== 'ok')
        throw new CommandError(
          kind === 'warning' ? `${text} Stop it, or choose another port.` : text,
        );
    const service = await startService(config, {
      onNewKey: (key) => print(`API key of the first account, shown only this once: ${key}`),
    });
    const hurry = new AbortController();
    // Listen before printing the first line, because its reader might send a signal immediately.
    const stopSignal = new Promise<undefined>((resolve) => {
      let signals = 0;
      for (const signal of ['SIGTERM', 'SIGINT'] as const)
        process.on(signal, () => {
          resolve(undefined);
          if (++signals > 1) hurry.abort();
        });
    });
    print(
      [
        `Textloom is running: ${service.url}${basePath}`,
        `Console: ${service.url}/console/`,
        ...(service.metricsUrl ? [`Metrics: ${service.metricsUrl}/metrics`] : []),
      ].join('\n'),
    );
    const failure = await Promise.race([stopSignal, service.broken]);
    if (failure !== undefined) {
      printError(failure);
      return 1;
    }
    const { drainSeconds } = config;
    const drain = drainSeconds > 0 ? `draining for ${drainSeconds} seconds, then ` : '';
    print(`Stopping: ${drain}waiting for running work to finish …`);
    try {
      await service.stop(hurry.signal);
      return 0;
    } catch (error) {
      printError(`Textloom could not stop cleanly: ${explainFailure(error)}`);
      return 1;
    }
  },
};
