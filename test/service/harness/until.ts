import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks repeatedly until the result is not undefined, null or false. The longer it has waited, or
 * the longer a question takes, the longer it waits, because each question takes time from the
 * service that it waits for.
 */
export async function until<T>(
  what: string,
  ask: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  seconds = 150,
): Promise<T> {
  for (const start = Date.now(), deadline = start + seconds * 1000; ;) {
    const askedAt = Date.now();
    const response = await ask();
    if (response !== undefined && response !== null && response !== false) return response;
    const now = Date.now();
    if (now > deadline) throw new Error(`Waited ${seconds} seconds until ${what}`);
    await sleep(Math.max(Math.min((now - start) / 5, 200), now - askedAt, 30));
  }
}
