import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  executeWorkflow,
  importCredentials,
  importWorkflows,
  installNode,
  readExecution,
  startN8n,
  waitForExecution,
  type Execution,
  type Json,
  type N8n,
  type Workflow,
  type WorkflowNode,
} from '../../../scripts/n8n/n8n.ts';
import { freePort } from '../../../scripts/programs/port.ts';
import { poll } from '../../../scripts/poll.ts';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { startModel } from './modelServer.ts';
import { deliveryWorkflows, describeDelivery } from './n8nDelivery.suite.ts';
import { credential, journey, node } from './n8nWorkflows.ts';

const sender = '+12025550100';
const question = 'Restart the server? Reply YES or NO';
/** Returns the handset that only this workflow asks. */
const handset = (last: number) => `+120255501${last}`;
const asking = (id: string, last: number, parameters: Json = {}): Workflow =>
  journey(id, {
    Ask: {
      resource: 'message',
      operation: 'sendAndWait',
      to: handset(last),
      message: question,
      ...parameters,
    },
  });
const limited = (fields: Json): Json => ({ additionalFields: { limitWaitTime: { fields } } });
/** Renames the nodes to a name that must be quoted everywhere. */
function renamed({ nodes, connections, ...workflow }: Workflow): Workflow {
  const name = 'Ask "Jo" {{ 1 }}';
  const [start, ask] = nodes;
  return {
    ...workflow,
    nodes: [start!, { ...ask!, name }],
    connections: { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } },
  };
}

const workflows: Workflow[] = [
  renamed(asking('free', 80, { responseType: 'freeText' })),
  asking('yes', 81),
  asking('no', 82, { declineWords: 'LATER' }),
  asking('unclear', 83),
  asking('guarded', 84),
  asking('stop', 58),
  asking('unreachable', 50),
  asking('restarted', 85),
];
/** Creates a workflow whose question ends after some seconds. */
const late = (seconds: number) =>
  asking('late', 86, {
    ...limited({
      limitType: 'atSpecifiedTime',
      maxDateAndTime: `={{ $now.plus(${seconds}, "seconds").toISO() }}`,
    }),
  });

let service: ServiceProcess;
let n8n: N8n;
let model: Awaited<ReturnType<typeof startModel>>;
let userFolder: string;
const ports = { service: 0, n8n: 0, broker: 0 };
/** Allows for a restart of n8n, which marks executions that end during it as crashed. */
let lateSeconds: number;

beforeAll(async () => {
  userFolder = await mkdtemp(join(tmpdir(), 'textloom-n8n-wait-'));
  for (const name of ['service', 'n8n', 'broker'] as const) ports[name] = await freePort();
  service = await startService();
  model = await startModel();
  await installNode(userFolder);
  const { baseUrl, apiKey } = service;
  const began = Date.now();
  await importCredentials({ userFolder }, [
    { ...credential, data: { baseUrl, apiKey } },
    { id: 'model', name: 'Model', type: 'openAiApi', data: { apiKey: 'none', url: model.url } },
  ]);
  // The command that imports the credentials starts most of n8n.
  lateSeconds = Math.max(60, Math.round((4 * (Date.now() - began)) / 1000));
  await importWorkflows({ userFolder }, [
    ...workflows,
    late(lateSeconds),
    ...deliveryWorkflows,
    gated('agent', 'Go', 87, handset(88)),
    gated('twice', JSON.stringify([{ To: handset(94) }, { To: handset(95) }]), 93, fromAgent),
    asksTwice('parallel', 91, 92),
    agent(
      'delivering',
      JSON.stringify([{ To: handset(57) }]),
      [
        node('Ask', 'n8n-nodes-textloom.textloomTool', 1, {
          resource: 'message',
          operation: 'sendAndWaitForDelivery',
          to: fromAgent,
          text: 'From the agent',
        }),
      ],
      { Ask: tool('Agent') },
    ),
    branches('branches', 89, 90),
  ]);
  n8n = await startIt();
});
afterAll(async () => {
  await n8n.stop();
  await model.stop();
  await service.stop();
  await rm(userFolder, { recursive: true, force: true });
});
const startService = () =>
  startServiceProcess({
    settings: {
      PORT: String(ports.service),
      DATA_DIR: join(userFolder, 'service'),
      API_KEY: 'tl_admin_of_whoever_waits',
    },
  });
const startIt = () => startN8n({ userFolder, port: ports.n8n, brokerPort: ports.broker });

const textloom = { textloomApi: { id: credential.id, name: credential.name } };
const fromAgent = "={{ $fromAI('To', ``, 'string') }}";
const to = (node: string, type = 'main') => ({ node, type, index: 0 });

/** Creates an agent whose model calls the first tool, with each input that the prompt lists. */
const agent = (id: string, prompt: string, tools: WorkflowNode[], connections: Json): Workflow => ({
  id,
  name: id,
  nodes: [
    node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
    node('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, { promptType: 'define', text: prompt }),
    {
      ...node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
        model: { __rl: true, mode: 'id', value: 'any' },
      }),
      credentials: { openAiApi: { id: 'model', name: 'Model' } },
    },
    ...tools.map((tool) => ({ ...tool, credentials: textloom })),
  ],
  connections: {
    Start: { main: [[to('Agent')]] },
    Model: { ai_languageModel: [[to('Agent', 'ai_languageModel')]] },
    ...connections,
  },
  settings: { executionOrder: 'v1' },
});
const tool = (node: string) => ({ ai_tool: [[to(node, 'ai_tool')]] });

/** Creates an agent that wants to text one handset, and must ask another one first. */
const gated = (id: string, prompt: string, asked: number, texted: string): Workflow =>
  agent(
    id,
    prompt,
    [
      node('Review', 'n8n-nodes-textloom.textloomHitlTool', 1, { to: handset(asked) }),
      node('Send', 'n8n-nodes-textloom.textloomTool', 1, {
        resource: 'message',
        operation: 'send',
        to: texted,
        text: 'From the agent',
      }),
    ],
    { Review: tool('Agent'), Send: tool('Review') },
  );

/** Creates an agent that asks two handsets in the same turn. */
const asksTwice = (id: string, first: number, second: number): Workflow => {
  const { parameters } = asking(id, 0, { to: fromAgent }).nodes[1]!;
  const prompt = JSON.stringify([first, second].map((last) => ({ To: handset(last) })));
  return agent(id, prompt, [node('Ask', 'n8n-nodes-textloom.textloomTool', 1, parameters)], {
    Ask: tool('Agent'),
  });
};

/** Creates a workflow whose two branches lead to the same question, to a different handset each. */
function branches(id: string, first: number, second: number): Workflow {
  const { nodes, ...workflow } = asking(id, 0, { to: '={{ $json.to }}' });
  const items = [first, second].map((last) => ({ to: handset(last), isFirst: last === first }));
  const isFirst = {
    ...{ leftValue: '={{ $json.isFirst }}', rightValue: '' },
    operator: { type: 'boolean', operation: 'true', singleValue: true },
  };
  return {
    ...workflow,
    nodes: [
      ...nodes,
      node('Items', 'n8n-nodes-base.code', 2, { jsCode: `return ${JSON.stringify(items)};` }),
      node('If', 'n8n-nodes-base.if', 2.2, {
        conditions: { options: { version: 2 }, combinator: 'and', conditions: [isFirst] },
      }),
    ],
    connections: {
      Start: { main: [[to('Items')]] },
      Items: { main: [[to('If')]] },
      If: { main: [[to('Ask')], [to('Ask')]] },
    },
  };
}

const textsOn = async (last: number) => {
  const texts = await service.textsOn(handset(last));
  return texts.map(({ text }) => text);
};
/** Runs a workflow until it waits and its question is on the handset. */
async function ask(workflow: string, last: number): Promise<Execution> {
  const { length: before } = await textsOn(last);
  const waiting = await executeWorkflow(n8n, workflow);
  expect({ workflow, status: waiting.status, error: waiting.error }).toEqual({
    workflow,
    status: 'waiting',
    error: undefined,
  });
  await poll(120_000, async () => (await textsOn(last))[before]);
  return waiting;
}
const reply = (last: number, text: string) => service.textFrom(handset(last), sender, text);
/** Returns the output of the node after the execution is over. */
async function outcome({ id }: Execution, limit = 180_000): Promise<Json | undefined> {
  const { status, nodes } = await waitForExecution(n8n, id, limit);
  expect(status).toBe('success');
  return Object.entries(nodes).find(([name]) => name.startsWith('Ask'))?.[1][0]?.outputs[0]?.[0]
    ?.json;
}
const subscriptions = async (messageId: unknown) =>
  (await service.client.webhook.list({ limit: 100 })).data.filter(({ filter }) =>
    filter?.message_id?.includes(messageId as string),
  );

describe('Send and Wait for Reply', () => {
  it('continues with the text of the reply', async () => {
    const waiting = await ask('free', 80);
    await reply(80, 'In an hour');
    const result = await outcome(waiting);
    expect(result).toEqual({
      data: { text: 'In an hour', respondedAt: expect.any(String) },
      outcome: 'replied',
      approved: null,
      comment: null,
      text: 'In an hour',
      from: handset(80),
      to: sender,
      received_at: expect.any(String),
      timed_out: false,
      opted_out: false,
      failure: null,
      reply_id: expect.stringMatching(/^msg_/),
      message_id: expect.stringMatching(/^msg_/),
      message_text: question,
    });
    const [{ expires_at } = { expires_at: null }] = await subscriptions(result!.message_id);
    expect(Date.parse(expires_at!)).toBeLessThan(Date.now() + 3_600_000);
  });

  it('continues with an approval or a decline', async () => {
    const [yes, no] = [await ask('yes', 81), await ask('no', 82)];
    await reply(81, 'Yes, go ahead!');
    await reply(82, 'later');
    expect(await outcome(yes)).toMatchObject({
      data: { approved: true, respondedAt: expect.any(String) },
      approved: true,
      comment: 'go ahead!',
      text: 'Yes, go ahead!',
    });
    expect(await outcome(no)).toMatchObject({ approved: false, text: 'later' });
  });

  it('asks again, once, if a reply is unclear', async () => {
    const waiting = await ask('unclear', 83);
    await reply(83, 'Who is this?');
    const asked = [question, 'Who is this?', 'Please reply YES or NO'];
    await poll(120_000, async () => ((await textsOn(83)).length === 3 ? true : undefined));
    expect(await textsOn(83)).toEqual(asked);
    await reply(83, 'Maybe');
    await reply(83, 'OK');
    expect(await outcome(waiting)).toMatchObject({ approved: true, text: 'OK' });
    expect(await textsOn(83)).toEqual([...asked, 'Maybe', 'OK']);
  });

  it('does not resume because of a visit to its URL or a request that the service did not sign', async () => {
    const waiting = await ask('guarded', 84);
    const { id } = waiting.nodes.Ask![0]!.outputs[0]![0]!.json;
    const [{ url } = { url: '' }] = await subscriptions(id);
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const approve = JSON.stringify({ approved: true, data: { approved: true } });
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url, { method: 'HEAD' })).ok).toBe(true);
    expect((await fetch(url, { ...post, body: approve })).status).toBe(401);
    expect((await fetch(url.replace(/signature=\w+/, 'approved=true'))).status).toBe(401);
    expect((await readExecution(n8n, waiting.id)).status).toBe('waiting');
    await reply(84, 'no');
    expect(await outcome(waiting)).toMatchObject({ approved: false, text: 'no' });
  });

  it('ends with a STOP, which approves nothing', async () => {
    expect(await outcome(await ask('stop', 58))).toMatchObject({
      approved: false,
      opted_out: true,
      text: 'STOP',
    });
  });

  it('ends if the text did not arrive', async () => {
    const { id } = await executeWorkflow(n8n, 'unreachable');
    const { nodes } = await waitForExecution(n8n, id);
    expect(nodes.Ask![0]!.outputs[0]![0]!.json).toMatchObject({
      approved: false,
      text: null,
      failure: { code: expect.any(String) },
    });
  });

  it('keeps waiting while the service and n8n restart, and no longer than it should', async () => {
    const restarted = await ask('restarted', 85);
    const unanswered = await ask('late', 86);
    await n8n.stop();
    await service.stop();
    service = await startService();
    n8n = await startIt();
    await reply(85, 'Yes');
    expect(await outcome(restarted)).toMatchObject({ approved: true, text: 'Yes' });
    // n8n checks once a minute which executions are due.
    expect(await outcome(unanswered, (lateSeconds + 120) * 1000)).toEqual({
      data: { approved: false, respondedAt: null },
      outcome: 'timed_out',
      approved: false,
      comment: null,
      text: null,
      from: handset(86),
      to: sender,
      received_at: null,
      timed_out: true,
      opted_out: false,
      failure: null,
      reply_id: null,
      message_id: expect.stringMatching(/^msg_/),
      message_text: question,
    });
  });
});

describe('a later question of the same node', () => {
  /** Replies to both questions in their order, and returns the end of the execution. */
  async function replyInTurn(workflow: string, first: number, second: number) {
    const { id } = await executeWorkflow(n8n, workflow);
    const asked = await poll(120_000, async () => {
      const found = await Promise.all([first, second].map(textsOn));
      return [first, second][found.findIndex(({ length }) => length > 0)];
    });
    const other = asked === first ? second : first;
    expect(await textsOn(other)).toEqual([]);
    await reply(asked, 'Yes');
    await poll(120_000, async () => (await textsOn(other))[0]);
    await reply(other, 'No');
    return waitForExecution(n8n, id);
  }

  it('is sent after the reply to the first one, if two branches lead to the node', async () => {
    const { status, nodes } = await replyInTurn('branches', 89, 90);
    expect(status).toBe('success');
    const ends = nodes.Ask!.map(({ outputs }) => outputs[0]![0]!.json);
    expect(ends.map(({ from }) => from).sort()).toEqual([handset(89), handset(90)]);
    expect(ends.map(({ outcome }) => outcome).sort()).toEqual(['approved', 'declined']);
  });

  it('is sent after the reply to the first one, if an agent asks both in the same turn', async () => {
    const { status } = await replyInTurn('parallel', 91, 92);
    expect(status).toBe('success');
    expect(model.told.slice(-2).join(' ')).toMatch(/approved.+declined|declined.+approved/);
  });

  it('is sent after the reply to the first one, if a person reviews two calls of an agent', async () => {
    const { id } = await executeWorkflow(n8n, 'twice');
    const asked = (count: number) =>
      poll(120_000, async () => ((await textsOn(93)).length === count ? true : undefined));
    await asked(1);
    expect((await textsOn(93))[0]).toContain(`Input:\nTo: ${handset(94)}\n\nReply YES or NO`);
    await reply(93, 'Yes');
    await asked(3);
    const { data } = await service.client.message.list({ to: handset(93), limit: 1 });
    // Until n8n waits for the second reply, a text can still answer the first question.
    await poll(120_000, async () => (await subscriptions(data[0]!.id))[0]);
    await reply(93, 'Yes');
    expect(await waitForExecution(n8n, id)).toMatchObject({ status: 'success' });
    expect(await Promise.all([94, 95].map(textsOn))).toEqual([
      ['From the agent'],
      ['From the agent'],
    ]);
  });
});

describe('human review', () => {
  it("is offered as an agent's tool that asks for approval", async () => {
    const types = await n8n.api<{ name: string; properties: { name: string }[] }[]>(
      'GET',
      '/types/nodes.json',
    );
    const review = types.find(({ name }) => name === 'n8n-nodes-textloom.textloomHitlTool');
    const names = review?.properties.map(({ name }) => name) ?? [];
    expect(names.filter((name) => name === 'message')).toHaveLength(1);
    expect(names).toEqual(expect.arrayContaining(['to', 'approveWords', 'declineWords']));
  });

  it('lets an agent use a tool after a YES, and denies it after a NO', async () => {
    const approved = await ask('agent', 87);
    const [review] = await textsOn(87);
    expect(review).toContain('wants to run this tool: Send');
    expect(review).toMatch(/\nInput:\nnone\n\nReply YES or NO$/);
    await reply(87, 'Yes');
    await waitForExecution(n8n, approved.id);
    expect(await poll(120_000, async () => (await textsOn(88))[0])).toBe('From the agent');

    const declined = await ask('agent', 87);
    await reply(87, 'No');
    await waitForExecution(n8n, declined.id);
    expect(model.told.at(-1)).toContain('User rejected the tool call');

    const corrected = await ask('agent', 87);
    await reply(87, 'No, use the other server');
    await waitForExecution(n8n, corrected.id);
    expect(model.told.at(-1)).toMatch(/provided feedback: .+use the other server/);
    expect(await textsOn(88)).toEqual(['From the agent']);
  });
});

describeDelivery(() => ({
  service,
  n8n,
  restartN8n: async () => {
    await n8n.stop();
    n8n = await startIt();
  },
}));

it('an agent learns whether the text of its tool arrived', async () => {
  const waiting = await executeWorkflow(n8n, 'delivering');
  expect(waiting.status).toBe('waiting');
  expect(await waitForExecution(n8n, waiting.id)).toMatchObject({ status: 'success' });
  expect(model.told.at(-1)).toMatch(/delivered/);
  expect(await textsOn(57)).toEqual(['From the agent']);
});
