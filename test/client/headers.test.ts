import { registerHooks } from 'node:module';
import { afterAll, expect, it } from '@jest/globals';
import type * as Client from '../../shared/client/index.ts';
import type * as Contract from '../../shared/contract/index.ts';
import type * as Webhooks from '../../shared/webhooks.ts';

const renamed = {
  requestId: 'X-Trace-Id',
  retryAfter: 'X-Wait',
  webhookId: 'Webhook-Event',
  webhookTimestamp: 'Webhook-Time',
  webhookSignature: 'Webhook-Proof',
};
const shared = new URL('../../shared/', import.meta.url).href;
const http = `${shared}contract/http.ts`;
const mark = '?renamed';

/** Loads a second copy of the modules in shared/, with a contract that names other headers. */
const hooks = registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    const { parentURL } = context;
    const isOfCopy = parentURL?.endsWith(mark) && parentURL !== http + mark;
    return isOfCopy && resolved.url.startsWith(shared)
      ? { ...resolved, url: resolved.url + mark }
      : resolved;
  },
  load: (url, context, next) =>
    url === http + mark
      ? {
          format: 'module',
          source: `import { headers as own } from '${http}';
            export * from '${http}';
            export const headers = { ...own, ...${JSON.stringify(renamed)} };`,
          shortCircuit: true,
        }
      : next(url, context),
});
afterAll(() => hooks.deregister());

const importCopy = async (file: string): Promise<unknown> => import(shared + file + mark);
const { createEventSchema, sampleOf } = (await importCopy('contract/index.ts')) as typeof Contract;
const { createClient } = (await importCopy('client/index.ts')) as typeof Client;
const { deriveWebhookSecret, signWebhook, verifyWebhook } = (await importCopy(
  'webhooks.ts',
)) as typeof Webhooks;

it('the client reads the headers that the contract names, in lowercase', async () => {
  const client = createClient({
    transport: () =>
      Promise.resolve({
        status: 503,
        headers: { 'x-trace-id': 'req_1', 'x-wait': '7' },
        body: 'Busy',
      }),
    sleep: () => Promise.resolve(),
    now: () => 0,
    random: () => 0,
    createKey: () => 'key',
    budget: 0,
  });
  await expect(client.account.get({})).rejects.toMatchObject({ requestId: 'req_1', retryAfter: 7 });
});

it('a delivery is signed and verified with the headers that the contract names', () => {
  const event = sampleOf(createEventSchema('message.received'));
  const secret = deriveWebhookSecret('key', 'url');
  const body = JSON.stringify(event);
  const signed = signWebhook({ id: event.id, timestamp: 1, body }, [secret]);
  expect(Object.keys(signed)).toEqual(['Webhook-Event', 'Webhook-Time', 'Webhook-Proof']);
  const arrived = new Map(
    Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const received = { header: (name: string) => arrived.get(name), body };
  expect(verifyWebhook(received, [secret], { toleranceSeconds: 1, now: 1000 })).toEqual(event);
});
