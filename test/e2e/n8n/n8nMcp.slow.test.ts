import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tools } from '../../../connectors/mcp/tools/index.ts';
import {
  executeWorkflow,
  importCredentials,
  importWorkflows,
  startN8n,
  type Json,
  type N8n,
  type Workflow,
} from '../../../scripts/n8n/n8n.ts';
import { freePort } from '../../../scripts/programs/port.ts';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { databaseWithTables } from '../../service/harness/database.ts';
import { node } from './n8nWorkflows.ts';

const type = '@n8n/n8n-nodes-langchain.mcpClient';
const to = '+12025550170';
const text = 'Hello from n8n';

let folder: string;
let service: ServiceProcess;
let n8n: N8n;

const endpoint = () => ({
  serverTransport: 'httpStreamable',
  endpointUrl: new URL('/mcp', service.baseUrl).href,
  authentication: 'bearerAuth',
});
const credentials = { httpBearerAuth: { id: 'bearer', name: 'bearer' } };

/** Creates a workflow that calls a tool with the node "MCP Client". */
const calling = (tool: string): Workflow => ({
  id: tool,
  name: tool,
  nodes: [
    node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
    {
      ...node('Call', type, 1.1, {
        ...endpoint(),
        tool: { __rl: true, mode: 'id', value: tool },
        ...{ inputMode: 'json', jsonInput: JSON.stringify({ to, text }), options: {} },
      }),
      credentials,
    },
  ],
  connections: { Start: { main: [[{ node: 'Call', type: 'main', index: 0 }]] } },
  settings: { executionOrder: 'v1' },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'textloom-n8n-mcp-'));
  service = await startServiceProcess({ database: await databaseWithTables() });
  await importCredentials({ userFolder: folder }, [
    { ...credentials.httpBearerAuth, type: 'httpBearerAuth', data: { token: service.apiKey } },
  ]);
  await importWorkflows(
    { userFolder: folder },
    ['preview_message', 'send_message'].map((tool) => calling(tool)),
  );
  n8n = await startN8n({
    ...{ userFolder: folder, port: await freePort(), brokerPort: await freePort() },
  });
});
afterAll(async () => {
  await n8n.stop();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the node "MCP Client" of n8n', () => {
  const call = async (tool: string): Promise<Json> => {
    const { nodes } = await executeWorkflow(n8n, tool);
    const [run] = nodes.Call!;
    expect(run).toMatchObject({ status: 'success' });
    return run!.outputs[0]![0]!.json.structuredContent as Json;
  };

  it('lists the tools', async () => {
    const { results } = await n8n.api<{ results: { value: string }[] }>(
      'POST',
      '/rest/dynamic-node-parameters/resource-locator-results',
      {
        ...{ path: 'parameters.tool', methodName: 'getTools', credentials },
        nodeTypeAndVersion: { name: type, version: 1.1 },
        currentNodeParameters: endpoint(),
      },
    );
    expect(results.map(({ value }) => value).sort()).toEqual(tools.map(({ name }) => name).sort());
  });

  it('previews a text, and sends it once', async () => {
    expect(await call('preview_message')).toMatchObject({ would_send: true });
    expect(await call('send_message')).toMatchObject({ message: { to, text } });
    expect(await call('send_message')).toHaveProperty('already_sent');
  });
});
