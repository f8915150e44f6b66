import { fail } from '../lib/errors.ts';

interface RunLimit {
  readonly max: number;
  /** Says why the account must wait, and for what. */
  readonly detail: string;
  /** Seconds. */
  readonly retryAfter: number;
}

/**
 * Returns a function that does work for an account, and refuses it while the account runs as much
 * of this work in this process as it may.
 */
export function limitRuns({
  max,
  detail,
  retryAfter,
}: RunLimit): <T>(accountId: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>();
  return async (accountId, work) => {
    const count = running.get(accountId) ?? 0;
    if (count >= max) fail('rate_limited', { detail, retryAfter });
    running.set(accountId, count + 1);
    try {
      return await work();
    } finally {
      const left = running.get(accountId)! - 1;
      if (left === 0) running.delete(accountId);
      else running.set(accountId, left);
    }
  };
}
