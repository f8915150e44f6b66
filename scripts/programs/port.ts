import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Checks that a port is free, because two programs on one port can look like one that works. */
export async function requireFreePort(port: number, what: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    throw new Error(
      `Port ${port}, which ${what} needs, is in use. Stop the program that uses it, ` +
        'or choose another port.',
    );
  }
  await new Promise((resolve) => server.close(resolve));
}

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
