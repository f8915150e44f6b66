import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../session.ts';

const enquireMs = 10_000;

/** Ends a session whose carrier does not respond. Rejects when the session accepts no requests. */
export async function keepAlive(
  { request, end, closing }: Session,
  enquireLinkSeconds: number,
): Promise<void> {
  const over = new AbortController();
  void closing.then(() => over.abort());
  while (!over.signal.aborted) {
    await sleep(enquireLinkSeconds * 1000, undefined, { signal: over.signal });
    const silent = setTimeout(() => end(new Error('The carrier does not respond')), enquireMs);
    await request('enquire_link', {}).finally(() => clearTimeout(silent));
  }
}
