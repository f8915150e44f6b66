import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deactivate,
  executeWorkflow,
  executions,
  publishWorkflow,
  readExecution,
  type N8n,
  type Workflow,
} from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import type { Service } from '../../../scripts/serviceProcess.ts';
import { journey, node, triggered } from './n8nWorkflows.ts';

const textloom = 'n8n-nodes-textloom.textloom';
const broadcasting = 'broadcast';
const completed = 'broadcastCompleted';
const [ada, unnamed] = ['+12025550183', '+12025550184'] as const;

const listIds = "={{ [$('List').first().json.id] }}";
const broadcast = {
  resource: 'broadcast',
  sendTo: 'lists',
  listIds,
  // The editor turns a text with a merge field into an expression.
  text: "=Hi {{first_name|there}}, {{ $('List').first().json.name.toLowerCase() }} get 20% off",
};

export const broadcastWorkflows: readonly Workflow[] = [
  journey(broadcasting, {
    List: { resource: 'list', operation: 'create', name: 'Members' },
    Ada: {
      resource: 'contact',
      operation: 'upsert',
      phone: ada,
      additionalFields: { firstName: 'Ada', lists: listIds },
    },
    Unnamed: {
      resource: 'contact',
      operation: 'upsert',
      phone: unnamed,
      additionalFields: { lists: listIds },
    },
    Preview: { ...broadcast, operation: 'preview' },
    Send: {
      ...broadcast,
      operation: 'send',
      name: 'Members only',
      additionalFields: { purpose: 'notification', deduplicationKey: 'members-only' },
    },
  }),
  triggered(completed, { event: 'broadcastCompleted' }, [
    node('Get', textloom, 1, {
      resource: 'broadcast',
      operation: 'get',
      broadcastId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
    }),
    node('Recipients', textloom, 1, {
      resource: 'broadcast',
      operation: 'getRecipients',
      broadcastId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
      returnAll: true,
    }),
  ]),
];

/** Tests a broadcast from its preview to the workflow that its end starts. */
export function describeBroadcasts(
  stage: () => { readonly service: Service; readonly n8n: N8n },
): void {
  describe('a broadcast', () => {
    beforeAll(() => publishWorkflow(stage().n8n, completed));
    afterAll(() => deactivate(stage().n8n, completed));

    const send = async () => {
      const { nodes, status, error } = await executeWorkflow(stage().n8n, broadcasting);
      expect({ status, error }).toEqual({ status: 'success', error: undefined });
      return nodes;
    };
    const textsOn = async (handset: string) =>
      (await stage().service.textsOn(handset)).map(({ text }) => text);

    it('is previewed, goes to each contact with its name, and starts a workflow at its end', async () => {
      const { Preview, Send } = await send();
      expect(Preview![0]!.outputs[0]![0]!.json).toMatchObject({
        would_send: true,
        messages: 2,
        segments: 2,
      });
      expect(Send![0]!.outputs[0]![0]!.json).toMatchObject({ name: 'Members only' });
      const { nodes } = await poll(120_000, async () => {
        const [run] = await executions(stage().n8n, completed);
        return run?.status === 'success' ? readExecution(stage().n8n, run.id) : undefined;
      });
      expect(nodes.Get![0]!.outputs[0]![0]!.json).toMatchObject({
        status: 'completed',
        progress: 100,
        counts: { recipients: 2, delivered: 2, skipped: 0 },
      });
      const recipients = nodes.Recipients![0]!.outputs[0]!.map(({ json }) => json);
      expect(recipients).toHaveLength(2);
      for (const recipient of recipients)
        expect(recipient).toMatchObject({ status: 'created', message_status: 'delivered' });
      expect(await textsOn(ada)).toEqual(['Hi Ada, members get 20% off']);
      expect(await textsOn(unnamed)).toEqual(['Hi there, members get 20% off']);
    });

    it('is not sent again by another run with the same Deduplication Key', async () => {
      const { data: before } = await stage().service.client.broadcast.list({});
      await send();
      expect((await stage().service.client.broadcast.list({})).data).toEqual(before);
    });
  });
}
