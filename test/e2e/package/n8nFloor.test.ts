import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { floorVersion, runOnFloor, type FloorResult } from '../../../scripts/n8n/floor.ts';
import { packageN8n } from '../../../scripts/packageN8n.ts';
import { startServiceHere, type ServiceHere } from '../../service/harness/startHere.ts';

const good = ['+12025550110', '+12025550111'];
const byAgent = ['+12025550112', '+12025550113'];
const refused = '+442071838750';
const unasked = '+12025550114';

let folder: string;
let service: ServiceHere;
let result: FloorResult;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'textloom-n8n-floor-'));
  service = await startServiceHere();
  const { baseUrl, apiKey } = service;
  result = await runOnFloor(await packageN8n(folder, () => undefined), {
    credential: { baseUrl, apiKey },
    items: [good[0], refused, good[1]].map((to) => ({ to, customer: `of ${to}` })),
    parameters: {
      resource: 'message',
      operation: 'send',
      to: '={{ $json.to }}',
      text: 'Your order is on its way',
    },
    settings: {
      retryOnFail: true,
      maxTries: 3,
      waitBetweenTries: 10,
      onError: 'continueErrorOutput',
    },
    trigger: { event: 'messageReceived' },
    tool: {
      parameters: {
        resource: 'message',
        operation: 'send',
        to: "={{ $fromAI('To', '', 'string') }}",
        text: 'Your order is on its way',
      },
      calls: byAgent.map((To) => ({ To })),
    },
    later: {
      resource: 'message',
      operation: 'sendAndWait',
      to: unasked,
      message: 'Restart the server?',
    },
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

describe(`the package in n8n ${floorVersion}, the oldest supported version`, () => {
  it('is loaded with its nodes and its credential', () => {
    expect(result).toMatchObject({
      nodes: ['textloom', 'textloomTrigger'],
      credentials: ['textloomApi'],
    });
  });

  it('sends each text once, and outputs the refused one with its reason on the error output', async () => {
    const [sent, failed] = result.outputs;
    expect(sent).toMatchObject(good.map((to) => ({ json: { to, status: 'queued' } })));
    expect(failed).toMatchObject([
      {
        json: {
          to: refused,
          customer: `of ${refused}`,
          error: expect.stringContaining('[item 1]'),
          details: { code: 'no_route', status: 422, retryable: false },
        },
      },
    ]);
    for (const to of good) {
      expect((await service.client.message.list({ to })).data).toHaveLength(1);
    }
  });

  it('sends one text for each call of an agent in a loop, and tells the agent', async () => {
    expect(result.answers).toEqual(byAgent.map((to) => expect.stringContaining(to)));
    for (const to of byAgent) {
      expect((await service.client.message.list({ to })).data).toHaveLength(1);
    }
  });

  it('asks nobody a question, because this version cannot wait, and names the version that can', async () => {
    expect(result.refusal).toBe(
      "'Send and Wait for Reply' needs n8n 1.107 or later, so nothing was sent",
    );
    expect((await service.client.message.list({ to: unasked })).data).toEqual([]);
  });

  it('subscribes the URL of the trigger', async () => {
    expect((await service.client.webhook.list({})).data).toMatchObject([
      { url: 'https://n8n.example/webhook/floor/webhook', events: ['message.received'] },
    ]);
  });
});
