import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contract, sampleOf, statusEventTypes } from '@textloom/shared/contract';
import { TextloomTrigger } from '../../connectors/n8n/nodes/Textloom/TextloomTrigger.node.ts';
import { poll } from '../../scripts/poll.ts';
import { startServer, type LocalServer } from '../../scripts/programs/startServer.ts';
import { n8nHost } from './n8nHost.ts';

const node = new TextloomTrigger();
const hooks = node.webhookMethods.default;
const parameters = { event: 'messageReceived', statuses: [...statusEventTypes] };

describe('a test of the trigger', () => {
  let far: LocalServer;
  let asked: string[];
  /** The requests that get no response until the test lets them continue. */
  let held: Map<string, () => void>;
  let refused: Set<string>;
  let holds: (request: string) => boolean;

  beforeEach(async () => {
    asked = [];
    held = new Map();
    refused = new Set();
    holds = () => false;
    far = await startServer(async ({ method }, response) => {
      const request = `${method} ${asked.filter((one) => one.startsWith(method!)).length + 1}`;
      asked.push(request);
      if (holds(request)) await new Promise<void>((resolve) => held.set(request, resolve));
      response.writeHead(refused.has(request) ? 422 : 201, { 'content-type': 'application/json' });
      response.end(JSON.stringify(sampleOf(contract.webhook.create.output)));
    });
  });
  afterEach(() => far.stop());

  const isAsked = (...requests: readonly string[]) =>
    poll(10_000, () =>
      Promise.resolve(requests.every((one) => asked.includes(one)) ? true : undefined),
    );
  const createContext = () =>
    n8nHost({
      nodeType: node,
      credential: { baseUrl: `${far.url}/v1`, apiKey: 'tl_key' },
      parameters,
      // The tests of a node have the same URL, which no other test here has.
      address: `${far.url}/n8n`,
    }).hook('test');
  const begin = () => hooks.create.call(createContext());
  const end = () => hooks.delete.call(createContext());

  it('that cannot begin ends without an error, which would block n8n', async () => {
    refused.add('POST 1');
    await expect(begin()).rejects.toThrow();
    await expect(end()).resolves.toBe(true);
    expect(asked).toEqual(['POST 1']);
  });

  it('that cannot end ends without an error, which would block n8n', async () => {
    refused.add('DELETE 1');
    await begin();
    await expect(end()).resolves.toBe(true);
    await isAsked('DELETE 1');
  });

  it('ends while n8n continues, and before the next test begins', async () => {
    holds = (request) => request === 'DELETE 1';
    await begin();
    await end();
    const next = begin();
    await isAsked('DELETE 1');
    await new Promise(setImmediate);
    expect(asked).toEqual(['POST 1', 'DELETE 1']);
    held.get('DELETE 1')!();
    await next;
    expect(asked).toEqual(['POST 1', 'DELETE 1', 'POST 2']);
  });

  it('that n8n ends while it begins leaves no subscription', async () => {
    holds = (request) => request === 'POST 1';
    const beginning = begin();
    await isAsked('POST 1');
    await expect(end()).resolves.toBe(true);
    held.get('POST 1')!();
    await beginning;
    await isAsked('DELETE 1');
  });

  it('that n8n ends while the end of the last one is slow has no error, and leaves no subscription', async () => {
    holds = (request) => request === 'DELETE 1';
    await begin();
    await end();
    const next = begin();
    await isAsked('DELETE 1');
    await expect(end()).resolves.toBe(true);
    held.get('DELETE 1')!();
    await next;
    await isAsked('POST 2', 'DELETE 2');
    expect(asked.filter((request) => request.startsWith('GET'))).toEqual([]);
  });

  it('ends the first subscription if it cannot subscribe again', async () => {
    refused.add('POST 2');
    await begin();
    await expect(begin()).rejects.toThrow();
    await end();
    await isAsked('DELETE 1');
  });
});
