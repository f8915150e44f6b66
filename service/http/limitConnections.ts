import type { Server } from 'node:http';
import { clientAddress } from './clientAddress.ts';

/** Closes connections that exceed the limit of concurrent connections of a client. */
export function limitConnections(server: Server, limit: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const client = clientAddress(socket.remoteAddress ?? '');
    const count = (open.get(client) ?? 0) + 1;
    if (count > limit) {
      socket.destroy();
      return;
    }
    open.set(client, count);
    socket.once('close', () => {
      const left = open.get(client)! - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
  });
}
