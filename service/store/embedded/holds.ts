import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { relative, resolve } from 'node:path';
import { once } from 'node:events';

/*
 * A command asks the service over a socket in DATA_DIR to hold its database: no statement runs, so
 * no file of the database changes, until the command releases it. If the command dies, the socket
 * closes, which releases the database too.
 */

export interface Held {
  /** The ID of the newest message. */
  readonly newestMessage: string | null;
  /** Since when no other statement runs, by `performance.now`. */
  readonly since: number;
}

/** Runs work while no other statement runs. */
export type WhileHeld = (work: (held: Held) => Promise<void>) => Promise<void>;

/** Requests wait meanwhile. The parts of the background work must progress within 45 seconds. */
export const maxHoldMs = 20_000;
/** Longer than the longest statement of the service. */
const turnMs = 60_000;
/** The longest path that all operating systems accept. */
const maxPathBytes = 103;

/** The holder did not release the database in time, or the service has ended. */
export class HoldLostError extends Error {
  override readonly name = 'HoldLostError';
}

/** Nothing responds at the socket of DATA_DIR. The code says why. */
export class NoHolderError extends Error {
  override readonly name = 'NoHolderError';
  readonly code: string;
  constructor(code: string) {
    super(`No service responds (${code})`);
    this.code = code;
  }
}

/** Returns the shorter form of the path, because the length of the path of a socket is limited. */
function socketPath(dataDir: string): string | undefined {
  const absolute = resolve(dataDir, 'textloom.sock');
  const short = relative('.', absolute);
  const path = short.length < absolute.length ? short : absolute;
  return Buffer.byteLength(path) > maxPathBytes ? undefined : path;
}

/** Holds the database for commands. Returns a function that ends all holds. */
export async function serveHolds(
  dataDir: string,
  whileHeld: WhileHeld,
  limitMs = maxHoldMs,
): Promise<() => Promise<void>> {
  const path = socketPath(dataDir);
  if (path === undefined) return () => Promise.resolve();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const closed = once(socket, 'close').then(() => sockets.delete(socket));
    void hold(socket, closed, whileHeld, limitMs).catch(() => socket.destroy());
  });
  // A process that was killed leaves its socket. This process has the lock of the folder.
  await rm(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
}

async function hold(
  socket: Socket,
  closed: Promise<unknown>,
  whileHeld: WhileHeld,
  limitMs: number,
): Promise<void> {
  await whileHeld(async ({ newestMessage, since }) => {
    if (socket.destroyed) return;
    const released = once(socket, 'data');
    released.catch(() => undefined);
    socket.write(`${JSON.stringify({ newestMessage })}\n`);
    const timer = setTimeout(() => socket.destroy(), limitMs);
    await Promise.race([released, closed]);
    clearTimeout(timer);
    // While the database is still held, so that the command knows that it was held throughout.
    if (socket.writable) socket.end(`${JSON.stringify({ heldMs: performance.now() - since })}\n`);
  });
}

/**
 * Asks the service to hold the database while `work` runs, and returns for how long it did. Rejects
 * if the service did not hold it until the end, so the result of `work` counts only if this
 * resolves.
 */
export async function requestHold(
  dataDir: string,
  work: (held: Pick<Held, 'newestMessage'>) => Promise<void>,
): Promise<number> {
  const path = socketPath(dataDir);
  if (path === undefined) throw new NoHolderError('ENAMETOOLONG');
  const socket = connect(path);
  socket.setTimeout(turnMs, () => socket.destroy());
  const readLine = linesOf(socket);
  try {
    await work(JSON.parse(await readLine()) as Pick<Held, 'newestMessage'>);
    socket.write('release\n');
    const { heldMs } = JSON.parse(await readLine()) as { readonly heldMs: number };
    return heldMs;
  } finally {
    socket.destroy();
  }
}

/** Returns a function that reads the next line. It rejects once the socket is closed. */
function linesOf(socket: Socket): () => Promise<string> {
  let text = '';
  let failure: Error | undefined;
  let wake: () => void = () => undefined;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    wake();
  });
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    failure ??= new NoHolderError(code ?? 'unknown');
  });
  socket.on('close', () => {
    failure ??= new HoldLostError('The service ended the hold');
    wake();
  });
  return async () => {
    while (!text.includes('\n')) {
      if (failure) throw failure;
      await new Promise<void>((done) => (wake = done));
    }
    const end = text.indexOf('\n');
    const line = text.slice(0, end);
    text = text.slice(end + 1);
    return line;
  };
}
