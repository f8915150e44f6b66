import { fetchTransport } from '@textloom/shared/client/fetch';
import { describeTransport } from '../client/transport.suite.ts';

describeTransport('the MCP server', {
  connect: (baseUrl, apiKey) => fetchTransport({ baseUrl, apiKey }, 5_000),
});
