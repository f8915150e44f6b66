import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/*
 * This TCP proxy for tests sits between the service and another server. It passes on their data and
 * breaks their connections in the ways in which networks break them.
 */

type Side = 'client' | 'server';

/** Pairs the connection of a client with the one to the server. */
export interface Link {
  /** Returns the port that the server sees as the source of the connection. */
  readonly port: () => number | undefined;
  /**
   * Stops passing data on, including the closing of a side, like a peer that has vanished. Both
   * connections stay open, so neither side can notice.
   */
  readonly stall: () => void;
  /** Passes data on again, beginning with the data that arrived in the meantime. */
  readonly resume: () => void;
  /** Closes both connections cleanly, in the middle of the data. */
  readonly cut: () => void;
  /** Resets both connections. */
  readonly reset: () => void;
  /** Ends the data to this side, and continues in the other direction. */
  readonly halfClose: (to: Side) => void;
  /** Flips bits in the next chunk to this side. */
  readonly corrupt: (to: Side) => void;
}

export interface Proxy {
  readonly port: number;
  /** Returns the open links, oldest first. */
  readonly links: () => readonly Link[];
  /** Stalls all links, including those that open before `resume`. */
  readonly stall: () => void;
  readonly resume: () => void;
  /**
   * Stalls the link on which a client next sends a matching chunk, before the chunk is passed on.
   */
  readonly stallOn: (said: (chunk: Buffer) => boolean) => Promise<Link>;
  readonly cut: () => void;
  readonly reset: () => void;
  /** Refuses new connections until `admit` is called. */
  readonly refuse: () => Promise<void>;
  readonly admit: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a proxy to a port of this machine. */
export async function openProxy(target: number): Promise<Proxy> {
  const links = new Set<Link>();
  let isStalled = false;
  const waiting = new Set<(chunk: Buffer, link: Link) => void>();
  const open = (client: Socket) => {
    const link = openLink(client, target, {
      onSaid: (chunk) => waiting.forEach((hear) => hear(chunk, link)),
      onClose: () => links.delete(link),
    });
    links.add(link);
    if (isStalled) link.stall();
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, open);
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const each = (what: (link: Link) => void) => [...links].forEach(what);
  const refuse = async () => {
    if (!server.listening) return;
    // Open connections stay open.
    server.close();
    await Promise.resolve();
  };
  return {
    port,
    links: () => [...links],
    stall: () => {
      isStalled = true;
      each((link) => link.stall());
    },
    resume: () => {
      isStalled = false;
      each((link) => link.resume());
    },
    stallOn: (said) =>
      new Promise((resolve) => {
        const hear = (chunk: Buffer, link: Link) => {
          if (!said(chunk)) return;
          waiting.delete(hear);
          link.stall();
          resolve(link);
        };
        waiting.add(hear);
      }),
    cut: () => each((link) => link.cut()),
    reset: () => each((link) => link.reset()),
    refuse,
    admit: () => listen(port),
    close: async () => {
      await refuse();
      each((link) => link.reset());
    },
  };
}

interface LinkEvents {
  /** Receives data from the client that was not passed on yet. */
  readonly onSaid: (chunk: Buffer) => void;
  readonly onClose: () => void;
}

function openLink(client: Socket, target: number, { onSaid, onClose }: LinkEvents): Link {
  const server = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  const sockets: Readonly<Record<Side, Socket>> = { client, server };
  const other: Readonly<Record<Side, Side>> = { client: 'server', server: 'client' };
  const isCorrupted = { client: false, server: false };
  /** Queues the data and the actions of the side while nothing is passed on. */
  let held: (() => void)[] | undefined;
  const pass = (work: () => void) => (held ? held.push(work) : work());
  let open = 2;

  for (const [toSide, fromSide] of Object.entries(other) as [Side, Side][]) {
    const [to, from] = [sockets[toSide], sockets[fromSide]];
    from.on('data', (chunk: Buffer) => {
      if (fromSide === 'client' && !held) onSaid(chunk);
      pass(() => {
        if (isCorrupted[toSide]) {
          isCorrupted[toSide] = false;
          for (let at = 0; at < chunk.length; at += 3) chunk[at]! ^= 0x55;
        }
        if (to.writable && !to.write(chunk)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
      });
    });
    from.on('end', () => pass(() => to.writable && to.end()));
    from.on('error', () => undefined);
    from.on('close', (hadError) => {
      if (--open === 0) onClose();
      pass(() => {
        if (to.destroyed) return;
        if (hadError) to.resetAndDestroy();
        else to.end();
      });
    });
  }

  const each = (what: (socket: Socket) => void) => [client, server].forEach(what);
  const reset = () => each((socket) => !socket.destroyed && socket.resetAndDestroy());
  return {
    port: () => server.localPort,
    stall: () => {
      held ??= [];
    },
    resume: () => {
      const works = held ?? [];
      held = undefined;
      for (const work of works) work();
    },
    cut: () => each((socket) => socket.destroy()),
    reset,
    halfClose: (to) => void sockets[to].end(),
    corrupt: (to) => {
      isCorrupted[to] = true;
    },
  };
}
