import type { Workflow, WorkflowNode } from '../../n8n/n8n.ts';

export const password = { name: 'X-Password', value: 'correct horse battery staple' };
export const credentials = {
  textloomApi: { id: 'incoming', name: 'Incoming' },
  httpHeaderAuth: { id: 'header', name: 'Header' },
};

/** A trigger that receives the texts. */
interface Way {
  readonly title: string;
  readonly node: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;
}
const webhook = (
  path: string,
  parameters: WorkflowNode['parameters'],
): WorkflowNode['parameters'] => ({
  httpMethod: 'POST',
  path,
  options: {},
  ...parameters,
});
export const ways = {
  bare: {
    title: 'Webhook',
    node: {
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2.1,
      parameters: webhook('bare', {}),
    },
  },
  header: {
    title: 'Webhook with header authentication',
    node: {
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2.1,
      parameters: webhook('header', { authentication: 'headerAuth' }),
      credentials: { httpHeaderAuth: credentials.httpHeaderAuth },
    },
  },
  textloom: {
    title: 'Textloom Trigger',
    node: {
      type: 'n8n-nodes-textloom.textloomTrigger',
      typeVersion: 1.1,
      parameters: { event: 'messageReceived' },
      credentials: { textloomApi: credentials.textloomApi },
    },
  },
} satisfies Record<string, Way>;
export type Name = keyof typeof ways;
/** The ways that are compared run one after the other, and each runs first in every other round. */
export const names: readonly Name[] = ['textloom', 'header', 'bare'];

export const paths: Readonly<Record<Name, string>> = {
  bare: 'bare',
  header: 'header',
  textloom: 'textloom/webhook',
};

/** Builds a workflow that starts with one of the triggers. */
export function createWorkflow(name: Name): Workflow {
  return {
    id: name,
    name,
    nodes: [
      {
        ...ways[name].node,
        id: 'node-trigger',
        name: 'Trigger',
        position: [0, 0],
        webhookId: name,
      },
      {
        id: 'node-after',
        name: 'After',
        type: 'n8n-nodes-base.noOp',
        typeVersion: 1,
        position: [220, 0],
        parameters: {},
      },
    ],
    connections: { Trigger: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
  };
}
