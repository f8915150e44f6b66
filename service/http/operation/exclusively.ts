import { fail } from '../../lib/errors.ts';

/** Does the work unless its key is in use, and frees the key when the work ends. */
export async function exclusively<T>(
  inUse: Set<string>,
  key: string,
  work: () => Promise<T>,
  refuse: () => never,
): Promise<T> {
  if (inUse.has(key)) refuse();
  inUse.add(key);
  try {
    return await work();
  } finally {
    inUse.delete(key);
  }
}

export const failInProgress = () => fail('idempotency_in_progress');
export const failTooManyRuns = () =>
  fail('rate_limited', {
    detail:
      'This account is already running a request of this kind. Wait until it ends, then repeat this one.',
    retryAfter: 5,
  });
