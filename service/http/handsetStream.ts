import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

const pollMs = 300;
const keepAliveMs = 15_000;
/** How many rows to read again, because transactions do not commit in the order of their rows. */
const overlap = 50;
/** The number of bytes that a page can lag behind. If it exceeds this limit, it must reconnect. */
const maxUnreadBytes = 1024 * 1024;

interface StreamOptions<R> {
  /** The `seq` after which rows are new. */
  readonly after: number;
  readonly next: (after: number) => Promise<readonly R[]>;
  readonly show: (row: R) => unknown;
  /** Returns whether the page can still see new rows. Called before each read. */
  readonly isAllowed: () => Promise<boolean>;
  /** Ends the stream from the server side. */
  readonly signal: AbortSignal;
}

/**
 * Streams new rows to an open page as server-sent events. It polls for them, because polling works
 * the same on every database and costs only while a page is open.
 */
export async function streamRows<R extends { readonly seq: number }>(
  { raw }: FastifyReply,
  { after, next, show, isAllowed, signal }: StreamOptions<R>,
): Promise<void> {
  const closed = new AbortController();
  raw.on('close', () => closed.abort());
  raw.on('error', () => closed.abort());
  const ended = AbortSignal.any([signal, closed.signal]);
  const written = new Set<number>();
  let last = after;
  try {
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    raw.write(': connected\n\n');
    for (let idleMs = 0; !ended.aborted && (await isAllowed()); idleMs += pollMs) {
      const rows = (await next(Math.max(after, last - overlap))).filter(
        ({ seq }) => !written.has(seq),
      );
      for (const row of rows) {
        raw.write(`event: text\ndata: ${JSON.stringify(show(row))}\n\n`);
        written.add(row.seq);
        last = Math.max(last, row.seq);
      }
      for (const seq of written) if (seq < last - overlap) written.delete(seq);
      if (rows.length > 0) idleMs = 0;
      if (raw.writableLength > maxUnreadBytes) break;
      if (idleMs >= keepAliveMs) {
        raw.write(': still here\n\n');
        idleMs = 0;
      }
      await sleep(pollMs, undefined, { signal: ended }).catch(() => undefined);
    }
  } finally {
    // End the stream even if the database fails, so that the page reconnects.
    raw.end();
  }
}
