import { setTimeout as wait } from 'node:timers/promises';

/** A longer timer would run out immediately. */
const longestMs = 2 ** 31 - 1;

/** Resolves at a time in milliseconds since 1970, and rejects when the signal aborts. */
export async function waitUntil(time: number, signal: AbortSignal): Promise<void> {
  for (let left = time - Date.now(); left > 0; left = time - Date.now())
    await wait(Math.min(left, longestMs), undefined, { signal, ref: false });
}
