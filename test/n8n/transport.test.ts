import { n8nTransport } from '../../connectors/n8n/lib/connection/transport.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { describeTransport } from '../client/transport.suite.ts';
import { n8nHost } from './n8nHost.ts';

describeTransport("n8n's request helper", {
  connect: (baseUrl, apiKey) =>
    n8nTransport(n8nHost({ nodeType: new Textloom(), credential: { baseUrl, apiKey } }).execute()),
});
