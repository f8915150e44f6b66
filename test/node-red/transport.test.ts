import { fetchTransport } from '../../connectors/node-red/src/connection/transport.ts';
import { describeTransport } from '../client/transport.suite.ts';

describeTransport('Node-RED', {
  connect: (baseUrl, apiKey) => fetchTransport({ baseUrl, apiKey }),
});
