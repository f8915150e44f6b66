import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Two programs on one port would look like one that works: better to say so first. */
export async function requireFreePort(port: number, what: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    throw new Error(
      `Port ${port}, which ${what} needs, is in use: stop the program that uses it, ` +
        'or choose another port.',
    );
  }
  await new Promise((resolve) => server.close(resolve));
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
