import { basePath } from '@textloom/shared/contract';
import { readConfig } from '../config/config.ts';
import { startService } from '../runtime/start.ts';
import type { Command } from './command.ts';
import { reasonOf } from './reasonOf.ts';

export const serve: Command = {
  usage: ['serve'],
  does: 'Run the service until it gets a signal to stop',
  run: async (_args, { environment, say, tell }) => {
    const service = await startService(readConfig(environment));
    // Listen before printing the first line, because its reader might send a signal immediately.
    const told = new Promise<undefined>((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const)
        process.on(signal, () => resolve(undefined));
    });
    // Print everything in one piece, so that a program that waits for the first line also gets the key.
    say(
      [
        `Textloom is running: ${service.url}${basePath}`,
        `Console: ${service.url}/console/`,
        ...(service.metricsUrl ? [`Metrics: ${service.metricsUrl}/metrics`] : []),
        ...(service.newKey
          ? [`API key of the first account, shown only this once: ${service.newKey}`]
          : []),
      ].join('\n'),
    );
    const fault = await Promise.race([told, service.broken]);
    if (fault !== undefined) {
      tell(fault);
      return 1;
    }
    say('Stopping: waiting for running work to finish …');
    try {
      await service.stop();
      return 0;
    } catch (error) {
      tell(`Textloom could not stop cleanly: ${reasonOf(error)}`);
      return 1;
    }
  },
};
