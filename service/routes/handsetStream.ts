import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

const pollMs = 300;
const keepAliveMs = 15_000;

interface Numbered {
  readonly seq: number;
}

/**
 * Writes rows to an open page as they come, as server-sent events. It asks for them rather than
 * listens: that is the same on every database, and costs only while a page is open.
 */
export async function streamRows<R extends Numbered>(
  { raw }: FastifyReply,
  { after, next, show, signal }: StreamOptions<R>,
): Promise<void> {
  const closed = new AbortController();
  raw.on('close', () => closed.abort());
  raw.on('error', () => closed.abort());
  const ended = AbortSignal.any([signal, closed.signal]);
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  raw.write(': connected\n\n');
  let last = after;
  for (let idleMs = 0; !ended.aborted; idleMs += pollMs) {
    const rows = await next(last);
    for (const row of rows) raw.write(`event: text\ndata: ${JSON.stringify(show(row))}\n\n`);
    last = rows.at(-1)?.seq ?? last;
    if (rows.length > 0) idleMs = 0;
    if (idleMs >= keepAliveMs) {
      raw.write(': still here\n\n');
      idleMs = 0;
    }
    await sleep(pollMs, undefined, { signal: ended }).catch(() => undefined);
  }
  raw.end();
}

interface StreamOptions<R> {
  /** The `seq` after which rows are new. */
  readonly after: number;
  readonly next: (after: number) => Promise<readonly R[]>;
  readonly show: (row: R) => unknown;
  /** Ends the stream from this side. */
  readonly signal: AbortSignal;
}
