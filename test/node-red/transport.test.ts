import { expect, it } from '@jest/globals';
import { createHost } from '../../connectors/node-red/src/connection/host.ts';
import { describeTransport } from '../client/transport.suite.ts';
import { startFarSide } from '../zapier/farSide.ts';

describeTransport('Node-RED', {
  connect: (baseUrl, apiKey) => createHost({ baseUrl, apiKey }).transport,
});

it('lets all requests of an account wait as long as the service asks one of them to', async () => {
  const times: number[] = [];
  const far = await startFarSide(() => {
    times.push(Date.now());
    return { status: 429, body: {}, headers: { 'retry-after': '1' } };
  });
  const { base_url: baseUrl, api_key: apiKey } = far.authData;
  const { transport } = createHost({ baseUrl, apiKey });
  const request = { method: 'GET', path: '/account', headers: {} } as const;
  await transport(request);
  await Promise.all([transport(request), transport(request)]);
  await far.stop();
  expect(Math.min(...times.slice(1)) - times[0]!).toBeGreaterThanOrEqual(1_000);
});
