import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  localhostAllowedOrigins,
  originValidationResponse,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import Fastify from 'fastify';
import { openAgents } from '../../../service/mcp/openAgents.ts';
import { serveAgents, type Agents } from '../../../service/mcp/serveAgents.ts';
import { createSessions } from '../../../service/mcp/sessions.ts';
import { authorization } from '../../service/harness/harness.ts';
import { conformanceServer } from './fixture.ts';

export interface Target {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves requests at /mcp with the route of the service. */
async function listen(agents: Agents): Promise<Target> {
  const app = Fastify({ forceCloseConnections: true });
  serveAgents(app, () => Promise.resolve(agents));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${url}/mcp`, close: () => app.close() };
}

const owner = { account: 'suite', key: 'suite', settings: '' };
const validKeys = (keys: readonly string[]) => Promise.resolve(new Set(keys));
const report = () => undefined;

/** Serves the server of the suite over HTTP, like the service. */
export const openHttpTarget = (): Promise<Target> =>
  listen(
    openAgents({
      createAgent: () => ({
        owner,
        createServer: conformanceServer,
        uses: ['elicitation', 'sampling'],
      }),
      ...{ validKeys, report, reportRefusal: report },
    }),
  );

/** Connects the suite, which sends no API key, to a service that can ask its client. */
export const openServiceTarget = (service: string, key: string): Promise<Target> =>
  listen({
    async fetch({ method, headers }, { body }) {
      const kept = ['accept', 'content-type', 'origin', 'mcp-session-id', 'mcp-protocol-version'];
      const own = [...headers].filter(([name]) => kept.includes(name));
      const response = await fetch(`${service}/mcp`, {
        method,
        headers: { ...Object.fromEntries(own), ...authorization(key), 'textloom-confirm': 'true' },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      });
      const returned = ['content-type', 'mcp-session-id'];
      return new Response(response.body, {
        status: response.status,
        headers: [...response.headers].filter(([name]) => returned.includes(name)),
      });
    },
    close: () => Promise.resolve(),
  });

/**
 * Connects the suite, which only speaks HTTP, to a server over standard input and output. Each
 * session starts a program, and every message passes unchanged.
 */
export function openStdioTarget(
  program = join(import.meta.dirname, 'program.ts'),
  environment: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const programs: StdioClientTransport[] = [];
  const startProgram = () => {
    const child = new StdioClientTransport({
      command: process.execPath,
      args: ['--no-warnings', program],
      env: { PATH: process.env.PATH ?? '', ...environment },
    });
    programs.push(child);
    return {
      async connect(session: Transport) {
        // The suite makes one call at a time, and what the program says belongs to this call.
        let relatedRequestId: RequestId | undefined;
        child.onmessage = (message) =>
          void session.send(message, relatedRequestId === undefined ? {} : { relatedRequestId });
        session.onmessage = (message, extra) => {
          if ('method' in message && 'id' in message) relatedRequestId = message.id;
          void child.send(message);
          // Only this end of the bridge speaks HTTP, and so has a stream that it can close.
          if ('method' in message && message.params?.name === 'test_reconnection')
            extra?.closeSSEStream?.();
        };
        await Promise.all([child.start(), session.start()]);
      },
      close: () => child.close(),
    };
  };
  const sessions = createSessions({ validKeys, report });
  return listen({
    fetch: async (request, { body }) =>
      originValidationResponse(request, localhostAllowedOrigins()) ??
      (await sessions.fetch(request, body, owner)) ??
      (await sessions.open(request, body, owner, startProgram)) ??
      new Response(null, { status: 503 }),
    async close() {
      await sessions.close();
      await Promise.all(programs.map((child) => child.close()));
    },
  });
}
