import { limitRuns } from '../../../concurrency/limitRuns.ts';
import { createYield } from '../../../concurrency/createYield.ts';
import { claimKey, renewKey, storeResult } from '../../../core/idempotency.ts';
import type { Result } from '../../../core/idempotencyKeys.ts';
import { ServiceError } from '../../../errors/serviceError.ts';
import type { LongHandler } from '../../../handlers/handlers.ts';
import { classifyFailure, UnconfirmedError } from '../../../store/databaseFailure.ts';
import { auditRequest } from '../auditRequest.ts';
import { takeTurn } from '../takeTurn.ts';
import {
  inTransaction,
  toResult,
  toScope,
  toUnitOfWork,
  type RequestWithKey,
  type Runner,
  type Target,
} from '../transaction.ts';

/**
 * Runs each request in several transactions, one request of an account at a time. The first
 * transaction claims the idempotency key, and the last one stores the response.
 */
export function createLongRunner(target: Target, handler: LongHandler<unknown, unknown>): Runner {
  const runAlone = limitRuns({
    max: 1,
    detail:
      'This account is already running a request of this kind. Wait until it ends, then repeat this one.',
    retryAfter: 5,
  });
  return async (request) => {
    const earlier = await takeTurn(target.context, request, () =>
      inTransaction(target, request, (transaction) =>
        claimKey(toScope(transaction), request.keyed),
      ),
    );
    if (earlier) return earlier;
    const outputs: unknown[] = [];
    try {
      return await runAlone(request.caller.account.id, () =>
        runBatches(target, handler, request, outputs),
      );
    } catch (error) {
      const refusal = error instanceof ServiceError ? error : new ServiceError('internal_error');
      // If the database is away, the key becomes free a minute later.
      const isUnconfirmed = classifyFailure(error) !== undefined;
      // A refusal that stored no rows changes nothing. An unconfirmed end can be a success.
      const outcome = outputs.length > 0 && !isUnconfirmed ? 'failed' : undefined;
      await storeResponse(target, request, refusal, outcome).catch(() => undefined);
      // An earlier transaction of the request may have been committed.
      throw isUnconfirmed ? new UnconfirmedError(error) : error;
    }
  };
}

/** Runs the batches and stores the response. Collects the outputs of committed batches. */
async function runBatches(
  target: Target,
  { splitIntoBatches, mergeResults }: LongHandler<unknown, unknown>,
  request: RequestWithKey,
  outputs: unknown[],
): Promise<Result<unknown>> {
  const pause = createYield();
  for (const batch of await splitIntoBatches(request.input)) {
    const output = await inTransaction(target, request, async (transaction) => {
      await renewKey(toScope(transaction), request.keyed);
      const now = target.context.clock();
      if (outputs.length === 0)
        await auditRequest(request, { ...transaction, now, outcome: 'started' });
      return batch({ ...toUnitOfWork(transaction), keyId: request.caller.keyId });
    });
    outputs.push(output);
    await pause();
  }
  const result = toResult(target, mergeResults(outputs));
  await storeResponse(target, request, result, 'succeeded');
  return result;
}

const storeResponse = (
  target: Target,
  request: RequestWithKey,
  result: Result<unknown>,
  outcome?: 'succeeded' | 'failed',
): Promise<void> =>
  inTransaction(target, request, async (transaction) => {
    const now = target.context.clock();
    if (outcome) await auditRequest(request, { ...transaction, now, outcome });
    await storeResult(toScope(transaction), request.keyed, result);
  });
