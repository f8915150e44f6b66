import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe } from '@jest/globals';
import {
  deactivate,
  executions,
  publishWorkflow,
  waitForExecution,
  type Execution,
  type Json,
  type Workflow,
  type WorkflowNode,
} from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import { examples } from './n8nExamples.ts';
import { openStage, type Extras, type Stage } from './n8nStage.ts';

/** This time is long enough for a workflow to react while it waits, and short enough for a test. */
const seconds = 30;
const limitWaitTime = {
  fields: {
    limitType: 'atSpecifiedTime',
    maxDateAndTime: `={{ $now.plus({ seconds: ${seconds} }) }}`,
  },
};
function hurried({ parameters, ...node }: WorkflowNode): WorkflowNode {
  if (node.type === 'n8n-nodes-base.wait' && parameters.resume !== 'webhook')
    return { ...node, parameters: { ...parameters, amount: seconds, unit: 'seconds' } };
  const more = (parameters.additionalFields ?? {}) as Json;
  if (parameters.operation === 'sendAndWait' || node.type.endsWith('HitlTool'))
    return { ...node, parameters: { ...parameters, additionalFields: { ...more, limitWaitTime } } };
  if (more.sendAt === undefined) return { ...node, parameters };
  const sendAt = `={{ $now.plus({ seconds: ${seconds} }).startOf('second') }}`;
  const additionalFields = { ...more, sendAt };
  return { ...node, parameters: { ...parameters, additionalFields } };
}

/** The number of the account that texts come from. */
export const sender = '+12025550100';

/**
 * Waits for the next ten minutes of the clock if fewer than two are left. A Deduplication Key that
 * changes every ten minutes then stays the same for a whole test.
 */
export async function untilKeyStays(): Promise<void> {
  const left = 600_000 - (Date.now() % 600_000);
  if (left < 120_000) await setTimeout(left);
}

/** Posts JSON as a shop, a form or a monitoring system does. */
async function post(url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/**
 * Prepares a stage for the examples that a file proves, whose waits are short. `change` replaces
 * nodes that need an account elsewhere.
 */
export function exampleStage(
  extras: () => Promise<Extras> = () => Promise.resolve({}),
  change: (node: WorkflowNode) => WorkflowNode = (node) => node,
) {
  const proven: string[] = [];
  let stage: Stage;
  beforeAll(async () => {
    const more = await extras();
    const workflows = proven.map((file) => examples[file]!);
    stage = await openStage(
      workflows.map((one) => ({ ...one, nodes: one.nodes.map(hurried).map(change) })),
      more,
    );
  });
  afterAll(() => stage.stop());

  /** Adds a contact for whom it is this hour. */
  async function addAt(hour: number, phone: string): Promise<void> {
    const difference = hour - new Date().getUTCHours();
    const ahead = difference < -12 ? difference + 24 : difference;
    const time_zone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`;
    await stage.service.client.contact.upsert({ phone, time_zone });
  }

  const arrivedOn = async (handset: string) =>
    (await stage.service.textsOn(handset)).filter(({ direction }) => direction === 'to_handset');

  return {
    get n8n() {
      return stage.n8n;
    },
    get service() {
      return stage.service;
    },

    /** Proves that an example does what its note says, while it is published. */
    example: (file: string, prove: (workflow: Workflow) => void): void => {
      proven.push(file);
      const workflow = examples[file]!;
      const isByHand = workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger');
      describe(workflow.name, () => {
        beforeAll(async () => {
          if (!isByHand) await publishWorkflow(stage.n8n, workflow.id);
        });
        afterAll(async () => {
          if (!isByHand) await deactivate(stage.n8n, workflow.id);
        });
        prove(workflow);
      });
    },

    postTo: (path: string, body: object) => post(`${stage.n8n.url}/webhook/${path}`, body),

    /** Returns the first text to a handset that matches. */
    textOn: (handset: string, reads: RegExp) =>
      poll(120_000, async () => (await arrivedOn(handset)).find(({ text }) => reads.test(text))),

    /** Returns the texts that arrived on a handset. Only then can a reply answer them. */
    textsOn: async (handset: string) => (await arrivedOn(handset)).map(({ text }) => text),

    /** Returns the messages to a number, newest first, whether or not they arrived. */
    messagesTo: async (handset: string) =>
      (await stage.service.client.message.list({ to: handset })).data,
    textsTo: async (handset: string) =>
      (await stage.service.client.message.list({ to: handset })).data.map(({ text }) => text),

    /** Sends a text from a handset to the account. */
    textFrom: (handset: string, text: string) => stage.service.textFrom(handset, sender, text),

    /** Opts a person out by a text, and waits until the service has it. */
    optOut: async (handset: string) => {
      await stage.service.textFrom(handset, sender, 'STOP');
      await poll(120_000, async () => {
        const { data } = await stage.service.client.contact.list({ phone: handset });
        return data[0]?.status === 'opted_out' || undefined;
      });
    },

    /** Returns the executions that this work starts, newest first, after they end. */
    runsOf: async (
      id: string,
      count: number,
      work: () => Promise<unknown>,
    ): Promise<Execution[]> => {
      const before = (await executions(stage.n8n, id)).length;
      await work();
      const all = await poll(120_000, async () => {
        const found = await executions(stage.n8n, id);
        return found.length >= before + count ? found.slice(0, count) : undefined;
      });
      return Promise.all(all.map((run) => waitForExecution(stage.n8n, run.id)));
    },

    /** Adds a contact for whom it is noon, so that no quiet hours hold a text. */
    addAtNoon: (phone: string) => addAt(12, phone),

    /** Adds a contact whose quiet hours hold marketing. */
    addAtNight: (phone: string) => addAt(3, phone),
  };
}
