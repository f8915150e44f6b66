import type { Server } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

const quietMs = 150;
/** Busy clients never pause, but until then, each of them has seen that its connection closes. */
const maxMs = 2_000;
const stepMs = 50;

/**
 * Waits until no client is about to send a request on an open connection. Node.js closes a
 * connection whose next request it has not read yet, and drops this request. While a process stops,
 * each response therefore closes its connection, so that a busy client opens a new one.
 */
export async function waitForQuiet(server: Server): Promise<void> {
  const startedAt = performance.now();
  let lastRequestAt = startedAt;
  const noteRequest = () => {
    lastRequestAt = performance.now();
  };
  server.on('request', noteRequest);
  do {
    await sleep(stepMs);
    // Reads what has arrived in the meantime, even if a long statement kept the thread busy.
    await turn();
  } while (performance.now() - lastRequestAt < quietMs && performance.now() - startedAt < maxMs);
  server.off('request', noteRequest);
}
