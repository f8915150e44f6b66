import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/*
 * A TCP proxy for tests. It sits between the service and a far side, passes on what they say to each
 * other, and breaks their connections in the ways in which networks break them.
 */

export type Side = 'client' | 'server';

/** A connection of a client, and the one to the server that belongs to it. */
export interface Link {
  /** The port from which the server sees the connection come. */
  readonly port: () => number | undefined;
  /**
   * Passes nothing on any more, not even that a side has closed: what a peer looks like that has
   * vanished. Both connections stay open, so that neither side can tell by them.
   */
  readonly stall: () => void;
  /** Passes on again, beginning with what has come in meanwhile. */
  readonly resume: () => void;
  /** Closes both connections in good order, in the midst of what is said. */
  readonly cut: () => void;
  /** Resets both connections. */
  readonly reset: () => void;
  /** Ends what this side is told, and goes on in the other direction. */
  readonly halfClose: (told: Side) => void;
  /** Flips bits of the next chunk that this side is told. */
  readonly corrupt: (told: Side) => void;
}

export interface Proxy {
  readonly port: number;
  /** Those that are open, the oldest first. */
  readonly links: () => readonly Link[];
  /** Stalls all links, and all that are opened before `resume`. */
  readonly stall: () => void;
  readonly resume: () => void;
  /** Stalls the link on which a client says such a thing next, before it is passed on. */
  readonly stallOn: (said: (chunk: Buffer) => boolean) => Promise<Link>;
  readonly cut: () => void;
  readonly reset: () => void;
  /** Refuses new connections until `admit`. */
  readonly refuse: () => Promise<void>;
  readonly admit: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Passes on to a port of this machine. */
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
    // The connections that are open stay so.
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
  /** The client has said something, which has not been passed on yet. */
  readonly onSaid: (chunk: Buffer) => void;
  readonly onClose: () => void;
}

function openLink(client: Socket, target: number, { onSaid, onClose }: LinkEvents): Link {
  const server = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  const sockets: Readonly<Record<Side, Socket>> = { client, server };
  const other: Readonly<Record<Side, Side>> = { client: 'server', server: 'client' };
  const isCorrupted = { client: false, server: false };
  /** What the side has said or done while nothing was passed on. */
  let held: (() => void)[] | undefined;
  const pass = (work: () => void) => (held ? held.push(work) : work());
  let open = 2;

  for (const [told, teller] of Object.entries(other) as [Side, Side][]) {
    const [to, from] = [sockets[told], sockets[teller]];
    from.on('data', (chunk: Buffer) => {
      if (teller === 'client' && !held) onSaid(chunk);
      pass(() => {
        if (isCorrupted[told]) {
          isCorrupted[told] = false;
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
    halfClose: (told) => void sockets[told].end(),
    corrupt: (told) => {
      isCorrupted[told] = true;
    },
  };
}
