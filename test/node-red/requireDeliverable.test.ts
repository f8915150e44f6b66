import { beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, type Transport } from '@textloom/shared/client';
import { contract, sampleOf } from '@textloom/shared/contract';
import { createHost } from '../../connectors/node-red/src/connection/host.ts';
import { requireDeliverable } from '../../connectors/node-red/src/nodes/requireDeliverable.ts';
import { problemBody } from '../problemBody.ts';
import type { Answer } from '../zapier/farSide.ts';
import { answerTest } from './answerTest.ts';

const webhook = sampleOf(contract.webhook.create.output);
const missing: Answer = { status: 404, body: problemBody('not_found', 404) };
const failed = { status: 'failed', status_code: 502, error: null };
const succeeded = { status: 'succeeded' };
/** The outcomes of the tests in their order. The last one repeats. */
let outcomes: (object | 'deleted')[];
let created: number;
let deleted: number;

beforeEach(() => {
  created = 0;
  deleted = 0;
});

const respond = (method: string, path: string): Answer => {
  if (method === 'DELETE') {
    deleted++;
    return { status: 204, body: {} };
  }
  const outcome = outcomes[Math.min(created, outcomes.length) - 1];
  if (path.includes('/deliveries') && outcome === 'deleted') return missing;
  const tested = answerTest(path, typeof outcome === 'object' ? outcome : undefined);
  if (tested) return tested;
  created++;
  return { status: 201, body: webhook };
};
const transport: Transport = ({ method, path }) =>
  Promise.resolve({ headers: {}, ...respond(method, path) });

const check = (signal = new AbortController().signal) => {
  const host = createHost({ baseUrl: 'http://127.0.0.1', apiKey: 'key' });
  const account = {
    client: createClient({ ...host, transport }),
    deriveSecret: () => 'whsec_test',
  };
  const times = { limitMs: 1_000, pauseMs: 10 };
  return requireDeliverable(account, 'https://example.com', signal, times);
};

describe('the check of the address', () => {
  it('tests again after a test that fails once', async () => {
    outcomes = [failed, succeeded];
    await check();
    expect([created, deleted]).toEqual([2, 2]);
  });

  it('fails after three tests', async () => {
    outcomes = [failed];
    await expect(check()).rejects.toThrow(/status code 502.*Nothing was sent\.$/);
    expect([created, deleted]).toEqual([3, 3]);
  });

  it('fails after one test if Node-RED rejects the events', async () => {
    outcomes = [{ ...failed, status_code: 401 }];
    await expect(check()).rejects.toThrow(/Node-RED rejects.*Nothing was sent\.$/);
    expect(created).toBe(1);
  });

  it('fails if the service does not deliver the test in time', async () => {
    outcomes = [{ event_id: 'evt_other' }];
    await expect(check()).rejects.toThrow(
      'The service did not deliver a test event within a minute. Try again later. Nothing was sent.',
    );
    expect([created, deleted]).toEqual([1, 1]);
  });

  it('takes no webhook that no longer exists for a test that arrived', async () => {
    outcomes = ['deleted'];
    await expect(check()).rejects.toThrow(/no longer exists.*Nothing was sent\.$/);
    outcomes = ['deleted', succeeded];
    created = 0;
    await check();
    expect(created).toBe(2);
  });

  it('ends when the node closes', async () => {
    outcomes = [{ event_id: 'evt_other' }];
    await expect(check(AbortSignal.timeout(300))).rejects.toThrow(
      'The node has closed, so it sent nothing.',
    );
  });
});
