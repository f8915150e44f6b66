import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Sits between a service and its PostgreSQL, and breaks connections as networks do. */
export interface DatabaseProxy {
  readonly url: string;
  /**
   * Silences the next connection that sends matching data: it stays open, and nothing passes in
   * either direction. Resolves after this happens.
   */
  readonly stallOn: (pattern: RegExp) => Promise<void>;
  /** Silences all connections, including those that are opened later. */
  readonly stallAll: () => void;
  /** Resets every connection. */
  readonly resetAll: () => void;
  /**
   * Refuses new connections and ends the existing ones if false, and accepts connections again if
   * true.
   */
  readonly response: (isAnswering: boolean) => void;
  readonly close: () => Promise<void>;
}

interface Trap {
  readonly pattern: RegExp;
  readonly sprung: () => void;
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const traps = new Set<Trap>();
  let isAnswering = true;
  let isAllSilent = false;
  const proxy = createServer((client) => {
    client.on('error', () => undefined);
    if (!isAnswering) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(Number(target.port || 5432), target.hostname);
    let isSilent = false;
    const isMute = () => isSilent || isAllSilent;
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        const text = from === client ? chunk.toString('latin1') : '';
        const trap = text === '' ? undefined : [...traps].find(({ pattern }) => pattern.test(text));
        if (trap) {
          traps.delete(trap);
          isSilent = true;
          trap.sprung();
        }
        if (!isMute()) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!isMute()) to.destroy();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  const resetAll = () => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    url: url.href,
    stallOn: (pattern) => new Promise((sprung) => traps.add({ pattern, sprung })),
    stallAll: () => {
      isAllSilent = true;
    },
    resetAll,
    response: (responses) => {
      isAnswering = responses;
      if (!responses) resetAll();
    },
    close: async () => {
      proxy.close();
      resetAll();
      await once(proxy, 'close');
    },
  };
}
