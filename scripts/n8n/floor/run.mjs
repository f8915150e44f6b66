// Runs in the folder of the oldest supported version, so that it finds the engine of that version.
// Takes a run as JSON, and prints the content of the package and the result of the run.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { HookContext, PackageDirectoryLoader, WorkflowExecute } = require('n8n-core');
const { Workflow } = require('n8n-workflow');

const { folder, items, parameters, settings, trigger, tool, later, credential } = JSON.parse(
  process.argv[2],
);
const loader = new PackageDirectoryLoader(folder);
await loader.loadAll();
const credentialType = Object.values(loader.credentialTypes)[0].type;
const getNodeType = (name) => {
  const shortName = name.replace(`${loader.packageName}.`, '');
  if (shortName === 'agent') return agentType;
  const isTool = shortName === 'textloomTool';
  const { type } = loader.getNode(isTool ? 'textloom' : shortName);
  if (!isTool) return type;
  // n8n derives a tool from a node in the same way.
  const description = { ...type.description, name: shortName, inputs: [], outputs: ['ai_tool'] };
  return Object.create(type, { description: { value: description } });
};
const nodeTypes = {
  getByName: getNodeType,
  getByNameAndVersion: getNodeType,
  getKnownTypes: () => ({}),
};
/** Stands for an agent that gets its tools for each pass of a loop and calls each of them once. */
const agentType = {
  description: {
    name: 'agent',
    inputs: ['main', { type: 'ai_tool' }],
    outputs: ['main'],
    properties: [],
  },
  async execute() {
    const answers = [];
    for (const call of tool.calls) {
      const [connected] = await this.getInputConnectionData('ai_tool', 0);
      answers.push({ json: { answer: await connected.invoke(call) } });
    }
    return [answers];
  },
};

const node = (name, type, others) => ({
  id: `node-${name.toLowerCase()}`,
  name,
  type: `${loader.packageName}.${type}`,
  typeVersion: 1,
  position: [0, 0],
  credentials: { [credentialType.name]: { id: '1', name: 'Credential' } },
  ...others,
});
const source = node('Source', 'textloom', { parameters: {} });
const send = node('Send', 'textloom', { parameters, ...settings });
const ask = node('Ask', 'textloom', { parameters: later });
const hook = node('Trigger', 'textloomTrigger', { parameters: trigger, webhookId: 'floor' });
const agent = node('Agent', 'agent', { parameters: {} });
const agentTool = node('Tool', 'textloomTool', { parameters: tool.parameters });
const workflow = new Workflow({
  id: 'floor',
  nodes: [source, send, ask, hook, agent, agentTool],
  connections: {
    Source: { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
    Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
  },
  active: false,
  settings: { executionOrder: 'v1' },
  nodeTypes,
});

await subscribe();
const result = {
  nodes: Object.keys(loader.nodeTypes),
  credentials: Object.keys(loader.credentialTypes),
  outputs: await runNode(send, items),
  refusal: await runNode(ask, items.slice(0, 1)).then(JSON.stringify, ({ message }) => message),
  answers: (await runNode(agent, [{}])).flat().map(({ json }) => json.answer),
};
process.stdout.write(
  `\n${JSON.stringify(result)}`,
  // Exit explicitly, because timers of the engine keep the process running.
  () => process.exit(),
);

/** Replaces the helpers of n8n, without their database. */
function additionalData() {
  return {
    executionId: '1',
    webhookBaseUrl: 'https://n8n.example/webhook',
    variables: {},
    hooks: { runHook: () => Promise.resolve() },
    credentialsHelper: {
      getParentTypes: () => [],
      getCredentialsProperties: () => credentialType.properties,
      getDecrypted: () => Promise.resolve({ ...credential }),
      preAuthentication: () => Promise.resolve(undefined),
      authenticate: (_data, _type, request) =>
        Promise.resolve({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${credential.apiKey}` },
        }),
    },
  };
}

async function runNode(node, items) {
  const data = {
    main: [items.map((item, index) => ({ json: item, pairedItem: { item: index } }))],
  };
  const run = await new WorkflowExecute(additionalData(), 'manual', {
    resultData: {
      // Pretend that the previous node just returned these items.
      runData: {
        Source: [{ startTime: 0, executionTime: 0, source: [], data, executionStatus: 'success' }],
      },
    },
    executionData: {
      contextData: {},
      nodeExecutionStack: [{ node, data, source: { main: [{ previousNode: 'Source' }] } }],
      metadata: {},
      waitingExecution: {},
      waitingExecutionSource: {},
    },
  }).processRunExecutionData(workflow);
  const { error, runData } = run.data.resultData;
  if (error) throw error;
  return runData[node.name].at(-1).data.main;
}

async function subscribe() {
  const type = nodeTypes.getByName(hook.type);
  const [webhookDescription] = type.description.webhooks;
  const context = new HookContext(workflow, hook, additionalData(), 'trigger', 'activate', {
    webhookDescription,
  });
  await type.webhookMethods.default.create.call(context);
}
