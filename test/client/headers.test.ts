import { expect, it, jest } from '@jest/globals';
import * as http from '../../shared/contract/http.ts';

const renamed = {
  requestId: 'X-Trace-Id',
  retryAfter: 'X-Wait',
  webhookId: 'Webhook-Event',
  webhookTimestamp: 'Webhook-Time',
  webhookSignature: 'Webhook-Proof',
};
jest.unstable_mockModule('../../shared/contract/http.ts', () => ({
  ...http,
  headers: { ...http.headers, ...renamed },
}));
const { eventSchemaOf, sampleOf } = await import('@textloom/shared/contract');
const { createClient } = await import('@textloom/shared/client');
const { deriveWebhookSecret, signWebhook, verifyWebhook } =
  await import('@textloom/shared/webhooks');

it('the client reads the headers that the contract names, by their names in lower case', async () => {
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

it('a delivery is signed and verified by the headers that the contract names', () => {
  const event = sampleOf(eventSchemaOf('message.received'));
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
