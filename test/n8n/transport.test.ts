import { describe, expect, it } from '@jest/globals';
import { budgets, n8nHost as connect } from '../../connectors/n8n/lib/connection/host.ts';
import { n8nTransport } from '../../connectors/n8n/lib/connection/transport.ts';
import { withScheme } from '../../connectors/n8n/lib/connection/withScheme.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { describeTransport } from '../client/transport.suite.ts';
import { startFarSide } from './farSide.ts';
import { n8nHost } from './n8nHost.ts';

describeTransport("n8n's request helper", {
  connect: (baseUrl, apiKey) =>
    n8nTransport(n8nHost({ nodeType: new Textloom(), credential: { baseUrl, apiKey } }).execute()),
});

describe('a base URL without a scheme', () => {
  it.each([
    ['127.0.0.1:4010/v1', 'http'],
    ['localhost:4010/v1', 'http'],
    ['textloom:4010/v1', 'http'],
    ['host.docker.internal:4010/v1', 'http'],
    ['192.168.1.7/v1', 'http'],
    ['172.20.0.3:4010/v1', 'http'],
    ['[::1]:4010/v1', 'http'],
    ['sms.example.com/v1', 'https'],
    ['10.example.com/v1', 'https'],
    ['172.32.0.3/v1', 'https'],
    ['8.8.8.8/v1', 'https'],
  ])('is completed: %s', (url, scheme) => {
    expect(withScheme(url)).toBe(`${scheme}://${url}`);
  });
});

describe('a service that does not exist', () => {
  it('fails soon in the editor, unless the run has reached the service before', async () => {
    const far = await startFarSide();
    const context = n8nHost({ nodeType: new Textloom(), credential: far.credential }).execute();
    const host = await connect(context, budgets.run);
    expect(host.connectBudget).toBe(budgets.editor);
    await host.transport({ method: 'GET', path: '/account', headers: {} });
    expect(host.connectBudget).toBeUndefined();
    context.getMode = () => 'trigger';
    expect((await connect(context, budgets.run)).connectBudget).toBeUndefined();
    await far.stop();
  });
});
