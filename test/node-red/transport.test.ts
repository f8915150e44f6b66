import { createHost } from '../../connectors/node-red/src/connection/host.ts';
import { describeTransport } from '../client/transport.suite.ts';

describeTransport('Node-RED', {
  connect: (baseUrl, apiKey) => createHost({ baseUrl, apiKey }).transport,
});
