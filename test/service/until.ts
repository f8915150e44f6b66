import { setTimeout as sleep } from 'node:timers/promises';

/** Asks repeatedly until the result is not undefined, null or false. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  seconds = 20,
): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; ;) {
    const response = await ask();
    if (response !== undefined && response !== null && response !== false) return response;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} seconds until ${what}`);
    await sleep(50);
  }
}
