import { createMcpHandler } from '@modelcontextprotocol/server';
import { createClient } from '@textloom/shared/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostOf } from '../../connectors/mcp/host.ts';
import { createExclusively } from '../../connectors/mcp/sending/exclusively.ts';
import { createServer } from '../../connectors/mcp/server.ts';
import {
  headerOf,
  readSettings,
  SettingError,
  type Settings,
} from '../../connectors/mcp/settings.ts';
import type { Backend } from '../../connectors/mcp/tools/tool.ts';
import { fail } from '../lib/errors.ts';
import { injectTransport } from './injectTransport.ts';
import { sendResponse, toWebRequest } from './webRequest.ts';

/**
 * Serves the MCP server to agents. Its tools call the API of this process with the key of the
 * agent's request, so that every check of the API applies to agents, too. The headers of the
 * request contain the settings of the operator.
 *
 * @param api the app with the routes of the API
 */
export function serveMcp(app: FastifyInstance, api: FastifyInstance): void {
  const exclusively = createExclusively();
  const backends = new WeakMap<Request, Backend>();
  const handler = createMcpHandler(({ requestInfo }) => createServer(backends.get(requestInfo!)!));
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      const settings = settingsOf(request);
      const client = createClient(hostOf(injectTransport(api, request)));
      const queue = request.caller!.account.id;
      const webRequest = toWebRequest(request, reply);
      backends.set(webRequest, { client, settings, exclusively, queue });
      const response = await handler.fetch(webRequest, { parsedBody: request.body });
      return sendResponse(reply, response);
    },
  });
}

/** Refuses a header that the operator misspelled, because it protects somebody. */
function settingsOf({ headers }: FastifyRequest): Settings {
  try {
    return readSettings((variable) => [headers[headerOf(variable)]].flat()[0]);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return fail('validation_failed', { detail: error.message });
  }
}
