import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFolder } from '../harness/database.ts';
import { authorization, openHarness, type Harness } from '../harness/harness.ts';

describe('a request that never completes', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(openFolder);
  });
  afterAll(() => harness.close());

  /** Returns the response, and the seconds until the service closes the connection. */
  const send = (text: string): Promise<{ seconds: number; response: string }> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(harness.url);
      const socket = connect({ host: hostname, port: Number(port) });
      const start = performance.now();
      let response = '';
      socket.on('data', (chunk) => (response += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve({ seconds: (performance.now() - start) / 1_000, response }));
      socket.write(text);
    });

  it('ends after 10 seconds if half of its head is missing', async () => {
    const { seconds, response } = await send('GET /v1/health HTTP/1.1\r\nhost: x\r\n');
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(15);
    expect(response).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s);
  });

  it('ends after 30 seconds if half of its body is missing', async () => {
    const key = authorization(harness.account().keys.admin).authorization!;
    const { seconds, response } = await send(
      `POST /v1/messages HTTP/1.1\r\nhost: x\r\nauthorization: ${key}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"to":',
    );
    expect(seconds).toBeGreaterThan(25);
    expect(seconds).toBeLessThan(40);
    expect(response).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s);
  }, 60_000);
});
