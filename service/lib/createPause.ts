import { setImmediate as otherWork } from 'node:timers/promises';

const mostMs = 2;

/** Lets other work of the process go on whenever the caller has kept it waiting for long. */
export function createPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < mostMs) return;
    await otherWork();
    since = performance.now();
  };
}
