import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendResponse, toWebRequest } from './webRequest.ts';

/** Responds to agents, and ends their sessions when the service stops. */
export interface Agents {
  readonly fetch: (request: Request, received: FastifyRequest) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * Serves agents at `/mcp`.
 *
 * @param load loads what responds. It runs with the first request, because the SDK takes a fifth
 *   of a second of processor time
 */
export function serveAgents(app: FastifyInstance, load: () => Promise<Agents>): void {
  let loaded: Promise<Agents> | undefined;
  const loadOnce = () =>
    (loaded ??= load().catch((error: unknown) => {
      // The next request tries again.
      loaded = undefined;
      throw error;
    }));
  app.addHook('preClose', async () => (await loaded?.catch(() => undefined))?.close());
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      const agents = await loadOnce();
      return sendResponse(reply, await agents.fetch(toWebRequest(request, reply), request));
    },
  });
}
