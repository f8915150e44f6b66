import { ApiError, isRefusal } from '@textloom/shared/client';
import { doubt } from '@textloom/shared/connector/errors';
import { limits } from '@textloom/shared/contract';

/** Returns true if the service no longer knows the idempotency key of a first try. */
export const isForgotten = (firstTry: number, now: number): boolean =>
  now - firstTry >= limits.idempotencyHours * 3_600_000;

/** Asks the user to check what the first try did. The next one needs another idempotency key. */
export const tooLate = (): ApiError =>
  new ApiError({
    message: `The first try was more than ${limits.idempotencyHours} hours ago`,
    status: 0,
    code: 'unconfirmed',
    mayHaveRun: true,
  });

const safe = new WeakSet<object>();

/**
 * Marks the error of a request that keeps its idempotency key until it succeeds. `forgetTry` runs
 * if neither this request nor an earlier try can have been carried out.
 */
export async function safeToRepeat<T>(response: Promise<T>, forgetTry: () => void): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (typeof error === 'object' && error !== null) safe.add(error);
    if (!mayHaveHappened(error, true)) forgetTry();
    throw error;
  }
}

/** Returns what to do after an error, with a check only if another try could happen twice. */
export const adviseRepeat = (error: object, advice: string): string =>
  safe.has(error)
    ? advice.replace(doubt, 'If you try again here without changes, it still happens only once.')
    : advice;

/**
 * Returns whether a request or an earlier try may have been carried out, after an error.
 *
 * @param before whether an earlier try with the same idempotency key may have been carried out
 */
export const mayHaveHappened = (error: unknown, before: boolean): boolean =>
  !(error instanceof ApiError) || (!isRefusal(error) && (before || error.mayHaveRun));
