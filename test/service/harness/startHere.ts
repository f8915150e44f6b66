import { connect, type Service } from '../../../scripts/serviceProcess.ts';
import { readConfig } from '../../../service/config/config.ts';
import { startService } from '../../../service/runtime/start.ts';
import { openFolder } from './database.ts';
import { newKey } from './process.ts';

export interface ServiceHere extends Service {
  readonly stop: () => Promise<void>;
}

/**
 * Starts the service in this process. A start in a separate process takes several times as long.
 */
export async function startServiceHere(
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceHere> {
  const database = await openFolder();
  const apiKey = newKey();
  const service = await startService(
    readConfig({
      ...database.environment,
      PORT: '0',
      LOG_LEVEL: 'silent',
      API_KEY: apiKey,
      ...settings,
    }),
  );
  return {
    ...connect(service.url, apiKey),
    stop: async () => {
      await service.stop();
      await database.remove();
    },
  };
}
