import { setImmediate as otherWork } from 'node:timers/promises';

const maxBlockingMs = 2;

/** Lets other work of the process continue whenever the caller has blocked it for too long. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxBlockingMs) return;
    await otherWork();
    since = performance.now();
  };
}
