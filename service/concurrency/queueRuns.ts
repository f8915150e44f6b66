import type { ErrorCode } from '@textloom/shared/contract';
import { ServiceError } from '../errors/serviceError.ts';

export interface RunLimit {
  readonly max: number;
  /** The code of the refusal. */
  readonly code?: ErrorCode;
  /** Says why the service refuses the work, and what the caller must wait for. */
  readonly detail?: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

interface Line {
  running: number;
  /** Start the work that waits. A set keeps the order in which it arrived. */
  readonly waiting: Set<() => void>;
}

/**
 * Returns a function that runs work under a key, such as an account ID. If `max` runs with the same
 * key are in progress in this process, more work waits in the order of its arrival. The function
 * refuses work that waits for longer than `waitMs`.
 */
export function queueRuns({
  max,
  code = 'rate_limited',
  ...details
}: RunLimit): <T>(key: string, work: () => Promise<T>, waitMs?: number) => Promise<T> {
  const lines = new Map<string, Line>();
  const waitForTurn = ({ waiting }: Line, waitMs: number | undefined) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(start);
        reject(new ServiceError(code, details));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(start);
    });
  return async (key, work, waitMs) => {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.running < max) line.running++;
    else await waitForTurn(line, waitMs);
    try {
      return await work();
    } finally {
      // Work that ends gives its place to the work that has waited longest.
      const [next] = line.waiting;
      if (next) {
        line.waiting.delete(next);
        next();
      } else if (--line.running === 0) lines.delete(key);
    }
  };
}
