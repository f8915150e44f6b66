import { createClient } from '@textloom/shared/client';
import { createExclusively } from '@textloom/shared/connector/exclusively';
import { authentication } from '@textloom/shared/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHost } from '../../connectors/mcp/host.ts';
import {
  toHeaderName,
  readSettings,
  refuseUnknown,
  SettingError,
  variables,
  type Settings,
} from '../../connectors/mcp/settings.ts';
import { findValidKeys } from '../accounts/findValidKeys.ts';
import type { Context } from '../core/context.ts';
import { fail } from '../errors/serviceError.ts';
import { joinReasons, logFailure } from '../observability/log.ts';
import { injectTransport } from './injectTransport.ts';
import type { Agent } from './openAgents.ts';
import { serveAgents } from './serveAgents.ts';

interface Options {
  /** The app with the routes of the API. */
  readonly api: FastifyInstance;
  /** The URL of the service, or an empty string. */
  readonly publicUrl: string;
  /** Whether all requests of a session reach this process. */
  readonly keepsSessions: boolean;
}

/**
 * Serves the MCP server to agents. Its tools call the API of this process with the key of the
 * agent's request, so that every check of the API applies to agents, too. The headers of the
 * request contain the settings of the operator.
 */
export function serveMcp(
  app: FastifyInstance,
  { db, clock, origin }: Pick<Context, 'db' | 'clock' | 'origin'>,
  { api, publicUrl, keepsSessions }: Options,
): void {
  const exclusively = createExclusively();
  const report = (error: unknown) => logFailure(app.log, error, 'serving an agent');
  const closing = new AbortController();
  const stopping = closing.signal;
  app.addHook('preClose', async () => closing.abort());
  serveAgents(app, async () => {
    const [{ openAgents }, { createServer }, { createConfirmations }] = await Promise.all([
      import('./openAgents.ts'),
      import('../../connectors/mcp/server.ts'),
      import('../../connectors/mcp/sending/confirmations.ts'),
    ]);
    const createAgent = (request: FastifyRequest): Agent => {
      const settings = readAgentSettings(request);
      const { account, keyId } = request.caller!;
      const client = createClient(createHost(injectTransport(api, request)));
      const queue = account.id;
      const confirmations = createConfirmations(readKey(request));
      const backend = {
        ...{ client, settings, origin: origin(), exclusively, queue },
        ...{ confirmations, report, stopping },
      };
      return {
        owner: { account: account.id, key: keyId, settings: JSON.stringify(settings) },
        createServer: () => createServer(backend),
        // The server asks a client only for a confirmation.
        uses: keepsSessions && settings.mustConfirm ? ['elicitation'] : [],
      };
    };
    return openAgents({
      ownHosts: publicUrl === '' ? [] : [new URL(publicUrl).hostname],
      createAgent,
      validKeys: (ids) => findValidKeys(db, ids, clock()),
      report,
      reportRefusal: (reason) =>
        app.log.info({ reason: joinReasons(reason) }, 'refused a malformed request of an agent'),
    });
  });
}

const readKey = ({ headers }: FastifyRequest): string =>
  [headers[authentication.header.toLowerCase()]].flat().join();

const knownHeaders = Object.values(variables).map(toHeaderName);

/** Refuses a header that the operator misspelled, because it protects somebody. */
function readAgentSettings({ headers }: FastifyRequest): Settings {
  try {
    refuseUnknown(Object.keys(headers), knownHeaders);
    return readSettings((header) => [headers[header.toLowerCase()]].flat()[0], toHeaderName);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return fail('validation_failed', { detail: error.message });
  }
}
