import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface LocalServer {
  readonly url: string;
  /** Breaks all connections. */
  readonly breakOff: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts an HTTP server on a free port of this machine. */
export async function startServer(respond: Respond): Promise<LocalServer> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await respond(request, response);
    } catch (error) {
      // A client may break off its request.
      if (request.complete) throw error;
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakOff: () => server.closeAllConnections(),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
