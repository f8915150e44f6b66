import type { Json, Workflow, WorkflowNode } from '../../../scripts/n8n/n8n.ts';

export const credential = { id: 'textloom', name: 'Textloom', type: 'textloomApi' };

/**
 * Creates a workflow whose nodes follow each other. A node's `webhookId` is the ID of the workflow.
 */
const chain = (id: string, nodes: WorkflowNode[]): Workflow => ({
  id,
  name: id,
  nodes: nodes.map((one, i) => ({ ...one, position: [i * 220, 0] })),
  connections: Object.fromEntries(
    nodes
      .slice(0, -1)
      .map(({ name }, i) => [
        name,
        { main: [[{ node: nodes[i + 1]!.name, type: 'main', index: 0 }]] },
      ]),
  ),
  settings: { executionOrder: 'v1' },
});

export const node = (
  name: string,
  type: string,
  typeVersion: number,
  parameters: Json,
): WorkflowNode => ({
  id: `node-${name.toLowerCase()}`,
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
  ...(type.startsWith('n8n-nodes-textloom.') && {
    credentials: { [credential.type]: { id: credential.id, name: credential.name } },
  }),
});

export const triggered = (
  id: string,
  parameters: Json,
  after: WorkflowNode[] = [node('After', 'n8n-nodes-base.noOp', 1, {})],
): Workflow =>
  chain(id, [
    { ...node('Trigger', 'n8n-nodes-textloom.textloomTrigger', 1.1, parameters), webhookId: id },
    ...after,
  ]);

/** Creates a workflow that sends one text for each item. */
export const sending = (
  id: string,
  items: Json[],
  settings: Json,
  parameters: Json = {},
): Workflow =>
  chain(id, [
    node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
    node('Items', 'n8n-nodes-base.set', 3.4, {
      mode: 'raw',
      jsonOutput: JSON.stringify({ items }),
    }),
    node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'items' }),
    {
      ...node('Send', 'n8n-nodes-textloom.textloom', 1, {
        resource: 'message',
        operation: 'send',
        to: '={{ $json.to }}',
        text: '={{ $json.text }}',
        ...parameters,
      }),
      ...settings,
    },
  ]);

/**
 * Creates a workflow that uses the node once for each step, in order. The name of a step describes
 * its request.
 */
export const journey = (id: string, steps: Readonly<Record<string, Json>>): Workflow =>
  chain(id, [
    node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
    ...Object.entries(steps).map(([name, parameters]) =>
      node(name, 'n8n-nodes-textloom.textloom', 1, parameters),
    ),
  ]);
