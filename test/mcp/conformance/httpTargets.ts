import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  createMcpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import Fastify from 'fastify';
import { sendResponse, toWebRequest } from '../../../service/mcp/webRequest.ts';
import { authorization } from '../../service/harness.ts';
import { conformanceServer } from './fixture.ts';

export interface Target {
  readonly url: string;
  readonly close: () => Promise<void>;
}

type Fetch = (request: Request, body: unknown) => Promise<Response>;

/** Serves requests at /mcp in the same way as the service. */
async function listen(fetch: Fetch, onClose: () => Promise<void>): Promise<Target> {
  const app = Fastify({ forceCloseConnections: true });
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) =>
      sendResponse(reply, await fetch(toWebRequest(request, reply), request.body)),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `${url}/mcp`,
    close: async () => {
      await onClose();
      await app.close();
    },
  };
}

/** Serves the server of the suite over HTTP, like the service. */
export function openHttpTarget(): Promise<Target> {
  const handler = createMcpHandler(conformanceServer);
  return listen((request, parsedBody) => handler.fetch(request, { parsedBody }), handler.close);
}

/** Connects the suite, which sends no API key, to a service. */
export const openServiceTarget = (service: string, key: string): Promise<Target> =>
  listen(
    async ({ method, headers }, body) => {
      const kept = ['accept', 'content-type'].flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, value] as [string, string]];
      });
      const response = await fetch(`${service}/mcp`, {
        method,
        headers: { ...Object.fromEntries(kept), ...authorization(key) },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      });
      const type = response.headers.get('content-type');
      const answer = await response.text();
      return new Response(answer === '' ? null : answer, {
        status: response.status,
        ...(type !== null && { headers: { 'content-type': type } }),
      });
    },
    () => Promise.resolve(),
  );

/**
 * Connects the suite, which only speaks HTTP, to a server over standard input and output. Each
 * session starts a program, and every message passes unchanged.
 */
export function openStdioTarget(
  program = join(import.meta.dirname, 'program.ts'),
  environment: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const programs: StdioClientTransport[] = [];
  const start = async () => {
    const session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, session),
    });
    const child = new StdioClientTransport({
      command: process.execPath,
      args: ['--no-warnings', program],
      env: { PATH: process.env.PATH ?? '', ...environment },
    });
    programs.push(child);
    child.onmessage = (message) => void session.send(message);
    session.onmessage = (message) => void child.send(message);
    await Promise.all([child.start(), session.start()]);
    return session;
  };
  return listen(
    async (request, parsedBody) => {
      const id = request.headers.get('mcp-session-id');
      const session = id === null ? await start() : sessions.get(id);
      return session
        ? session.handleRequest(request, { parsedBody })
        : new Response(null, { status: 404 });
    },
    async () => {
      await Promise.all(programs.map((child) => child.close()));
    },
  );
}
