import {
  authentication,
  basePath,
  contract,
  messageSchema,
  sampleOf,
} from '@textloom/shared/contract';
import { shaped } from '../../../connectors/n8n/lib/operations/output.ts';
import type { Json, Workflow, WorkflowNode } from '../../n8n/n8n.ts';

export const credential = { id: 'bench', name: 'Bench', type: 'textloomApi' };

/** A way to process the items. */
interface Variant {
  readonly title: string;
  readonly node: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;
  /** Whether each item runs in a separate loop iteration. */
  readonly isLooped?: true;
}
const textloom: Variant['node'] = {
  type: 'n8n-nodes-textloom.textloom',
  typeVersion: 1,
  parameters: {
    resource: 'message',
    operation: 'send',
    to: '={{ $json.to }}',
    text: '={{ $json.text }}',
  },
  credentials: { [credential.type]: { id: credential.id, name: credential.name } },
};
/** The result of one item. */
const result = shaped(messageSchema, sampleOf(messageSchema), 'simple');
export const createVariants = (url: string, apiKey: string) =>
  ({
    nothing: {
      title: 'nothing is sent (No Operation)',
      node: { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
    },
    unsent: {
      title: 'the same results without sending (Edit Fields)',
      node: {
        type: 'n8n-nodes-base.set',
        typeVersion: 3.4,
        parameters: { mode: 'raw', jsonOutput: JSON.stringify(result) },
      },
    },
    textloom: { title: 'Textloom', node: textloom },
    httpRequest: {
      title: 'HTTP Request with default settings',
      node: {
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        parameters: {
          method: contract.message.send.method,
          url: url + basePath + contract.message.send.path,
          sendHeaders: true,
          headerParameters: {
            parameters: [{ name: authentication.header, value: authentication.prefix + apiKey }],
          },
          sendBody: true,
          bodyParameters: {
            parameters: [
              { name: 'to', value: '={{ $json.to }}' },
              { name: 'text', value: '={{ $json.text }}' },
            ],
          },
          options: {},
        },
      },
    },
    oneByOne: {
      title: 'one at a time (Textloom in Loop Over Items)',
      node: textloom,
      isLooped: true,
    },
  }) satisfies Record<string, Variant>;
/** The name of a variant. */
export type Name = keyof ReturnType<typeof createVariants>;

/** Builds a workflow that processes so many items in one way. */
export function buildWorkflow(id: string, { node, isLooped }: Variant, count: number): Workflow {
  const each = `{ to: '+1' + (200 + i % 700) + '55501' + String(i % 50).padStart(2, '0'), text: 'Your order ' + i + ' is on its way' }`;
  const createNode = (name: string, type: string, typeVersion: number, parameters: Json) => ({
    id: `node-${name.toLowerCase()}`,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [0, 0] as [number, number],
    parameters,
  });
  const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
  return {
    id,
    name: id,
    nodes: [
      createNode('Start', 'manualTrigger', 1, {}),
      createNode('Items', 'set', 3.4, {
        mode: 'raw',
        jsonOutput: `={{ JSON.stringify({ items: Array.from({ length: ${count} }, (_, i) => (${each})) }) }}`,
      }),
      createNode('Split', 'splitOut', 1, { fieldToSplitOut: 'items' }),
      ...(isLooped ? [createNode('Loop', 'splitInBatches', 3, { batchSize: 1, options: {} })] : []),
      { ...node, id: 'node-send', name: 'Send', position: [0, 0] },
    ],
    connections: {
      Start: { main: [to('Items')] },
      Items: { main: [to('Split')] },
      Split: { main: [to(isLooped ? 'Loop' : 'Send')] },
      ...(isLooped && { Loop: { main: [[], to('Send')] }, Send: { main: [to('Loop')] } }),
    },
    settings: { executionOrder: 'v1' },
  };
}
