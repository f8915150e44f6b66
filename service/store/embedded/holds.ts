import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { relative, resolve } from 'node:path';
import { once } from 'node:events';
import { minute } from '../../times/durations.ts';

/*
 * A command asks the service over a socket in DATA_DIR to hold its database: no statement runs, so
 * no file of the database changes, until the command releases it. If the command dies, the socket
 * closes, which releases the database too.
 */

export interface Held {
  /** The ID of the newest message. */
  readonly newestMessage: string | null;
  /** The position in the write-ahead log up to which all changes are in the files. */
  readonly position: string;
  /** Since when no other statement runs, by `performance.now`. */
  readonly since: number;
}

/** What a command needs to know about the database to check a copy of it. */
export type Snapshot = Omit<Held, 'since'>;

export interface Holder {
  /** Writes all changes to the files of the tables, so that later copies have less to copy. */
  readonly checkpoint: () => Promise<void>;
  /** Runs work while no other statement runs. */
  readonly whileHeld: (work: (held: Held) => Promise<void>) => Promise<void>;
}

/**
 * Requests and submissions wait meanwhile. A claim must stay much younger than `claimSeconds`, and
 * the parts of the background work must progress within 45 seconds.
 */
export const maxHoldMs = 8_000;
/** Longer than the longest statement of the service. */
const turnMs = minute;
const hold = 'hold\n';
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
function socketPath(dataDir: string): string {
  // Windows has no sockets in folders. It also changes the time of an open file too late.
  if (process.platform === 'win32') throw new NoHolderError('ENOTSUP');
  const absolute = resolve(dataDir, 'textloom.sock');
  const short = relative('.', absolute);
  const path = short.length < absolute.length ? short : absolute;
  if (Buffer.byteLength(path) > maxPathBytes) throw new NoHolderError('ENAMETOOLONG');
  return path;
}

/**
 * Holds the database for commands, if the system can open a socket in the folder. Without one, the
 * service works, and reports why. Returns a function that ends all holds.
 */
export async function serveHolds(
  dataDir: string,
  holder: Holder,
  onUnable: (reason: string) => void,
  limitMs = maxHoldMs,
): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    // Unlike `once`, this does not reject if the command is killed, which is not an error here.
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    void closed.then(() => sockets.delete(socket));
    void serve(socket, closed, holder, limitMs).catch(() => socket.destroy());
  });
  try {
    const path = socketPath(dataDir);
    // A process that was killed leaves its socket. This process has the lock of the folder.
    await rm(path, { force: true });
    server.listen(path);
    await once(server, 'listening');
    server.on('error', () => undefined);
    await chmod(path, 0o600);
  } catch (error) {
    server.close();
    onUnable(String((error as NodeJS.ErrnoException).code));
    return () => Promise.resolve();
  }
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
}

async function serve(
  socket: Socket,
  closed: Promise<unknown>,
  holder: Holder,
  limitMs: number,
): Promise<void> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  if (chunk.toString() === hold) return serveHold(socket, closed, holder, limitMs);
  await holder.checkpoint();
  socket.end('{}\n');
}

async function serveHold(
  socket: Socket,
  closed: Promise<unknown>,
  { whileHeld }: Holder,
  limitMs: number,
): Promise<void> {
  await whileHeld(async ({ since, ...snapshot }) => {
    if (socket.destroyed) return;
    const released = once(socket, 'data');
    released.catch(() => undefined);
    socket.write(`${JSON.stringify(snapshot)}\n`);
    const timer = setTimeout(() => socket.destroy(), limitMs - (performance.now() - since));
    await Promise.race([released, closed]);
    clearTimeout(timer);
    // While the database is still held, so that the command knows that it was held throughout.
    if (socket.writable) socket.end(`${JSON.stringify({ heldMs: performance.now() - since })}\n`);
  });
}

/** Asks the service to write all changes to the files of the tables. */
export async function requestCheckpoint(dataDir: string): Promise<void> {
  const { readLine, close } = request(dataDir, 'checkpoint\n');
  await readLine().finally(close);
}

/**
 * Asks the service to hold the database while `work` runs, and returns for how long it did. Rejects
 * if the service did not hold it until the end, so the result of `work` counts only if this
 * resolves.
 */
export async function requestHold(
  dataDir: string,
  work: (snapshot: Snapshot) => Promise<void>,
): Promise<number> {
  const { socket, readLine, close } = request(dataDir, hold);
  try {
    const snapshot = JSON.parse(
      await readLine().catch((error: unknown) => {
        throw error instanceof HoldLostError ? new NoHolderError('ETIMEDOUT') : error;
      }),
    ) as Snapshot;
    await work(snapshot);
    socket.write('release\n');
    const { heldMs } = JSON.parse(await readLine()) as { readonly heldMs: number };
    return heldMs;
  } finally {
    close();
  }
}

function request(dataDir: string, command: string) {
  const socket = connect(socketPath(dataDir));
  socket.setTimeout(turnMs, () => socket.destroy());
  const readLine = createLineReader(socket);
  socket.write(command);
  return { socket, readLine, close: () => socket.destroy() };
}

/** Returns a function that reads the next line. It rejects once the socket is closed. */
function createLineReader(socket: Socket): () => Promise<string> {
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
