import { randomUUID } from 'node:crypto';
import type {
  EngineResponse,
  IConnections,
  IDataObject,
  IExecuteFunctions,
  INode,
  INodeExecutionData,
  INodeParameters,
  INodeType,
} from 'n8n-workflow';
import { core, n8nHost, Workflow, type Credential } from './n8nHost.ts';

/** The input of the calls that the agent makes for one item, one after the other. */
type Calls = (item: IDataObject) => readonly IDataObject[];

interface AgentRun {
  readonly nodeType: INodeType;
  readonly credential: Credential;
  /** The parameters of the tool. */
  readonly parameters: INodeParameters;
  /** Agents up to version 2 call a tool directly, and those since version 3 through the engine. */
  readonly version: 2 | 3;
  readonly items: readonly IDataObject[];
  readonly calls: Calls;
  /** Whether the agent works on the items one after the other, in a loop. */
  readonly isLoop?: boolean;
}

/**
 * Runs a workflow with n8n's engine: the node 'Leads' returns the items, 'Lead' passes them to an
 * agent, and the agent calls the node as a tool. Returns what the agent gets from its calls.
 */
export async function runAgent({ version, items, calls, isLoop, ...tool }: AgentRun) {
  const answers: string[] = [];
  const types: Record<string, INodeType> = {
    leads: createType(() => items.map((json) => ({ json }))),
    each: eachType,
    lead: createType((context) =>
      context.getInputData().map(({ json }, item) => ({ json, pairedItem: item })),
    ),
    agent: version === 2 ? directAgent(calls, answers) : engineAgent(calls, answers),
    tool: createTool(tool.nodeType),
  };
  const host = n8nHost({ ...tool, nodeType: types.tool! });
  const node = (name: string): INode => ({
    ...host.node,
    id: name,
    name,
    type: name.toLowerCase(),
  });
  const names = ['Leads', 'Each', 'Lead', 'Agent'];
  const workflow = new Workflow({
    id: 'agents',
    nodes: [
      ...names.map((name) => ({ ...node(name), parameters: {}, credentials: {} })),
      node('Tool'),
    ],
    connections: createConnections(isLoop === true),
    active: false,
    settings: { executionOrder: 'v1' },
    nodeTypes: {
      getByName: (name) => types[name]!,
      getByNameAndVersion: (name) => types[name]!,
      getKnownTypes: () => ({}),
    },
  });
  const additionalData = {
    ...host.additionalData,
    executionId: randomUUID(),
    hooks: { runHook: () => Promise.resolve() } as never,
    currentNodeExecutionIndex: 0,
  };
  const run = new core.WorkflowExecute(additionalData, 'manual');
  const { data } = await run.run({ workflow, startNode: workflow.getNode('Leads')! });
  if (data.resultData.error) throw data.resultData.error;
  return answers;
}

function createConnections(isLoop: boolean): IConnections {
  const to = (node: string, type: 'main' | 'ai_tool' = 'main') => [{ node, type, index: 0 }];
  return {
    Leads: { main: [to(isLoop ? 'Each' : 'Lead')] },
    Each: { main: [[], to('Lead')] },
    Lead: { main: [to('Agent')] },
    ...(isLoop && { Agent: { main: [to('Each')] } }),
    Tool: { ai_tool: [to('Agent', 'ai_tool')] },
  };
}

function createType(execute: (context: IExecuteFunctions) => INodeExecutionData[]): INodeType {
  return {
    description: createDescription(['main']),
    execute() {
      return Promise.resolve([execute(this)]);
    },
  };
}

const createDescription = (inputs: readonly string[]) =>
  ({ displayName: 'Node', name: 'node', inputs, outputs: ['main'], properties: [] }) as never;

/** Works like the node 'Loop Over Items' with one item for each pass. */
const eachType: INodeType = {
  description: createDescription(['main']),
  execute() {
    const kept = this.getContext('node') as { left?: INodeExecutionData[] };
    const [next, ...left] = kept.left ?? this.getInputData();
    kept.left = left;
    return Promise.resolve(
      next ? [[], [{ json: next.json, pairedItem: 0 }]] : [[{ json: {} }], []],
    );
  },
};

/** n8n derives a tool from a node in the same way. */
const createTool = (nodeType: INodeType): INodeType =>
  Object.create(nodeType, {
    description: { value: { ...nodeType.description, inputs: [], outputs: ['ai_tool'] } },
  }) as INodeType;

const agentInputs = ['main', { type: 'ai_tool' }] as never;

function directAgent(calls: Calls, answers: string[]): INodeType {
  return {
    description: createDescription(agentInputs),
    async execute() {
      for (const { json } of this.getInputData()) {
        for (const input of calls(json)) {
          const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as [
            { invoke: (input: IDataObject) => Promise<string> },
          ];
          answers.push(
            await tool.invoke(input).catch((error: unknown) => (error as Error).message),
          );
        }
      }
      return [this.getInputData()];
    },
  };
}

function engineAgent(calls: Calls, answers: string[]): INodeType {
  return {
    description: createDescription(agentInputs),
    execute(response?: EngineResponse<{ turn: number }>) {
      for (const { data } of response?.actionResponses ?? []) {
        answers.push(JSON.stringify(data.data?.ai_tool?.[0]?.[0]?.json));
      }
      const turn = response?.metadata.turn ?? 0;
      const actions = this.getInputData().flatMap(({ json }, itemIndex) =>
        calls(json)
          .slice(turn, turn + 1)
          .map((input) => ({
            actionType: 'ExecutionNodeAction' as const,
            nodeName: 'Tool',
            input,
            type: 'ai_tool' as const,
            id: randomUUID(),
            metadata: { itemIndex },
          })),
      );
      return Promise.resolve(
        actions.length > 0 ? { actions, metadata: { turn: turn + 1 } } : [this.getInputData()],
      );
    },
  };
}
