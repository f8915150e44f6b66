import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Checks that a port is free, because two programs on one port can look like one that works. */
export async function requireFreePort(port: number, what: string): Promise<void> {
  if (!(await isFree(port)))
    throw new Error(
      `Port ${port}, which ${what} needs, is in use. Stop the program that uses it, ` +
        'or choose another port.',
    );
}

/**
 * Returns a free port of this machine. Systems give outgoing connections a port from 32768, so none
 * of them takes this port before the program that needs it starts.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  return (await isFree(port)) ? port : freePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}
