import type { ErrorCode } from '@textloom/shared/contract';
import { fail } from '../errors/serviceError.ts';

interface RunLimit {
  readonly max: number;
  /** The code of the refusal. */
  readonly code?: ErrorCode;
  /** Says why the caller must wait, and for what. */
  readonly detail?: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

/**
 * Returns a function that does work under a key, such as the ID of an account. It refuses the work
 * while `max` tasks with the same key are running in this process.
 */
export function limitRuns({
  max,
  code = 'rate_limited',
  ...details
}: RunLimit): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>();
  return async (key, work) => {
    const count = running.get(key) ?? 0;
    if (count >= max) fail(code, details);
    running.set(key, count + 1);
    try {
      return await work();
    } finally {
      const left = running.get(key)! - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    }
  };
}
