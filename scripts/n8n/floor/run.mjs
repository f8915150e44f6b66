// Runs in the folder of the oldest supported version, so that it finds the engine of that version.
// Takes a run as JSON, and prints the content of the package and the result of the run.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { HookContext, PackageDirectoryLoader, WorkflowExecute } = require('n8n-core');
const { Workflow } = require('n8n-workflow');

const { folder, items, parameters, settings, trigger, credential } = JSON.parse(process.argv[2]);
const loader = new PackageDirectoryLoader(folder);
await loader.loadAll();
const credentialType = Object.values(loader.credentialTypes)[0].type;
const nodeTypes = {
  getByName: (name) => loader.getNode(shortName(name)).type,
  getByNameAndVersion: (name) => loader.getNode(shortName(name)).type,
  getKnownTypes: () => ({}),
};
const shortName = (name) => name.replace(`${loader.packageName}.`, '');

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
const hook = node('Trigger', 'textloomTrigger', { parameters: trigger, webhookId: 'floor' });
const workflow = new Workflow({
  id: 'floor',
  nodes: [source, send, hook],
  connections: { Source: { main: [[{ node: 'Send', type: 'main', index: 0 }]] } },
  active: false,
  settings: { executionOrder: 'v1' },
  nodeTypes,
});

await subscribe();
const result = {
  nodes: Object.keys(loader.nodeTypes),
  credentials: Object.keys(loader.credentialTypes),
  outputs: await outputsOfSend(),
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

async function outputsOfSend() {
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
      nodeExecutionStack: [{ node: send, data, source: { main: [{ previousNode: 'Source' }] } }],
      metadata: {},
      waitingExecution: {},
      waitingExecutionSource: {},
    },
  }).processRunExecutionData(workflow);
  const { error, runData } = run.data.resultData;
  if (error) throw error;
  return runData.Send.at(-1).data.main;
}

async function subscribe() {
  const type = nodeTypes.getByName(hook.type);
  const [webhookDescription] = type.description.webhooks;
  const context = new HookContext(workflow, hook, additionalData(), 'trigger', 'activate', {
    webhookDescription,
  });
  await type.webhookMethods.default.create.call(context);
}
