import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type * as Tools from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data.js';
import type * as N8nWorkflow from 'n8n-workflow';
import type {
  IBinaryKeyData,
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  ILoadOptionsFunctions,
  INode,
  INodeParameters,
  INodeType,
  IWebhookFunctions,
  IWorkflowExecuteAdditionalData,
  Workflow as WorkflowType,
} from 'n8n-workflow';
import { TextloomApi } from '../../connectors/n8n/credentials/TextloomApi.credentials.ts';

// n8n-core writes its settings to this folder as soon as it is loaded.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'textloom-n8n-core-'));
process.env.N8N_ENCRYPTION_KEY ??= 'test';
process.env.N8N_LOG_LEVEL ??= 'silent';
const require = createRequire(import.meta.url);
export const core = require('n8n-core') as typeof Core;
const { makeHandleToolInvocation } =
  require('n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data.js') as typeof Tools;
export const { Workflow } = require('n8n-workflow') as typeof N8nWorkflow;

export interface Credential {
  readonly baseUrl: string;
  readonly apiKey: string;
}
export interface HostOptions {
  readonly nodeType: INodeType;
  readonly credential: Credential;
  readonly parameters?: INodeParameters;
  /** Holds settings of the node, such as `retryOnFail`. */
  readonly settings?: Partial<INode>;
  /** Holds the files of every item. */
  readonly binary?: IBinaryKeyData;
  /** Holds the address of this n8n. */
  readonly address?: string;
  /** Holds the token that the retries of an execution share in newer versions of n8n. */
  readonly resumeToken?: string;
}

const unfinished = new Set<() => void>();

/** Ends all responses, as n8n does in the end. The trigger waits for that. */
export function finishResponses(): void {
  for (const finish of unfinished) finish();
  unfinished.clear();
}

/** Creates the contexts that a real n8n passes to a node, without its server and database. */
export function n8nHost({
  nodeType,
  credential,
  address = 'http://n8n.test',
  ...options
}: HostOptions) {
  const credentialType = new TextloomApi();
  const node: INode = {
    id: 'node-1',
    name: 'Node',
    type: nodeType.description.name,
    typeVersion: 1,
    position: [0, 0],
    webhookId: 'hook-1',
    parameters: options.parameters ?? {},
    credentials: { [credentialType.name]: { id: randomUUID(), name: 'Textloom' } },
    ...options.settings,
  };
  const workflow = new Workflow({
    id: 'workflow-1',
    nodes: [node],
    connections: {},
    active: false,
    nodeTypes: {
      getByName: () => nodeType,
      getByNameAndVersion: () => nodeType,
      getKnownTypes: () => ({}),
    },
  });
  const additionalData = {
    credentialsHelper: credentialsHelper(workflow, node, credentialType, credential, () => {
      host.credentialReads++;
    }),
    webhookBaseUrl: `${address}/webhook`,
    webhookTestBaseUrl: `${address}/webhook-test`,
    webhookWaitingBaseUrl: `${address}/webhook-waiting`,
    formWaitingBaseUrl: `${address}/form-waiting`,
    variables: {},
  } as unknown as IWorkflowExecuteAdditionalData;
  const execution: string = randomUUID();
  // An execution keeps this data from one attempt to the next, and while it waits.
  const run = {
    resumeToken: options.resumeToken,
    resultData: { runData: {} },
    executionData: { contextData: {}, nodeExecutionStack: [] },
  } as never;

  const host = {
    node,
    workflow,
    additionalData,
    /** How often the node has read its credential. */
    credentialReads: 0,
    /**
     * Creates an attempt at running the node. All attempts share the data that an execution keeps.
     * In a loop, each pass is a separate run.
     */
    execute: (
      json: IDataObject[] = [{}],
      executionId = execution,
      cancel?: AbortSignal,
      runIndex = 0,
    ): IExecuteFunctions & Pick<Core.ExecuteContext, 'hints'> => {
      const { binary } = options;
      const items = json.map((one) => ({ json: one, ...(binary && { binary }) }));
      const input = { main: [items] };
      const data = { data: input, node, source: null };
      return new core.ExecuteContext(
        workflow,
        workflow.getNode('Node')!,
        { ...additionalData, executionId },
        'manual',
        run,
        runIndex,
        items,
        input,
        data,
        [],
        cancel,
      );
    },
    /**
     * Supplies the node as a tool, and returns the function that an agent calls. n8n counts the
     * calls of each supply separately, so parallel supplies call with the same run index. The
     * agent works on the item `json`.
     */
    tool: ({ isOld = false, hasExecution = true, executionId = execution, json = {} } = {}) => {
      const createContext = (runIndex: number) => {
        const context = new core.SupplyDataContext(
          workflow,
          workflow.getNode('Node')!,
          { ...additionalData, ...(hasExecution && { executionId }) },
          'manual',
          run,
          runIndex,
          [{ json }],
          {},
          'ai_tool',
          { data: { main: [[{ json }]] }, node, source: null },
          [],
        );
        // Old versions of n8n do not have this method.
        return isOld ? Object.assign(context, { addExecutionHints: undefined as never }) : context;
      };
      return makeHandleToolInvocation(createContext, node, nodeType, run);
    },
    load: (): ILoadOptionsFunctions =>
      new core.LoadOptionsContext(workflow, node, additionalData, ''),
    hook: (mode: Mode = 'production'): IHookFunctions =>
      new core.HookContext(
        workflow,
        workflow.getNode('Node')!,
        additionalData,
        mode === 'test' ? 'manual' : 'trigger',
        mode === 'test' ? 'manual' : 'activate',
        toWebhook(nodeType, mode),
      ),
    webhook: (request: WebhookRequest, mode: Mode = 'production') => {
      const answered: { status?: number; body?: string; headers?: Record<string, string> } = {};
      const response = {
        statusCode: 200,
        writableEnded: false,
        status(code: number) {
          answered.status = code;
          return response;
        },
        setHeader(name: string, value: string) {
          answered.headers = { ...answered.headers, [name]: value };
        },
        end(body: string) {
          answered.body = body;
        },
      };
      /** Does what n8n does after the node, with the status of its response. */
      const finish = (status: number) => {
        if (response.writableEnded) return;
        response.statusCode = status;
        response.writableEnded = true;
      };
      unfinished.add(() => finish(500));
      const context: IWebhookFunctions = new core.WebhookContext(
        workflow,
        workflow.getNode('Node')!,
        {
          ...additionalData,
          executionId: execution,
          // The node uses only these parts of a request and a response.
          httpRequest: request as IWorkflowExecuteAdditionalData['httpRequest'],
          httpResponse: response as IWorkflowExecuteAdditionalData['httpResponse'],
        },
        mode === 'test' ? 'manual' : 'webhook',
        toWebhook(nodeType, mode),
        [],
        nodeType.description.webhooks![0]!.restartWebhook ? run : null,
      );
      return { context, answered, finish };
    },
  };
  return host;
}

type Mode = 'production' | 'test';
interface WebhookRequest {
  readonly headers: Record<string, string | string[]>;
  rawBody?: Buffer;
  readonly query?: Record<string, string>;
  readonly readRawBody?: () => Promise<void>;
}
const toWebhook = (nodeType: INodeType, mode: Mode) =>
  ({ webhookDescription: nodeType.description.webhooks![0]!, isTest: mode === 'test' }) as never;

/** Works like n8n's own helper, but without its database. */
function credentialsHelper(
  workflow: WorkflowType,
  node: INode,
  { authenticate, properties }: TextloomApi,
  credential: Credential,
  onRead: () => void,
) {
  const resolved = (value: unknown) =>
    typeof value === 'string' && value.startsWith('=')
      ? workflow.expression.getSimpleParameterValue(node, value, 'internal', {
          $credentials: { ...credential },
        })
      : value;
  return {
    getParentTypes: () => [],
    getCredentialsProperties: () => properties,
    isCredentialUsableByNode: () => true,
    getDecrypted: () => {
      onRead();
      return Promise.resolve({ ...credential });
    },
    preAuthentication: () => Promise.resolve(undefined),
    authenticate: (_data: unknown, _type: string, request: { headers?: IDataObject }) => {
      const headers = Object.entries(authenticate.properties.headers ?? {});
      return Promise.resolve({
        ...request,
        headers: {
          ...request.headers,
          ...Object.fromEntries(headers.map(([name, value]) => [name, resolved(value)])),
        },
      });
    },
  };
}
