import { afterEach, describe, expect, it } from '@jest/globals';
import { basePath } from '@textloom/shared/contract';
import { openFolder } from './database.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
afterEach(() => harness.close());

/**
 * Returns the statuses of requests with these X-Forwarded-For headers. One address may make only
 * one request.
 */
async function statusesOf(trust: 'true' | 'false', forwarded: readonly string[]) {
  const settings = { TRUST_PROXY: trust, RATE_LIMIT: '1', RATE_LIMIT_BURST: '1' };
  harness = await openHarness(openFolder, settings);
  const responses = await Promise.all(
    forwarded.map((value) =>
      fetch(`${harness.url}${basePath}/openapi.json`, { headers: { 'x-forwarded-for': value } }),
    ),
  );
  return responses.map(({ status }) => status).sort();
}

describe('the client of a request', () => {
  it('is the one that the proxy names, if there is a proxy', async () => {
    expect(await statusesOf('true', ['192.0.2.1', '192.0.2.2'])).toEqual([200, 200]);
  });

  it('is not the one that the client itself names to the proxy', async () => {
    const lies = ['198.51.100.1, 192.0.2.1', '198.51.100.2, 192.0.2.1'];
    expect(await statusesOf('true', lies)).toEqual([200, 429]);
  });

  it('is the connected one, if there is no proxy', async () => {
    expect(await statusesOf('false', ['192.0.2.1', '192.0.2.2'])).toEqual([200, 429]);
  });
});
