import { createMcpHandler, originValidationResponse } from '@modelcontextprotocol/server';
import { createClient } from '@textloom/shared/client';
import { authentication } from '@textloom/shared/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostOf } from '../../connectors/mcp/host.ts';
import { createConfirmations } from '../../connectors/mcp/sending/confirmations.ts';
import { createExclusively } from '../../connectors/mcp/sending/exclusively.ts';
import { createServer } from '../../connectors/mcp/server.ts';
import {
  headerOf,
  readSettings,
  refuseUnknown,
  SettingError,
  variables,
  type Settings,
} from '../../connectors/mcp/settings.ts';
import type { Backend } from '../../connectors/mcp/tools/tool.ts';
import { fail } from '../lib/errors.ts';
import { logFailure } from '../observability/log.ts';
import { injectTransport } from './injectTransport.ts';
import { sendResponse, toWebRequest } from './webRequest.ts';

/** The lists of tools and resources never change, so nobody needs to wait for changes for long. */
const maxSubscriptions = 16;

/**
 * Serves the MCP server to agents. Its tools call the API of this process with the key of the
 * agent's request, so that every check of the API applies to agents, too. The headers of the
 * request contain the settings of the operator.
 *
 * @param api the app with the routes of the API
 * @param publicUrl the address of the service, or an empty string
 */
export function serveMcp(app: FastifyInstance, api: FastifyInstance, publicUrl: string): void {
  const exclusively = createExclusively();
  const backends = new WeakMap<Request, Backend>();
  const report = (error: unknown) => logFailure(app.log, error, 'serving an agent');
  const handler = createMcpHandler(({ requestInfo }) => createServer(backends.get(requestInfo!)!), {
    onerror: report,
    maxSubscriptions,
  });
  const closing = new AbortController();
  const stopping = closing.signal;
  app.addHook('preClose', async () => closing.abort());
  const ownHosts = publicUrl === '' ? [] : [new URL(publicUrl).hostname];
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      const webRequest = toWebRequest(request, reply);
      // A page in a browser must not use a service that only its visitor can reach.
      const refused = originValidationResponse(webRequest, [request.hostname, ...ownHosts]);
      if (refused) return sendResponse(reply, refused);
      const client = createClient(hostOf(injectTransport(api, request)));
      const settings = settingsOf(request);
      const queue = request.caller!.account.id;
      const confirmations = createConfirmations(keyOf(request));
      backends.set(webRequest, {
        ...{ client, settings, exclusively, queue, confirmations },
        ...{ report, stopping },
      });
      const response = await handler.fetch(webRequest, { parsedBody: request.body });
      if (response.status === 405) reply.header('allow', 'POST');
      return sendResponse(reply, response);
    },
  });
}

const keyOf = ({ headers }: FastifyRequest): string =>
  [headers[authentication.header.toLowerCase()]].flat().join();

const knownHeaders = Object.values(variables).map(headerOf);

/** Refuses a header that the operator misspelled, because it protects somebody. */
function settingsOf({ headers }: FastifyRequest): Settings {
  try {
    refuseUnknown(Object.keys(headers), knownHeaders);
    return readSettings((header) => [headers[header.toLowerCase()]].flat()[0], headerOf);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return fail('validation_failed', { detail: error.message });
  }
}
