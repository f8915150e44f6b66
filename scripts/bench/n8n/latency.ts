import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DelayProxy {
  readonly url: string;
  readonly close: () => void;
}

/** Opens a proxy to a server that delays each response by this number of milliseconds. */
export async function openDelayProxy(target: string, milliseconds: number): Promise<DelayProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true });
    client.pipe(upstream);
    upstream.on('data', (chunk) => setTimeout(() => client.write(chunk), milliseconds));
    upstream.on('close', () => setTimeout(() => client.end(), milliseconds));
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    }
  });
  await once(server.listen(0, '127.0.0.1', 4_096), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
