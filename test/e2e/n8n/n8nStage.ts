import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  importCredentials,
  importWorkflows,
  installNode,
  startN8n,
  withCredential,
  type Credential,
  type N8n,
  type Workflow,
} from '../../../scripts/n8n/n8n.ts';
import { freePort } from '../../../scripts/programs/port.ts';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { databaseWithTables } from '../../service/harness/database.ts';

export interface Stage {
  readonly service: ServiceProcess;
  readonly n8n: N8n;
  readonly stop: () => Promise<void>;
}

const account = { id: 'textloom', name: 'Textloom account', type: 'textloomApi' };

export interface Extras {
  /** Holds credentials in addition to the one of the connector. */
  readonly credentials?: readonly Credential[];
  /** Stops what the workflows need in addition to the service. */
  readonly stop?: () => Promise<void>;
}

/**
 * Starts the service and a real n8n with the packed connector, its credential and these workflows.
 */
export async function openStage(
  workflows: readonly Workflow[],
  extras: Extras = {},
): Promise<Stage> {
  const userFolder = await mkdtemp(join(tmpdir(), 'textloom-n8n-stage-'));
  const service = await startServiceProcess({
    database: await databaseWithTables(),
    settings: { RATE_LIMIT: '10000', RATE_LIMIT_BURST: '10000' },
  });
  await installNode(userFolder);
  const { baseUrl, apiKey } = service;
  await importCredentials({ userFolder }, [
    { ...account, data: { baseUrl, apiKey } },
    ...(extras.credentials ?? []),
  ]);
  await importWorkflows(
    { userFolder },
    workflows.map((workflow) => withCredential(workflow, account)),
  );
  const n8n = await startN8n({ userFolder, port: await freePort(), brokerPort: await freePort() });
  return {
    service,
    n8n,
    stop: async () => {
      await n8n.stop();
      await service.stop();
      await extras.stop?.();
      await rm(userFolder, { recursive: true, force: true });
    },
  };
}
