import { afterEach, describe, expect, it } from '@jest/globals';
import { basePath } from '@textloom/shared/contract';
import { openFolder } from '../harness/database.ts';
import { openHarness, type Harness } from '../harness/harness.ts';

let harness: Harness;
afterEach(() => harness.close());

/**
 * Returns the statuses of requests with these X-Forwarded-For headers. One address may make only
 * one request per second.
 */
async function readStatuses(trust: 'true' | 'false', forwarded: readonly string[]) {
  const settings = { TRUST_PROXY: trust, RATE_LIMIT: '1', RATE_LIMIT_BURST: '1' };
  harness = await openHarness(openFolder, settings);
  const responses = await Promise.all(
    forwarded.map((value) =>
      fetch(`${harness.url}${basePath}/openapi.json`, { headers: { 'x-forwarded-for': value } }),
    ),
  );
  return responses.map(({ status }) => status);
}

/** So many requests that a slow machine does not spread them over as many seconds. */
const requests = Array.from({ length: 30 }, (_, at) => at + 1);

describe('the client of a request', () => {
  it('is the one that the proxy names, if there is a proxy', async () => {
    const clients = requests.map((at) => `192.0.2.${at}`);
    expect(await readStatuses('true', clients)).toEqual(requests.map(() => 200));
  });

  it('is the same on each connection, if the proxy also names the port', async () => {
    const connections = requests.map((at) => `192.0.2.1:${50_000 + at}`);
    expect(await readStatuses('true', connections)).toContain(429);
  });

  it('has no port in the audit log', async () => {
    harness = await openHarness(openFolder, { TRUST_PROXY: 'true' });
    const account = harness.account();
    const headers = { 'x-forwarded-for': '192.0.2.1:50000' };
    await account.json('POST', '/lists', { name: 'Customers' }, headers);
    const { data } = await account.client.audit.list({});
    expect(data[0]).toMatchObject({ ip_address: '192.0.2.1' });
  });

  it('is not the one that the client itself names to the proxy', async () => {
    const lies = requests.map((at) => `198.51.100.${at}, 192.0.2.1`);
    expect(await readStatuses('true', lies)).toContain(429);
  });

  it('is the connected one, if there is no proxy', async () => {
    const clients = requests.map((at) => `192.0.2.${at}`);
    expect(await readStatuses('false', clients)).toContain(429);
  });
});
