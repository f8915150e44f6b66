import { fetchTransport } from '../../connectors/mcp/transport.ts';
import { describeTransport } from '../client/transport.suite.ts';

describeTransport('the MCP server', {
  connect: (baseUrl, apiKey) => fetchTransport({ baseUrl, apiKey }),
});
