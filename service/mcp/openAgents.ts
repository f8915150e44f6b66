import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  localhostAllowedOrigins,
  originValidationResponse,
  type ClientCapabilities,
  type McpServer,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { tools } from '../../connectors/mcp/tools/index.ts';
import { messagesIn } from './messagesIn.ts';
import { refuse } from './refuse.ts';
import type { Agents } from './serveAgents.ts';
import { createSessions, type Owner } from './sessions.ts';

/** How the SDK begins its report of a malformed request. The service did not fail. */
const refusal = 'Rejected inbound request';

/** The lists of tools and resources never change, so nobody needs to wait for changes for long. */
const maxSubscriptions = 16;

/** The sender of a request, and the server that responds to it. */
export interface Agent {
  readonly owner: Owner;
  readonly createServer: () => McpServer;
  /** A client of 2025 gets a session if the server uses one of these capabilities of the client. */
  readonly uses: readonly (keyof ClientCapabilities)[];
}

interface Options {
  /** The public names of this host. */
  readonly ownHosts?: readonly string[];
  readonly createAgent: (received: FastifyRequest) => Agent;
  readonly validKeys: Parameters<typeof createSessions>[0]['validKeys'];
  readonly report: (error: unknown) => void;
  /** Gets the reason why a request of a client is refused as malformed. */
  readonly reportRefusal: (reason: Error) => void;
}

/** Serves clients of 2026 and of 2025. Most need no session, so any process can serve them. */
export function openAgents({
  ownHosts = [],
  createAgent,
  validKeys,
  report,
  reportRefusal,
}: Options): Agents {
  const agents = new WeakMap<Request, Agent>();
  const handler = createMcpHandler(({ requestInfo }) => agents.get(requestInfo!)!.createServer(), {
    onerror: (error) => (error.message.startsWith(refusal) ? reportRefusal(error) : report(error)),
    maxSubscriptions,
  });
  const pages = [...localhostAllowedOrigins(), ...ownHosts];
  const sessions = createSessions({ validKeys, report });

  /** Returns undefined if a request needs no session. */
  const inSession = async (request: Request, body: unknown, agent: Agent) => {
    if (agent.uses.length === 0 || !(await isLegacyRequest(request, body))) return undefined;
    const response = sessions.fetch(request, body, agent.owner);
    if (response) return response;
    if (isInitializeRequest(body))
      return agent.uses.some((one) => body.params.capabilities[one] !== undefined)
        ? sessions.open(request, body, agent.owner, agent.createServer)
        : undefined;
    return request.headers.has('mcp-session-id') && needsSession(request, body)
      ? refuse(404, 'The session ended. Connect to the server again.')
      : undefined;
  };

  return {
    async fetch(request, received) {
      // A page in a browser must not use a service that only its visitor can reach. The name in the
      // request proves nothing, because the owner of a domain can let it lead to any machine.
      const refused = originValidationResponse(request, pages);
      if (refused) return refused;
      const { body } = received;
      const agent = createAgent(received);
      const response = await inSession(request, body, agent);
      if (response) return response;
      agents.set(request, agent);
      return handler.fetch(request, { parsedBody: body });
    },
    close: sessions.close,
  };
}

const asking: readonly unknown[] = tools
  .filter(({ hints }) => hints === 'texts')
  .map(({ name }) => name);

/**
 * Returns whether a request means nothing without its session, which ended. Some clients never open
 * another session, so all other requests work without one.
 */
const needsSession = ({ method }: Request, body: unknown): boolean =>
  method !== 'POST' ||
  messagesIn(body).some(
    (one) =>
      one.method === undefined ||
      (one.method === 'tools/call' && asking.includes(one.params?.name)),
  );
