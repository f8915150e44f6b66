import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from '@textloom/shared/client';
import { createHost } from '../../connectors/node-red/src/connection/host.ts';
import { createSubscriptions } from '../../connectors/node-red/src/webhooks/subscriptions.ts';
import { poll } from '../../scripts/poll.ts';
import { startFarSide } from '../zapier/farSide.ts';

let far: Awaited<ReturnType<typeof startFarSide>>;
let isDown: boolean;
beforeEach(async () => {
  isDown = false;
  far = await startFarSide(() => ({ status: isDown ? 400 : 204, body: {} }));
});
afterEach(() => far.stop());

function open() {
  const events = new EventEmitter();
  const warnings: string[] = [];
  const subscriptions = createSubscriptions(events, (what) => warnings.push(what));
  const { base_url: baseUrl, api_key: apiKey } = far.authData;
  const client = createClient(createHost({ baseUrl, apiKey }));
  const toSubscription = (nodeId: string) => {
    return { nodeId, client, url: `https://red.example.com/${nodeId}` };
  };
  return {
    ...subscriptions,
    warnings,
    subscribe: (nodeId: string, id: string) =>
      subscriptions.hold(nodeId, { ...toSubscription(nodeId), id }),
    create: (nodeId: string, request: () => Promise<string>) =>
      subscriptions.create(nodeId, toSubscription(nodeId), request),
    deploy: () => events.emit('flows:started'),
  };
}
const asked = async (...requests: string[]) => {
  await poll(10_000, async () => far.asked.length >= requests.length || undefined);
  expect(far.asked.sort()).toEqual(requests.sort());
};

describe('after a deployment', () => {
  it('the subscription of a node that no longer runs ends, and that of a running node stays', async () => {
    const { run, subscribe, deploy } = open();
    const stop = run('gone');
    run('stays');
    subscribe('gone', 'whk_1');
    subscribe('stays', 'whk_2');
    deploy();
    stop();
    deploy();
    await asked('DELETE /v1/webhooks/whk_1');
  });

  it('the subscription of a node that started again stays', async () => {
    const { run, subscribe, deploy } = open();
    run('node')();
    run('node');
    subscribe('node', 'whk_1');
    subscribe('node', 'whk_1');
    run('other')();
    subscribe('other', 'whk_2');
    deploy();
    await asked('DELETE /v1/webhooks/whk_2');
  });

  it('the subscription that another one replaces ends', async () => {
    const { run, subscribe } = open();
    run('node');
    subscribe('node', 'whk_1');
    subscribe('node', 'whk_2');
    await asked('DELETE /v1/webhooks/whk_1');
  });

  it('a subscription that the service is still creating ends too', async () => {
    const { create, deploy } = open();
    const { promise, resolve } = Promise.withResolvers<string>();
    const created = create('gone', () => promise);
    deploy();
    resolve('whk_1');
    await created;
    await asked('DELETE /v1/webhooks/whk_1');
  });

  it('a subscription that could not be ended is ended next time', async () => {
    const { subscribe, deploy, warnings } = open();
    subscribe('gone', 'whk_1');
    isDown = true;
    deploy();
    await poll(10_000, async () => warnings.length > 0 || undefined);
    isDown = false;
    deploy();
    await asked('DELETE /v1/webhooks/whk_1', 'DELETE /v1/webhooks/whk_1');
  });
});
