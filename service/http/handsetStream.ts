import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

const pollMs = 300;
const keepAliveMs = 15_000;
/** Transactions do not commit in the order of their rows: so many are looked at again. */
const overlap = 50;
/** Bytes that a page has not read yet; one that is further behind connects again. */
const mostUnread = 1024 * 1024;

interface StreamOptions<R> {
  /** The `seq` after which rows are new. */
  readonly after: number;
  readonly next: (after: number) => Promise<readonly R[]>;
  readonly show: (row: R) => unknown;
  /** Whether the page may still see what is new; asked each time. */
  readonly isAllowed: () => Promise<boolean>;
  /** Ends the stream from this side. */
  readonly signal: AbortSignal;
}

/**
 * Writes rows to an open page as they come, as server-sent events. It asks for them rather than
 * listens: that is the same on every database, and costs only while a page is open.
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
      if (raw.writableLength > mostUnread) break;
      if (idleMs >= keepAliveMs) {
        raw.write(': still here\n\n');
        idleMs = 0;
      }
      await sleep(pollMs, undefined, { signal: ended }).catch(() => undefined);
    }
  } finally {
    // Also when the database fails: the page connects again.
    raw.end();
  }
}
