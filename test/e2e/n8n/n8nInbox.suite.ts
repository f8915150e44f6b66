import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deactivate,
  executeWorkflow,
  executions,
  publishWorkflow,
  readExecution,
  type Json,
  type N8n,
  type Workflow,
} from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import type { Service } from '../../../scripts/serviceProcess.ts';
import { journey, node, triggered } from './n8nWorkflows.ts';

const sender = '+12025550100';
const textloom = 'n8n-nodes-textloom.textloom';
const [joining, reviewing, verifying] = ['joinTexts', 'decideReview', 'checkCode'] as const;
const [customer, doubtful, member] = ['+12025550185', '+12025550186', '+12025550187'] as const;

const conversationId = {
  __rl: true,
  mode: 'id',
  value: "={{ $('Trigger').item.json.conversation_id }}",
};

export const inboxWorkflows: readonly Workflow[] = [
  triggered(joining, { event: 'messageReceived', options: { burstSeconds: 10 } }, [
    node('Reply', textloom, 1, {
      resource: 'conversation',
      operation: 'reply',
      conversationId,
      text: '=Hi {{ $json.contact_name }}, you sent {{ $json.burst?.length }} texts',
    }),
    node('Read', textloom, 1, {
      resource: 'conversation',
      operation: 'markAsRead',
      conversationId,
    }),
    node('Close', textloom, 1, { resource: 'conversation', operation: 'close', conversationId }),
  ]),
  triggered(reviewing, { event: 'reviewCreated' }, [
    node('Decide', textloom, 1, {
      resource: 'review',
      operation: 'decide',
      reviewId: '={{ $json.id }}',
      decision: 'confirm',
    }),
  ]),
  journey(verifying, {
    Send: { resource: 'verification', operation: 'sendCode', to: member },
    Wrong: { resource: 'verification', operation: 'checkCode', to: member, code: 'none' },
  }),
];

/** Tests conversations, texts that are joined, reviews and codes. */
export function describeInbox(stage: () => { readonly service: Service; readonly n8n: N8n }): void {
  const ran = (workflow: string) =>
    poll(120_000, async () => {
      const { n8n } = stage();
      const [run] = await executions(n8n, workflow);
      return run?.status === 'success' ? (await readExecution(n8n, run.id)).nodes : undefined;
    });
  const published = (workflow: string) => {
    beforeAll(() => publishWorkflow(stage().n8n, workflow));
    afterAll(() => deactivate(stage().n8n, workflow));
  };

  describe('three quick texts', () => {
    published(joining);

    it('start one execution, which replies once in the conversation and closes it', async () => {
      const { service, n8n } = stage();
      await service.client.contact.upsert({ phone: customer, first_name: 'Ada' });
      const texts = ['hi', 'are you', 'open?'];
      for (const text of texts) await service.textFrom(customer, sender, text);
      const nodes = await ran(joining);
      const started = nodes.Trigger![0]!.outputs[0]!;
      expect(started).toHaveLength(1);
      expect(started[0]!.json).toMatchObject({
        text: texts.join('\n'),
        from: customer,
        contact_name: 'Ada',
        burst: texts.map((text) => ({ text })),
      });
      expect(nodes.Reply![0]!.outputs[0]![0]!.json).toMatchObject({
        text: 'Hi Ada, you sent 3 texts',
        conversation_id: started[0]!.json.conversation_id,
      });
      expect(nodes.Close![0]!.outputs[0]![0]!.json).toMatchObject({ status: 'closed', unread: 0 });
      // Another execution would start by now.
      await sleep(12_000);
      expect(await executions(n8n, joining)).toHaveLength(1);
    });
  });

  describe('a text that may be an opt-out', () => {
    published(reviewing);

    it('starts a workflow, which decides', async () => {
      const { service } = stage();
      await service.textFrom(doubtful, sender, 'How do I get off this list?');
      const nodes = await ran(reviewing);
      expect(nodes.Decide![0]!.outputs[0]![0]!.json).toMatchObject({
        status: 'confirmed',
        phone: doubtful,
      });
      const contact = await service.client.contact.get({ id: doubtful });
      expect(contact).toMatchObject({ status: 'opted_out' });
    });
  });

  it('a code is sent and checked, and a wrong one is not valid', async () => {
    const { service, n8n } = stage();
    const { nodes, status, error } = await executeWorkflow(n8n, verifying);
    expect({ status, error }).toEqual({ status: 'success', error: undefined });
    const outputs = ['Send', 'Wrong'].map((name): Json => nodes[name]![0]!.outputs[0]![0]!.json);
    expect(outputs).toMatchObject([
      { status: 'pending', to: member, attempts_left: 5 },
      { valid: false, attempts_left: 4 },
    ]);
    const { text } = await poll(120_000, async () => (await service.textsOn(member))[0]);
    const [code] = /\d{6}/.exec(text)!;
    expect(await service.client.verification.check({ to: member, code })).toMatchObject({
      valid: true,
    });
  });
}
